-- Which payment an operator's order was begun with: written with the order of that payment in one transaction, so that an approved order is begun once, whichever
-- process does it (decision 0140). Additive: a server of the release before leaves it empty, and the result says how it stood then.
alter table money_order add column begun_intent_id uuid;
alter table money_order add foreign key (tenant_id, begun_intent_id) references payment_intent (tenant_id, id);
