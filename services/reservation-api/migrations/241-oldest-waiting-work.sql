-- How long work of any tenant waits already, for alerts (DEC-317): since when it is there, not since when it is due for another try, because what is repeated in
-- vain is due again and again. As `tenants_with_work`, the function alone sees rows of every tenant, and answers a number and a time only. Additive.
create policy fleet_event_work on fleet_event for select using (current_setting('app.finds_work', true) = 'on' and current_user <> 'checkin_app');

create function oldest_waiting_work(of_kind text) returns table (tenants bigint, since timestamptz)
language plpgsql stable security definer set search_path from current as $$
begin
  perform set_config('app.finds_work', 'on', true);
  case of_kind
    when 'mail' then
      return query select count(distinct mail.tenant_id), min(mail.created_at) from mail_outbox mail where mail.state = 'queued';
    when 'payment-orders' then
      -- An order for a later hour waits from then on.
      return query select count(distinct waiting.tenant_id), min(waiting.since) from (
        select job.tenant_id, case when job.attempts > 0 then job.created_at else job.next_attempt_at end as since from payment_outbox job where job.state = 'queued' and (job.attempts > 0 or job.next_attempt_at <= now())
        union all select ordered.tenant_id, coalesce(ordered.decided_at, ordered.ordered_at) from money_order ordered where ordered.state = 'approved') waiting;
    when 'agreements' then
      -- An open one waits for its renter, not for us.
      return query select count(distinct agreement.tenant_id), min(coalesce(agreement.outdated_at, agreement.created_at)) from rental_agreement agreement
        where agreement.state in ('holding', 'held', 'made', 'withdrawing');
    when 'deliveries' then
      return query select count(*), min(first.occurred_at) from fleet_event_delivery delivery
        join fleet_event_counter counter on counter.tenant_id = delivery.tenant_id and counter.last_number > delivery.delivered
        cross join lateral (select event.occurred_at from fleet_event event where event.tenant_id = delivery.tenant_id and event.number > delivery.delivered order by event.number limit 1) first
        where (select account.sealed is not null from provider_account account where account.tenant_id = delivery.tenant_id and account.kind = 'events' order by account.revision desc limit 1);
    when 'retention' then
      -- Settings that cannot be read are told by another alert.
      return query select count(distinct ended.tenant_id), min(ended.since) from (
        select picture.tenant_id, reservation.check_in_at at time zone 'UTC' + make_interval(days => (tenant.settings -> 'documentRetentionDays')::int) as since from document_image picture
          join reservation on reservation.tenant_id = picture.tenant_id and reservation.id = picture.reservation_id
          join tenant on tenant.id = picture.tenant_id where jsonb_typeof(tenant.settings -> 'documentRetentionDays') = 'number'
        union all select tenant.id, oldest.check_in_at at time zone 'UTC' + make_interval(days => (tenant.settings -> 'personalDataRetentionDays')::int) from tenant
          cross join lateral (select reservation.check_in_at from reservation where reservation.tenant_id = tenant.id and reservation.erased_at is null order by reservation.check_in_at limit 1) oldest
          where jsonb_typeof(tenant.settings -> 'personalDataRetentionDays') = 'number'
        union all select reservation.tenant_id, reservation.pdfs_until from reservation where reservation.pdfs_until < now() and reservation.erased_at is not null) ended
        where ended.since < now();
  end case;
  perform set_config('app.finds_work', '', true);
end
$$;
