-- A company's own system has up to two tokens at a time, each with an id, an end and the last day of its use (DEC-143). Additive: a server of the release
-- before finds tokens by their hash alone, and puts one in the place of all.
alter table fleet_token
  add column id uuid not null default gen_random_uuid() unique,
  -- Tokens of before hold a year from here on.
  add column expires_at timestamptz not null default now() + interval '365 days',
  add column made_by text,
  add column last_used_on date;

-- Who made and revoked which token; only ever added to. Without row-level security, as the records of settings: read over all tenants, holds no secret.
create table fleet_token_change (
  tenant_id text not null references tenant (id),
  id bigint generated always as identity,
  token_id uuid not null,
  action text not null check (action in ('made', 'revoked')),
  actor text not null,
  changed_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
