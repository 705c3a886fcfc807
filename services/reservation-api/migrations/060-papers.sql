-- Receipts, rental agreements and their signed copies. Like pictures, a paper lies sealed outside the database and its key here; unlike them it
-- carries a hash of what was handed out, by which a copy can be told from a forgery.

create table paper (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  kind text not null check (kind in ('receipt', 'agreement', 'signed-agreement')),
  language text not null check (language in ('en', 'pt', 'fr')),
  sha256 bytea not null check (length(sha256) = 32),
  bytes integer not null check (bytes > 0),
  sealed_key bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  -- The same paper made again, for a mail that is sent twice, is the same paper.
  unique (tenant_id, reservation_id, kind, sha256),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id)
);

alter table paper enable row level security;
alter table paper force row level security;
create policy paper_tenant on paper using (tenant_id = current_setting('app.tenant', true));
