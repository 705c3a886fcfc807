-- Passes in wallets follow what changes of the rental (DEC-280): what each said last, and who is to be told. Work of passes is found by a function of its own, so that
-- the one of all other work stays as it is. Additive: a server of the release before makes passes that are in no row and follow nothing, as they did.
create table wallet_pass (
  tenant_id text not null references tenant (id),
  reservation_id uuid not null,
  wallet text not null check (wallet in ('apple', 'google')),
  -- Of a pass that has one only.
  language text not null,
  -- As of which version of the rental it was looked at, and a digest of what it said then.
  seen_row_version integer not null,
  digest bytea not null,
  is_withdrawn boolean not null default false,
  made_at timestamptz not null default date_trunc('second', now()),
  -- Whole seconds, each change a later one: dates of HTTP have no more.
  changed_at timestamptz not null default date_trunc('second', now()),
  ends_at timestamptz not null,
  primary key (tenant_id, reservation_id, wallet),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index wallet_pass_ended on wallet_pass (ends_at);

-- Who has a pass: a device that registered, or the object at the other wallet.
create table wallet_receiver (
  tenant_id text not null references tenant (id),
  reservation_id uuid not null,
  wallet text not null,
  -- Keyed hash of the device's own name.
  receiver bytea not null,
  -- Where it is reached, sealed; null for the object.
  address bytea,
  attempts integer not null default 0,
  -- Null while it has what there is.
  due_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, reservation_id, wallet, receiver),
  foreign key (tenant_id, reservation_id, wallet) references wallet_pass (tenant_id, reservation_id, wallet) on delete cascade
);
create index wallet_receiver_due on wallet_receiver (due_at) where due_at is not null;
create index wallet_receiver_device on wallet_receiver (tenant_id, receiver);

do $$
declare
  name text;
begin
  foreach name in array array['wallet_pass', 'wallet_receiver'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I using (tenant_id = current_setting(''app.tenant'', true))', name || '_tenant', name);
    execute format('create policy %I on %I for select using (current_setting(''app.finds_work'', true) = ''on'' and current_user <> ''checkin_app'')', name || '_work', name);
  end loop;
end
$$;

-- As `tenants_with_work`, of passes: what `Work` in src/tenants/due-work.ts says of its kinds.
create function tenants_with_wallet_work(of_kind text, lead_seconds double precision) returns table (tenant_id text, since timestamptz)
language plpgsql stable security definer set search_path from current as $$
#variable_conflict use_column
declare
  until timestamptz := now() + make_interval(secs => lead_seconds);
begin
  perform set_config('app.finds_work', 'on', true);
  case of_kind
    when 'changed-passes' then
      return query select pass.tenant_id, min(reservation.updated_at) from wallet_pass pass
        join reservation on reservation.tenant_id = pass.tenant_id and reservation.id = pass.reservation_id
        where reservation.row_version <> pass.seen_row_version
          or pass.is_withdrawn = exists (select from access_link link where link.tenant_id = pass.tenant_id and link.reservation_id = pass.reservation_id and link.purpose = 'ticket' and link.revoked_at is null)
        group by 1;
    when 'wallet-updates' then
      return query select tenant_id, min(due_at) from wallet_receiver where due_at <= until group by 1;
    when 'ended-passes' then
      return query select tenant_id, min(ends_at) from wallet_pass where ends_at < until group by 1;
  end case;
  perform set_config('app.finds_work', '', true);
end
$$;
