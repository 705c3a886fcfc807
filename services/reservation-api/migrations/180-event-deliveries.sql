-- Events told to a company's own address (decision 0139): where, as an account of its own kind, and how far it was told. Additive: a server of the release
-- before tells nobody, and whoever takes over goes on where the last one stopped.
alter table provider_account drop constraint provider_account_kind_check;
alter table provider_account add constraint provider_account_kind_check check (kind in ('card', 'wallet', 'sign', 'mail', 'events'));

create table fleet_event_delivery (
  tenant_id text primary key references tenant (id),
  -- Number of the last event that the company's system has acknowledged.
  delivered bigint not null check (delivered >= 0),
  -- Tries since then; each takes the row for as long as a try may last.
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  failing_since timestamptz,
  -- Status of the answer or code of the network, nothing of what was said.
  last_error text
);
alter table fleet_event_delivery enable row level security;
alter table fleet_event_delivery force row level security;
create policy fleet_event_delivery_tenant on fleet_event_delivery using (tenant_id = current_setting('app.tenant', true));
