-- Advice against a version (DEC-253). Additive: a registry of the release before does not see it.
alter table module_version
  add column deprecated_at timestamptz,
  add column deprecated_by text,
  add column deprecated_reason text,
  add column deprecated_instead text;
