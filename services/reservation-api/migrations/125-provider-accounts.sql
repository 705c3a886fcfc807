-- Each company's own accounts at the card provider, the wallet, the signature provider and the mail server. A revision never changes, so that a payment
-- that began with one ends with it; only its seal may be made anew with another key. Additive: without rows everything goes on as before.

create table provider_account (
  tenant_id text not null references tenant (id),
  kind text not null check (kind in ('card', 'wallet', 'sign', 'mail')),
  revision integer not null check (revision > 0),
  -- AES-256-GCM, bound to tenant, kind and revision; null switches this way off.
  sealed bytea,
  -- Which key seals it, so that keys can be changed one row at a time.
  key_id text,
  -- What is no secret: addresses, user names, public keys.
  public_parts jsonb not null default '{}',
  changed_at timestamptz not null default now(),
  actor text not null,
  primary key (tenant_id, kind, revision),
  check ((sealed is null) = (key_id is null))
);

create function keep_provider_account() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or (new.tenant_id, new.kind, new.revision, new.public_parts, new.changed_at, new.actor, new.sealed is null)
     is distinct from (old.tenant_id, old.kind, old.revision, old.public_parts, old.changed_at, old.actor, old.sealed is null) then
    raise exception 'a revision of an account stays as it is';
  end if;
  return new;
end
$$;
create trigger provider_account_kept before update or delete on provider_account for each row execute function keep_provider_account();

alter table provider_account enable row level security;
alter table provider_account force row level security;
create policy provider_account_tenant on provider_account using (tenant_id = current_setting('app.tenant', true));

-- Who changed which account, for the list of changes over all tenants, which names no tenant first; like tenant_change it holds no secret.
create table provider_account_change (
  tenant_id text not null references tenant (id),
  kind text not null,
  revision integer not null,
  changed_at timestamptz not null default now(),
  actor text not null,
  -- Names of the parts that differ from the revision before; never what they are.
  fields jsonb not null,
  primary key (tenant_id, kind, revision)
);
create trigger provider_account_change_stays before update or delete on provider_account_change for each row execute function tenant_change_stays();
