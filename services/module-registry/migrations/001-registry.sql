-- One row that every change locks first: it numbers revisions, sets and audit entries without gaps, and so puts all changes in one order.
create table ledger (
  id smallint primary key check (id = 1),
  revision bigint not null,
  last_set bigint not null,
  last_entry bigint not null,
  last_hash text not null
);
insert into ledger values (1, 0, 0, 0, '');

create table access_token (
  hash text primary key,
  label text not null,
  role text not null check (role in ('publisher', 'operator', 'approver', 'viewer')),
  -- A publisher's module.
  module text,
  -- Tenants that an operator is limited to; null is every tenant.
  hosts text[],
  demo boolean not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);

create table publisher_key (
  module text not null,
  key_id text not null,
  public_key text not null,
  added_by text not null,
  added_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (module, key_id)
);

create table size_exception (
  module text primary key,
  bytes integer not null,
  reason text not null,
  approved_by text not null,
  approved_at timestamptz not null default now()
);

create table module_version (
  name text not null,
  version text not null,
  -- The exact text that the module's key signed.
  manifest text not null,
  signature text not null,
  key_id text not null,
  -- Brotli bytes of the module's own scripts and styles, words and shared parts apart.
  own_bytes integer not null,
  -- Where it was built and from what; filled when builds carry it.
  provenance jsonb,
  published_by text not null,
  published_at timestamptz not null default now(),
  -- No new session gets a withdrawn version.
  withdrawn_at timestamptz,
  primary key (name, version)
);

create table release_set (
  id bigint primary key,
  -- Names and versions in order: the same choice is the same set.
  choice text not null unique,
  payload text not null,
  signature text not null,
  key_id text not null,
  created_by text not null,
  created_at timestamptz not null
);

create table release_set_member (
  set_id bigint not null references release_set (id),
  name text not null,
  version text not null,
  primary key (set_id, name),
  foreign key (name, version) references module_version (name, version)
);
create index release_set_member_version on release_set_member (name, version);

create table pointer (
  host text primary key,
  revision bigint not null,
  set_id bigint not null references release_set (id),
  split_set_id bigint references release_set (id),
  split_percent numeric(5, 2),
  split_salt text,
  last_good_set_id bigint references release_set (id),
  -- The plan that moves this pointer, and since when nothing may; filled when plans and freezes are used.
  plan_id uuid,
  frozen_at timestamptz,
  check ((split_set_id is null) = (split_percent is null) and (split_set_id is null) = (split_salt is null))
);

-- What each revision of a tenant was; a revision is never changed, only marked when another took its place.
create table pointer_revision (
  host text not null,
  revision bigint not null,
  set_id bigint not null references release_set (id),
  split_set_id bigint references release_set (id),
  split_percent numeric(5, 2),
  split_salt text,
  last_good_set_id bigint references release_set (id),
  plan_id uuid,
  action text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  replaced_at timestamptz,
  primary key (host, revision)
);
create index pointer_revision_replaced on pointer_revision (replaced_at);

-- Append-only; every entry's hash covers the one before.
create table audit (
  entry bigint primary key,
  at text not null,
  actor text not null,
  action text not null,
  subject text not null,
  before text not null,
  after text not null,
  reason text not null,
  previous_hash text not null,
  hash text not null
);
