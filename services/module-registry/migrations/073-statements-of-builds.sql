-- How each version was built, as its publisher signed it (DEC-189, decision 0171), and who published it, so that the same person attests nothing of it (0170).
alter table module_version
  -- SLSA provenance in a DSSE envelope; null where it was published without, or before this column.
  add column statement jsonb,
  -- Identity of the token that published; null, as older servers write it, is the label alone.
  add column published_by_identity jsonb;
