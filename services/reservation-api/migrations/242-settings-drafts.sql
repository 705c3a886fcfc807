-- Settings that somebody prepared for a tenant (DEC-320): kept with what they were made against, so that they are applied only where nobody changed the same meanwhile,
-- and with who submitted and who approved. Nothing of renters is in them. Additive: a server of the release before knows none and applies none.
create table settings_draft (
  tenant_id text not null references tenant (id),
  -- Made by the console, so that a repeated call is the same draft.
  id uuid not null,
  note text not null,
  base_revision integer not null,
  base jsonb not null,
  settings jsonb not null,
  state text not null check (state in ('draft', 'waiting', 'approved', 'applied', 'rejected', 'outdated')),
  actor text not null,
  identity jsonb not null,
  changed_at timestamptz not null default now(),
  apply_at timestamptz,
  decider text,
  decided_at timestamptz,
  applied_revision integer,
  problem text not null default '',
  primary key (tenant_id, id),
  check ((state = 'applied') = (applied_revision is not null))
);
create index settings_draft_due on settings_draft (apply_at) where state = 'approved';
