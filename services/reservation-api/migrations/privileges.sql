-- What the role that services work as may not do, applied after new migrations and after a restore (decision 0129).

-- Only ever added to.
revoke update, delete on payment_ledger, tenant_change, provider_account, provider_account_change, fleet_token_change, personal_data_reading, attention_change from checkin_app;

-- What a payment is about never changes (I4): reservation, purpose, amount, currency, version, account and the number at the provider.
revoke update, delete on payment_intent from checkin_app;
grant update (provider_id, state, means, redirect_url, is_redirect_framed, code, card, capture_before, cancel_reason, sent_at, settled_at, checked_at, hold_warned_at, counted_minor, is_aside, updated_at)
  on payment_intent to checkin_app;

-- What was ordered to be refunded or captured never changes, only what became of it.
revoke update, delete on refund_order, ticket_refund, capture_order from checkin_app;
grant update (state, code, ended_at) on refund_order to checkin_app;
grant update (state, code, ended_at) on ticket_refund to checkin_app;
grant update (state, code, ended_at) on capture_order to checkin_app;

-- What an operator ordered, and who did, never changes; only what became of it.
revoke update, delete on money_order from checkin_app;
grant update (state, decider, decided_at, result, begun_intent_id) on money_order to checkin_app;

-- Which tenants may have something that needs a person.
revoke execute on function tenants_with_attention() from public;
grant execute on function tenants_with_attention() to checkin_app;

-- Of which tenants there is something to count.
revoke execute on function tenants_with_figures(text) from public;
grant execute on function tenants_with_figures(text) to checkin_app;

-- Which tenants have work: asked by the workers, and by nobody else.
revoke execute on function tenants_with_work(text, double precision) from public;
grant execute on function tenants_with_work(text, double precision) to checkin_app;

-- How long work waits, for the metrics of the workers.
revoke execute on function oldest_waiting_work(text) from public;
grant execute on function oldest_waiting_work(text) to checkin_app;

-- A tenant's key itself never changes, only what wraps it and whether it is the one that seals.
revoke update on data_key from checkin_app;
grant update (wrapped, wrapped_with, is_current) on data_key to checkin_app;

-- The same of passes in wallets.
revoke execute on function tenants_with_wallet_work(text, double precision) from public;
grant execute on function tenants_with_wallet_work(text, double precision) to checkin_app;

-- What renters are asked to agree to never changes; a version that has not begun may be taken back as a whole.
revoke update on terms_document from checkin_app;
