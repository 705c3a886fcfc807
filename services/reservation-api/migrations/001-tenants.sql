-- Who asks is found here, so these two tables are read before a tenant is named and have no row-level security. They hold nothing of renters.

create table tenant (
  id text primary key,
  host text not null unique,
  settings jsonb not null,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Tokens of the rental companies' own systems, as SHA-256.
create table fleet_token (
  tenant_id text not null references tenant (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  primary key (tenant_id, token_hash)
);
