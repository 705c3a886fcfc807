-- What operators order at the console about renters' money (DEC-126): kept with who ordered and who approved, because above a tenant's limit a second person
-- has to. Additive: a server of the release before knows none.
create table money_order (
  tenant_id text not null,
  -- Made by the console, so that a repeated call is the same order.
  id uuid not null,
  reservation_id uuid not null,
  kind text not null check (kind in ('refund', 'capture', 'release', 'renew')),
  -- The payment that it is about; null for the deposit that is held.
  intent_id uuid,
  -- Null for all that is left or held.
  amount_minor bigint check (amount_minor > 0),
  reason text not null,
  state text not null check (state in ('waiting', 'approved', 'done', 'rejected')),
  orderer text not null,
  orderer_identity jsonb not null,
  ordered_at timestamptz not null default now(),
  decider text,
  decided_at timestamptz,
  -- How the payment's own order stood after it was begun, or why it was refused.
  result jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id),
  check (state <> 'rejected' or decided_at is not null),
  check ((state = 'done') = (result is not null))
);
create index money_order_open on money_order (tenant_id, ordered_at) where state in ('waiting', 'approved');
alter table money_order enable row level security;
alter table money_order force row level security;
create policy money_order_tenant on money_order using (tenant_id = current_setting('app.tenant', true));
