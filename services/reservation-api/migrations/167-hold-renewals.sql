-- A new hold before the old one ends (decision 0133): both are held for a moment, and only one of them is in force. Additive: a payment of a server of the release
-- before renews nothing and is never aside.
alter table payment_intent
  -- The hold in whose place it is to come.
  add column renews uuid,
  -- Not the hold in force: a renewal that is not held yet, or a hold that a renewal has replaced.
  add column is_aside boolean not null default false,
  add foreign key (tenant_id, renews) references payment_intent (tenant_id, id),
  add constraint payment_intent_renews_deposit check (purpose = 'deposit' or (renews is null and not is_aside));

drop index payment_intent_live;
create unique index payment_intent_live on payment_intent (tenant_id, reservation_id, purpose)
  where state in ('created', 'sent', 'awaiting', 'authorised') and not is_aside;
-- One renewal of a hold at a time.
create unique index payment_intent_renewal on payment_intent (tenant_id, renews)
  where renews is not null and state in ('created', 'sent', 'awaiting', 'authorised');
