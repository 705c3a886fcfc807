-- Figures of all tenants are counted only where there is something to count: with hundreds of tenants most have nobody at the page. As `tenants_with_work`, the function
-- alone sees rows of every tenant, and answers their ids only. Additive.
create policy offer_answer_work on offer_answer for select using (current_setting('app.finds_work', true) = 'on' and current_user <> 'checkin_app');

-- `check-ins`: sessions of two days at the most, because a tenant's own day may have begun earlier than this database's. `offer-answers`: any at all.
create function tenants_with_figures(of_kind text) returns table (tenant_id text)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
begin
  perform set_config('app.finds_work', 'on', true);
  if of_kind = 'check-ins' then
    return query select id from tenant where exists (select from renter_session session where session.tenant_id = tenant.id and session.created_at > now() - interval '2 days' and session.level <> 'pending');
  elsif of_kind = 'offer-answers' then
    return query select id from tenant where exists (select from offer_answer answer where answer.tenant_id = tenant.id);
  else
    raise exception 'no figures of kind %', of_kind;
  end if;
  perform set_config('app.finds_work', '', true);
end
$$;
