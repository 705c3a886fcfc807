-- Captures that a company orders of a held deposit (decision 0132): one per hold, because what is not captured then is released, and its amount never changes.
-- Additive: a server of the release before leaves jobs of the new kind to one that knows them.
alter table payment_outbox drop constraint payment_outbox_kind_check;
alter table payment_outbox add constraint payment_outbox_kind_check check (kind in ('take', 'void', 'refund', 'capture'));

-- Of a captured deposit: what of it counts as paid towards the rental, less what was refunded of that part.
alter table payment_intent add column counted_minor bigint not null default 0 check (counted_minor >= 0);

create table capture_order (
  tenant_id text not null,
  intent_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- `refused`: the provider said no, or the hold had ended; nothing moved by this order, and people have to look.
  state text not null default 'ordered' check (state in ('ordered', 'captured', 'refused')),
  -- The provider's, of a refusal.
  code text,
  ordered_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, intent_id),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id),
  check ((state = 'ordered') = (ended_at is null))
);
alter table capture_order enable row level security;
alter table capture_order force row level security;
create policy capture_order_tenant on capture_order using (tenant_id = current_setting('app.tenant', true));
