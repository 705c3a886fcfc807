-- A version's provenance as its publisher signed it, which another installation can check; null where it was published without, or before this column.
alter table module_version add column signed_provenance jsonb;
