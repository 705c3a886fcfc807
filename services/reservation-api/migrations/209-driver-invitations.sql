-- The other driver may be invited to fill in his own part (DEC-209). Additive: a server of the release before knows none of it.
create table driver_invitation (
  tenant_id text not null references tenant (id),
  id uuid not null,
  reservation_id uuid not null,
  -- SHA-256 of what the link holds.
  token_hash bytea not null,
  -- The address that codes go to, sealed under a key that is made of the token; null until the first one was proved.
  sealed_email bytea,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Withdrawn, replaced, or ended by what the renter saved.
  ended_at timestamptz,
  done_at timestamptz,
  -- SHA-256 of the secret of the browser that proved itself last.
  key_hash bytea,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create unique index driver_invitation_live on driver_invitation (tenant_id, reservation_id) where ended_at is null and done_at is null;
create index driver_invitation_reservation on driver_invitation (tenant_id, reservation_id);
alter table driver_invitation enable row level security;
alter table driver_invitation force row level security;
create policy driver_invitation_tenant on driver_invitation using (tenant_id = current_setting('app.tenant', true));

-- Codes that prove an invited driver's address; apart from the renter's, which one of these must never void.
create table invitation_code (
  tenant_id text not null references tenant (id),
  id uuid not null,
  invitation_id uuid not null,
  code_hash bytea not null,
  sealed_email bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, invitation_id) references driver_invitation (tenant_id, id) on delete cascade
);
create index invitation_code_invitation on invitation_code (tenant_id, invitation_id, created_at);
alter table invitation_code enable row level security;
alter table invitation_code force row level security;
create policy invitation_code_tenant on invitation_code using (tenant_id = current_setting('app.tenant', true));
