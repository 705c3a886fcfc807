-- How far visits come, by screen of a module version and minute; visits are never named.
create table step_minute (
  host text not null,
  module text not null,
  version text not null,
  step text not null,
  minute timestamptz not null,
  reached bigint not null default 0,
  left_for_next bigint not null default 0,
  failed bigint not null default 0,
  primary key (host, module, version, step, minute)
);
create index step_minute_minute on step_minute (minute);
