-- What is only ever added to is kept by the rights of the role that services work as (privileges.sql) instead of triggers, and what a row says of its own
-- state by constraints (decision 0129). Additive for a process of an earlier release: it never did what is refused now.

drop trigger payment_intent_kept on payment_intent;
drop trigger payment_intent_account_kept on payment_intent;
drop trigger payment_ledger_kept on payment_ledger;
drop trigger tenant_change_stays on tenant_change;
drop trigger provider_account_kept on provider_account;
drop trigger provider_account_change_stays on provider_account_change;
drop function keep_payment_intent();
drop function keep_payment_account();
drop function keep_payment_ledger();
drop function tenant_change_stays();
drop function keep_provider_account();

alter table payment_intent
  add constraint payment_intent_ended check ((settled_at is null) = (state in ('created', 'sent', 'awaiting'))),
  add constraint payment_intent_means_forgotten check (means is null or state in ('created', 'sent', 'awaiting')),
  -- A balance is charged at once, a deposit held first (I8).
  add constraint payment_intent_purpose_fits check (case when state = 'paid' then purpose = 'balance' when state in ('authorised', 'captured', 'voided') then purpose = 'deposit' else true end);
