-- Experiments of a tenant: another version of a module for some sessions, compared by what was declared beforehand (DEC-357). Additive: a registry of the release before
-- knows a running one as a rollout like any other, counts nothing for it and does not end it; this one goes on with it when it runs again.
create table experiment (
  id bigint generated always as identity primary key,
  host text not null,
  name text not null,
  module text not null,
  -- Arm B.
  version text not null,
  percent double precision not null check (percent > 0 and percent <= 50),
  metric jsonb not null,
  rule jsonb not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  -- In which its start waits, or waited, for a second person.
  change_id bigint references change (id),
  -- Arm A, the rollout that brings B, and what both brought.
  baseline text,
  rollout_id text,
  started_at timestamptz,
  tally jsonb,
  ended_at timestamptz,
  ended_as text check (ended_as in ('b-better', 'a-better', 'no-difference', 'stopped', 'withdrawn')),
  ended_by text,
  check ((started_at is null) = (baseline is null) and (started_at is null) = (rollout_id is null) and (started_at is null) = (tally is null)),
  check ((ended_at is null) = (ended_as is null) and (ended_at is null) = (ended_by is null))
);
-- One at a time.
create unique index experiment_running on experiment (host, module) where started_at is not null and ended_at is null;

-- Both arms as they were at an instant, some 200 for the longest time that an experiment may take.
create table experiment_point (
  experiment_id bigint not null references experiment (id),
  at timestamptz not null,
  a jsonb not null,
  b jsonb not null,
  primary key (experiment_id, at)
);

alter table change drop constraint change_kind_check;
alter table change add constraint change_kind_check check (kind in ('release', 'plan', 'experiment', 'token', 'publisher-key', 'runner-key', 'passkey-reset'));
