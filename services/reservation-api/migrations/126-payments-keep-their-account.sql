-- A payment ends at the account that it began with. Null: the environment's account, which is where everything of before is. Additive: an older
-- process writes null and reads nothing of it, so accounts are set only when no older process runs any more.

alter table payment_intent add column account_revision integer;
-- Whether an older revision still has payments is asked at every callback.
create index payment_intent_account on payment_intent (tenant_id, provider, account_revision);

create function keep_payment_account() returns trigger language plpgsql as $$
begin
  if new.account_revision is distinct from old.account_revision then
    raise exception 'a payment stays with the account that it began with';
  end if;
  return new;
end
$$;
create trigger payment_intent_account_kept before update of account_revision on payment_intent for each row execute function keep_payment_account();
