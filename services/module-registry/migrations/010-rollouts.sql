-- A tenant may have several rollouts at a time, each with its own salt; every combination of them is a checked set of its own.
alter table pointer
  add column rollouts jsonb not null default '[]',
  add column variants jsonb not null default '[]',
  -- Per module, the set that holds the version that served before the present one.
  add column last_good jsonb not null default '{}',
  -- Per module, what was asked for: a version, a range, a label or the default.
  add column wishes jsonb not null default '{}';
update pointer set variants = jsonb_build_array(set_id);
update pointer set last_good = coalesce((
  select jsonb_object_agg(old.name, pointer.last_good_set_id) from release_set_member old
  join release_set_member new on new.set_id = pointer.set_id and new.name = old.name and new.version <> old.version
  where old.set_id = pointer.last_good_set_id), '{}');
update pointer set wishes = coalesce((select jsonb_object_agg(name, version) from release_set_member where set_id = pointer.set_id), '{}');
alter table pointer
  drop column split_set_id, drop column split_percent, drop column split_salt, drop column last_good_set_id, drop column plan_id, drop column frozen_at;

alter table pointer_revision
  add column rollouts jsonb not null default '[]',
  add column variants jsonb not null default '[]',
  add column last_good jsonb not null default '{}',
  add column wishes jsonb not null default '{}';
update pointer_revision set variants = jsonb_build_array(set_id);
update pointer_revision set wishes = coalesce((select jsonb_object_agg(name, version) from release_set_member where set_id = pointer_revision.set_id), '{}');
alter table pointer_revision
  drop column split_set_id, drop column split_percent, drop column split_salt, drop column last_good_set_id, drop column plan_id;

-- What the registry knows of a tenant besides its releases.
create table tenant_option (
  host text primary key,
  -- IANA name: schedules and freeze windows are in the tenant's own time.
  time_zone text not null default 'UTC',
  -- Every change of a protected tenant needs a second person.
  protected boolean not null default false
);

-- `stable`, `beta`: names that tenants may follow.
create table module_label (
  module text not null,
  label text not null,
  version text not null,
  moved_by text not null,
  moved_at timestamptz not null,
  primary key (module, label),
  foreign key (module, version) references module_version (name, version)
);

-- What a tenant gets that says `inherit`.
create table default_wish (
  module text primary key,
  selector text not null,
  changed_by text not null,
  changed_at timestamptz not null
);

-- Times in which no release of a tenant, or of any, changes; taking back is always possible.
create table release_freeze (
  id bigint generated always as identity primary key,
  -- `*` is every tenant.
  host text not null,
  spec jsonb not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text
);

-- Changes that wait for a second person or for their hour.
create table change (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('release', 'plan')),
  everyone boolean not null,
  wish jsonb not null,
  reason text not null,
  state text not null check (state in ('waiting', 'scheduled', 'applied', 'refused', 'rejected')),
  -- Why it needs a second person; empty when it only waits for its hour.
  needs jsonb not null default '[]',
  proposer text not null,
  proposed_at timestamptz not null,
  decider text,
  decided_at timestamptz,
  decision text
);

-- A change by tenant: its hour in the tenant's zone, and what it saw, so that it is not applied to something else.
create table change_host (
  change_id bigint not null references change (id),
  host text not null,
  due_at timestamptz,
  seen text not null,
  state text not null check (state in ('waiting', 'applied', 'refused')),
  code text,
  revision bigint,
  primary key (change_id, host)
);
create index change_host_due on change_host (due_at) where state = 'waiting';

-- Staged rollouts.
create table plan (
  id bigint generated always as identity primary key,
  name text not null,
  hosts jsonb not null,
  modules jsonb not null,
  steps jsonb not null,
  gate jsonb not null,
  state text not null check (state in ('running', 'paused', 'halted', 'aborted', 'done')),
  -- Number of the step that is on; -1 before the first.
  step integer not null default -1,
  step_since timestamptz,
  -- What it waits for or why it stopped.
  note text not null default '',
  reason text not null,
  actor text not null,
  at timestamptz not null
);

-- Signed links that were given out.
create table pass (
  id text primary key,
  kind text not null check (kind in ('preview', 'staff')),
  host text not null,
  set_id bigint references release_set (id),
  shows jsonb not null,
  actor text not null,
  reason text not null,
  made_at timestamptz not null,
  expires_at timestamptz not null
);
