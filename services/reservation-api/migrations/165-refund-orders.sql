-- Refunds that a company orders (decision 0131): one per payment, because a provider knows a refund by one id of ours, and its amount never changes. Additive:
-- a server of the release before leaves jobs of the new kind to one that knows them.
alter table payment_outbox drop constraint payment_outbox_kind_check;
alter table payment_outbox add constraint payment_outbox_kind_check check (kind in ('take', 'void', 'refund'));

create table refund_order (
  tenant_id text not null,
  intent_id uuid not null,
  amount_minor bigint not null check (amount_minor > 0),
  -- `refused`: the provider said no, nothing moved, and people have to look.
  state text not null default 'ordered' check (state in ('ordered', 'refunded', 'refused')),
  -- The provider's, of a refusal.
  code text,
  ordered_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, intent_id),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id),
  check ((state = 'ordered') = (ended_at is null))
);
alter table refund_order enable row level security;
alter table refund_order force row level security;
create policy refund_order_tenant on refund_order using (tenant_id = current_setting('app.tenant', true));
