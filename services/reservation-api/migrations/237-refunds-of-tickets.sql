-- What a renter takes back by the ticket is refunded of its payment (DEC-282), beside the one refund that the company orders, which counts as the first: these
-- have numbers from 2, by which the provider knows them. Additive: a server of the release before leaves jobs of the new kind to one that knows them.
alter table payment_outbox drop constraint payment_outbox_kind_check;
alter table payment_outbox add constraint payment_outbox_kind_check check (kind in ('take', 'void', 'refund', 'capture', 'ticket-refund'));

create table ticket_refund (
  tenant_id text not null,
  intent_id uuid not null,
  number smallint not null check (number >= 2),
  amount_minor bigint not null check (amount_minor > 0),
  -- `refused`: the provider said no, nothing moved, and the company has to.
  state text not null default 'ordered' check (state in ('ordered', 'refunded', 'refused')),
  -- The provider's, of a refusal.
  code text,
  ordered_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (tenant_id, intent_id, number),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id),
  check ((state = 'ordered') = (ended_at is null))
);
alter table ticket_refund enable row level security;
alter table ticket_refund force row level security;
create policy ticket_refund_tenant on ticket_refund using (tenant_id = current_setting('app.tenant', true));

-- The vehicle that an upgrade of the renter replaced, by which it is taken back; null without one.
alter table reservation add column vehicle_before jsonb;
