-- Whole journeys that were walked with a set in a browser before renters got it.
create table rehearsal (
  id bigint generated always as identity primary key,
  set_id bigint not null references release_set (id),
  journey text not null check (journey in ('check-in', 'pre-checkout')),
  passed boolean not null,
  -- The candidate for whose sake it was walked.
  module text not null,
  -- The screen at which it failed; null when it passed.
  step text,
  -- The tenant on whose site it was walked.
  host text not null,
  builder text not null,
  actor text not null,
  at timestamptz not null,
  check (passed = (step is null))
);
create index rehearsal_of_set on rehearsal (set_id, journey, id);

-- New sets reach the tenant's sessions only when they were rehearsed.
alter table tenant_option add column only_rehearsed boolean not null default false;
