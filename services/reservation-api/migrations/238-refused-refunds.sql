-- A refund by a ticket that the provider refused needs a person (DEC-282): its tenants are found with the others, as 215 has it. Additive.
create policy ticket_refund_work on ticket_refund for select using (current_setting('app.finds_work', true) = 'on' and current_user <> 'checkin_app');

create or replace function tenants_with_attention() returns table (tenant_id text)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
begin
  perform set_config('app.finds_work', 'on', true);
  return query
    select tenant_id from mail_outbox where state in ('failed', 'queued')
    union select tenant_id from reconciliation_break where resolved_at is null
    union select tenant_id from payment_intent where state = 'sent' or renews is not null or (state = 'authorised' and hold_warned_at is not null)
    union select tenant_id from payment_outbox where kind = 'void' and state = 'queued'
    union select tenant_id from ticket_refund where state = 'refused'
    union select tenant_id from money_order where state in ('waiting', 'approved')
    union select tenant_id from rental_agreement where state in ('failed', 'open', 'withdrawing') or is_stale
    union select tenant_id from fleet_event_delivery where failing_since is not null
    union select tenant_id from fleet_token group by 1 having max(expires_at) < now() + interval '15 days';
  perform set_config('app.finds_work', '', true);
end
$$;
