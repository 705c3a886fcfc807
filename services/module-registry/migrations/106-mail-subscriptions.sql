-- Addresses that are told by mail what happens to releases (DEC-354). Additive: a registry of the release before tells none of them. How far each was told is a row of
-- webhook_delivery, `mail:<id>`.
create table mail_subscription (
  id bigint generated always as identity primary key,
  -- Personal data: in no log and no entry of the audit, and gone with the row.
  address text not null,
  events jsonb not null,
  groups jsonb not null,
  hosts jsonb not null,
  -- Tenants that whoever asked for it is limited to; null is every tenant.
  reach jsonb,
  person text not null,
  actor text not null,
  made_at timestamptz not null,
  -- SHA-256 of the code that was mailed.
  code_hash text not null unique,
  confirmed_at timestamptz,
  -- Stands in each mail and ends it, nothing else.
  leave_code text not null unique
);
create index mail_subscription_address on mail_subscription (lower(address));
