-- Rollouts that the registry suspended until more is known of their version (DEC-351). Additive: a registry of the release before suspends none, keeps the share of a
-- suspended one at nothing, and does not resume it; this one does when it runs again.
create table rollout_suspension (
  host text not null,
  rollout_id text not null,
  -- The versions, and the share that the rollout had: it gets it back.
  modules jsonb not null,
  percent double precision not null check (percent between 0 and 100),
  cohorts jsonb not null,
  reason text not null,
  suspended_at timestamptz not null,
  resumes_at timestamptz not null,
  ended_at timestamptz,
  ended_as text check (ended_as in ('resumed', 'rolled-back', 'changed')),
  check ((ended_at is null) = (ended_as is null)),
  -- Once for a rollout.
  primary key (host, rollout_id)
);
create index rollout_suspension_open on rollout_suspension (resumes_at) where ended_at is null;

-- The comparison of broken sessions with nothing set aside for liars; null where nobody kept one.
alter table verdict add column undiscounted jsonb;
