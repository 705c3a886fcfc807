-- The looks for pictures whose time is over read the rental of each picture and its tenant's settings: with three million reservations 27 seconds of the 30 that a statement may
-- take (decision 0287). They read each rental once, and settings once for each tenant; what they answer is what it was. Additive: a server of the release before asks the same.

-- Tenants that have work of a kind which is due `lead_seconds` from now or before, and since when; `Work` in src/tenants/due-work.ts says what the kinds are. A
-- tenant too many costs one look, so a condition that is dear to ask of all is left to that look; one too few would be work that nobody does.
create or replace function tenants_with_work(of_kind text, lead_seconds double precision) returns table (tenant_id text, since timestamptz)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  until timestamptz := now() + make_interval(secs => lead_seconds);
begin
  perform set_config('app.finds_work', 'on', true);
  case of_kind
    when 'mails' then
      return query select tenant_id, min(next_attempt_at) from mail_outbox where state = 'queued' and next_attempt_at <= until group by 1;
    when 'payment-jobs' then
      return query select tenant_id, min(next_attempt_at) from payment_outbox where state = 'queued' and next_attempt_at <= until and (leased_until is null or leased_until < until) group by 1;
    when 'approved-orders' then
      return query select tenant_id, min(coalesce(decided_at, ordered_at)) from money_order where state = 'approved' and coalesce(decided_at, ordered_at) <= until group by 1;
    when 'agreements' then
      return query select tenant_id, min(next_attempt_at) from rental_agreement
        where state in ('holding', 'held', 'made', 'open', 'withdrawing') and next_attempt_at <= until and (leased_until is null or leased_until < until) group by 1;
    when 'changed-agreements' then
      return query select agreement.tenant_id, min(agreement.created_at) from rental_agreement agreement
        join reservation on reservation.tenant_id = agreement.tenant_id and reservation.id = agreement.reservation_id
        where agreement.state in ('holding', 'held', 'made', 'open', 'refused', 'failed') and agreement.seen_row_version is distinct from reservation.row_version
          and reservation.erased_at is null group by 1;
    when 'forgotten-holds' then
      return query select intent.tenant_id, min(intent.updated_at) from payment_intent intent
        where intent.purpose = 'deposit' and intent.state = 'authorised' and not intent.is_aside
          and not exists (select from rental_agreement agreement where agreement.tenant_id = intent.tenant_id and agreement.reservation_id = intent.reservation_id and agreement.state not in ('declined', 'superseded'))
          and not exists (select from payment_outbox job where job.tenant_id = intent.tenant_id and job.intent_id = intent.id and job.kind = 'void' and job.state = 'queued') group by 1;
    when 'events' then
      return query select delivery.tenant_id, delivery.next_attempt_at from fleet_event_delivery delivery
        where delivery.next_attempt_at <= until
          and (exists (select from fleet_event_counter counter where counter.tenant_id = delivery.tenant_id and counter.last_number > delivery.delivered)
            or exists (select from fleet_event event where event.tenant_id = delivery.tenant_id and event.number < 0))
          and (select sealed is not null from provider_account account where account.tenant_id = delivery.tenant_id and account.kind = 'events' order by account.revision desc limit 1);
    when 'unnumbered-events' then
      return query select tenant.id, oldest.occurred_at from tenant
        cross join lateral (select occurred_at from fleet_event event where event.tenant_id = tenant.id and event.number < 0 order by event.number desc limit 1) oldest;
    when 'new-receivers' then
      return query select account.tenant_id, min(account.changed_at) from provider_account account
        where account.kind = 'events' and not exists (select from fleet_event_delivery delivery where delivery.tenant_id = account.tenant_id)
        group by 1 having (array_agg(account.sealed is not null order by account.revision desc))[1];
    when 'unchecked-payments' then
      return query select tenant_id, min(updated_at) from payment_intent where checked_at is null and updated_at < until and state not in ('created', 'sent', 'awaiting') group by 1;
    when 'ended-holds' then
      return query select tenant_id, min(capture_before) from payment_intent where state = 'authorised' and capture_before < until and checked_at < capture_before group by 1;
    when 'holds-to-renew' then
      return query select intent.tenant_id, min(intent.capture_before) from payment_intent intent
        where intent.purpose = 'deposit' and intent.state = 'authorised' and not intent.is_aside and intent.capture_before > now() and intent.capture_before < until
          and not exists (select from payment_intent renewal where renewal.tenant_id = intent.tenant_id and renewal.renews = intent.id) group by 1;
    when 'holds-to-warn-of' then
      return query select tenant_id, min(capture_before) from payment_intent where state = 'authorised' and not is_aside and hold_warned_at is null and capture_before < until group by 1;
    when 'sessions' then
      return query select tenant_id, min(created_at) from renter_session where created_at < until group by 1;
    when 'codes' then
      return query select tenant_id, min(created_at) from login_code where created_at < until group by 1;
    when 'finished-mails' then
      return query select tenant_id, min(created_at) from mail_outbox where state <> 'queued' and created_at < until group by 1;
    when 'links' then
      return query select tenant_id, min(expires_at) from access_link where expires_at < until group by 1;
    when 'guards' then
      return query select tenant_id, min(window_started_at) from guess_guard where window_started_at < until and (locked_until is null or locked_until < now()) group by 1;
    when 'driver-checks' then
      return query select tenant_id, min(window_started_at) from driver_check where window_started_at < until group by 1;
    when 'payment-keys' then
      return query select tenant_id, min(created_at) from payment_key where created_at < until group by 1;
    when 'idempotent-requests' then
      return query select tenant_id, min(started_at) from keyed_call where started_at < until group by 1;
    when 'drafts' then
      return query select tenant_id, min(updated_at) from form_draft where updated_at < until group by 1;
    when 'pictures' then
      -- Each rental once, however many pictures it has.
      return query select picture.tenant_id, min(reservation.check_in_at) at time zone 'UTC' from (select distinct image.tenant_id, image.reservation_id from document_image image) picture
        join reservation on reservation.tenant_id = picture.tenant_id and reservation.id = picture.reservation_id
        where reservation.check_in_at < until at time zone 'UTC' group by 1;
    when 'personal-data' then
      -- The oldest of each tenant by its index: how many rentals there are costs nothing.
      return query select tenant.id, oldest.check_in_at at time zone 'UTC' from tenant
        cross join lateral (select check_in_at from reservation where reservation.tenant_id = tenant.id and erased_at is null order by check_in_at limit 1) oldest
        where oldest.check_in_at < until at time zone 'UTC';
    when 'kept-pdfs' then
      return query select tenant_id, min(pdfs_until) from reservation where pdfs_until < until and erased_at is not null group by 1;
    when 'handed-pictures' then
      return query select way.tenant_id, min(way.expires_at) from picture_hand_over way
        where way.expires_at < until and exists (select from handed_picture picture where picture.tenant_id = way.tenant_id and picture.hand_over_id = way.id) group by 1;
    when 'invitations' then
      return query select tenant_id, min(coalesce(done_at, ended_at, expires_at)) from driver_invitation where coalesce(done_at, ended_at, expires_at) < until group by 1;
    when 'remains' then
      return query select tenant_id, now() from document_remains group by 1;
  end case;
  perform set_config('app.finds_work', '', true);
end
$$;

-- How long work of any tenant waits already, as 251 has it.
create or replace function oldest_waiting_work(of_kind text) returns table (tenants bigint, since timestamptz)
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
      -- Those without a number come after all others, the first of them first.
      return query select count(*), min(first.occurred_at) from fleet_event_delivery delivery
        cross join lateral (select coalesce(
          (select event.occurred_at from fleet_event event where event.tenant_id = delivery.tenant_id and event.number > delivery.delivered order by event.number limit 1),
          (select event.occurred_at from fleet_event event where event.tenant_id = delivery.tenant_id and event.number < 0 order by event.number desc limit 1)) as occurred_at) first
        where first.occurred_at is not null
          and (select account.sealed is not null from provider_account account where account.tenant_id = delivery.tenant_id and account.kind = 'events' order by account.revision desc limit 1);
    when 'retention' then
      -- Settings that cannot be read are told by another alert.
      return query select count(distinct ended.tenant_id), min(ended.since) from (
        -- Of each tenant the earliest return, so that its settings are read once and not for each picture.
        select tenant.id as tenant_id, earliest.check_in_at at time zone 'UTC' + make_interval(days => (tenant.settings -> 'documentRetentionDays')::int) as since from (
          select picture.tenant_id, min(reservation.check_in_at) as check_in_at from (select distinct image.tenant_id, image.reservation_id from document_image image) picture
            join reservation on reservation.tenant_id = picture.tenant_id and reservation.id = picture.reservation_id group by 1) earliest
          join tenant on tenant.id = earliest.tenant_id where jsonb_typeof(tenant.settings -> 'documentRetentionDays') = 'number'
        union all select tenant.id, oldest.check_in_at at time zone 'UTC' + make_interval(days => (tenant.settings -> 'personalDataRetentionDays')::int) from tenant
          cross join lateral (select reservation.check_in_at from reservation where reservation.tenant_id = tenant.id and reservation.erased_at is null order by reservation.check_in_at limit 1) oldest
          where jsonb_typeof(tenant.settings -> 'personalDataRetentionDays') = 'number'
        union all select reservation.tenant_id, reservation.pdfs_until from reservation where reservation.pdfs_until < now() and reservation.erased_at is not null) ended
        where ended.since < now();
  end case;
  perform set_config('app.finds_work', '', true);
end
$$;
