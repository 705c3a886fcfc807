-- Sessions, e-mailed codes, link tokens and the memory of wrong guesses (DEC-07 to DEC-09, DEC-77, DEC-85).
-- Nothing here can be used to get in: tokens are kept as SHA-256, codes as HMAC.

create table renter_session (
  tenant_id text not null,
  id uuid not null,
  token_hash bytea not null,
  level text not null check (level in ('pending', 'link', 'verified')),
  reservation_id uuid not null,
  session_key text not null,
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index renter_session_reservation on renter_session (tenant_id, reservation_id);

create table login_code (
  tenant_id text not null,
  id uuid not null,
  session_id uuid not null,
  reservation_id uuid not null,
  code_hash bytea not null,
  -- The address that the code went to; becomes the reservation's own when that had none (DEC-09).
  email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  voided_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index login_code_session on login_code (tenant_id, session_id, created_at desc);
create index login_code_reservation on login_code (tenant_id, reservation_id, created_at desc);

create table access_link (
  tenant_id text not null,
  id uuid not null,
  token_hash bytea not null,
  purpose text not null check (purpose in ('verify', 'precheckout')),
  reservation_id uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz,
  use_count integer not null default 0,
  last_used_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index access_link_reservation on access_link (tenant_id, reservation_id);

-- One row per thing that can be guessed at; the key is a hash, so that nothing that somebody typed lies here.
create table guess_guard (
  tenant_id text not null,
  kind text not null check (kind in ('reference', 'network', 'link')),
  key text not null,
  misses integer not null default 0,
  window_started_at timestamptz not null default now(),
  locked_until timestamptz,
  primary key (tenant_id, kind, key)
);

alter table renter_session enable row level security;
alter table renter_session force row level security;
create policy renter_session_tenant on renter_session using (tenant_id = current_setting('app.tenant', true));
alter table login_code enable row level security;
alter table login_code force row level security;
create policy login_code_tenant on login_code using (tenant_id = current_setting('app.tenant', true));
alter table access_link enable row level security;
alter table access_link force row level security;
create policy access_link_tenant on access_link using (tenant_id = current_setting('app.tenant', true));
alter table guess_guard enable row level security;
alter table guess_guard force row level security;
create policy guess_guard_tenant on guess_guard using (tenant_id = current_setting('app.tenant', true));
