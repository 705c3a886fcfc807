-- What pages reported, counted by minute; visits are never named.
create table health_minute (
  host text not null,
  module text not null,
  version text not null,
  minute timestamptz not null,
  -- Visits whose module settled well or broke.
  good bigint not null default 0,
  bad bigint not null default 0,
  primary key (host, module, version, minute)
);
create index health_minute_minute on health_minute (minute);

-- Sums of measured values by minute: load time, LCP, CLS, INP.
create table vital_minute (
  host text not null,
  module text not null,
  version text not null,
  minute timestamptz not null,
  name text not null,
  -- Counts by bucket of the value.
  buckets jsonb not null,
  primary key (host, module, version, minute, name)
);

-- Page loads by release set and minute: what users are running.
create table live_minute (
  host text not null,
  set_id bigint not null,
  minute timestamptz not null,
  visits bigint not null default 0,
  primary key (host, set_id, minute)
);

create table error_group (
  module text not null,
  version text not null,
  phase text not null,
  reason text not null,
  step text not null,
  host text not null,
  count bigint not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (module, version, phase, reason, step, host)
);

-- The running comparison of a rollout's version with the one beside it.
create table verdict (
  host text not null,
  rollout_id text not null,
  module text not null,
  version text not null,
  baseline text not null,
  state jsonb not null,
  outcome text not null check (outcome in ('open', 'bad')),
  updated_at timestamptz not null,
  primary key (host, rollout_id, module)
);
