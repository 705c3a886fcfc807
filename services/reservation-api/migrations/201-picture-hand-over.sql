-- Pictures of documents may be taken by a phone that reads a code from the page (DEC-204). Additive: a server of the release before knows none of it.
create table picture_hand_over (
  tenant_id text not null references tenant (id),
  id uuid not null,
  session_id uuid not null,
  reservation_id uuid not null,
  -- SHA-256 of what the code holds.
  token_hash bytea not null,
  sides text[] not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- Ended by the first device, by a newer one, or by wrong numbers.
  ended_at timestamptz,
  -- SHA-256 of the secret of the one phone that came first, and the number that it shows.
  phone_hash bytea,
  number text,
  tries integer not null default 0,
  confirmed_at timestamptz,
  sent integer not null default 0,
  -- Grows with whatever the first device is to be told.
  version integer not null default 0,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash),
  foreign key (tenant_id, session_id) references renter_session (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index picture_hand_over_session on picture_hand_over (tenant_id, session_id);
create index picture_hand_over_reservation on picture_hand_over (tenant_id, reservation_id);
create index picture_hand_over_end on picture_hand_over (tenant_id, expires_at);
alter table picture_hand_over enable row level security;
alter table picture_hand_over force row level security;
create policy picture_hand_over_tenant on picture_hand_over using (tenant_id = current_setting('app.tenant', true));

-- On their way from the phone to the page, sealed under a key that is made of the token: the database alone opens none.
create table handed_picture (
  tenant_id text not null references tenant (id),
  id uuid not null,
  hand_over_id uuid not null,
  side text not null,
  sealed bytea not null,
  primary key (tenant_id, id),
  unique (tenant_id, hand_over_id, side),
  foreign key (tenant_id, hand_over_id) references picture_hand_over (tenant_id, id) on delete cascade
);
alter table handed_picture enable row level security;
alter table handed_picture force row level security;
create policy handed_picture_tenant on handed_picture using (tenant_id = current_setting('app.tenant', true));
