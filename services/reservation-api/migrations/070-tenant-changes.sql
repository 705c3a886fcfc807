-- Who changed a tenant's settings, from what to what. Append-only: no update, no delete.
create table tenant_change (
  tenant_id text not null references tenant (id),
  revision integer not null,
  changed_at timestamptz not null default now(),
  actor text not null,
  before jsonb,
  after jsonb not null,
  primary key (tenant_id, revision)
);
create function tenant_change_stays() returns trigger language plpgsql as $$
begin
  raise exception 'a recorded change stays as it is';
end
$$;
create trigger tenant_change_stays before update or delete on tenant_change for each row execute function tenant_change_stays();
