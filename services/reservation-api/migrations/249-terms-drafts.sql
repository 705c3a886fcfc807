-- Versions of a company's documents that somebody prepared and no renter reads yet (DEC-348): in all their languages, with who submitted and who approved. What is published
-- stands in terms_document as before. Additive: a server of the release before knows no drafts.
create table terms_draft (
  tenant_id text not null references tenant (id),
  -- Made by the console, so that a repeated call is the same draft.
  id uuid not null,
  tag text not null check (tag ~ '^[a-z0-9-]{1,40}$'),
  -- Plain date in the tenant's time zone.
  valid_from date not null,
  note text not null,
  -- JSON text of the contents by language; each is hashed as it stands in here.
  contents text not null,
  state text not null check (state in ('draft', 'waiting', 'published', 'withdrawn', 'rejected', 'outdated')),
  actor text not null,
  identity jsonb not null,
  changed_at timestamptz not null default now(),
  decider text,
  decided_at timestamptz,
  problem text not null default '',
  primary key (tenant_id, id)
);
alter table terms_draft enable row level security;
alter table terms_draft force row level security;
create policy terms_draft_tenant on terms_draft using (tenant_id = current_setting('app.tenant', true));
