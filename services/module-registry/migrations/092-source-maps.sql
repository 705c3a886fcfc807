-- Source maps of published versions and places of errors in them (DEC-314, decision 0243). Additive: a registry of the release before keeps neither.

create table source_map (
  module text not null,
  version text not null,
  -- The script's file name.
  file text not null,
  -- JSON, gzip.
  map bytea not null,
  primary key (module, version, file)
);

create table error_stack (
  module text not null,
  version text not null,
  host text not null,
  frames jsonb not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (module, version, host, frames)
);
create index error_stack_by_age on error_stack (last_at);
