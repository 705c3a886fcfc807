-- What became of each import of reservations (API-81), so that one whose answer was lost is answered again instead of being done again. Additive.
create table fleet_import (
  tenant_id text not null references tenant (id),
  id uuid not null,
  -- SHA-256 of what was sent: another import under the same id is refused.
  digest bytea not null,
  -- Until when the process that works on it has it; null once it is done.
  leased_until timestamptz,
  -- References, names and codes of the rows; nothing personal.
  answer jsonb,
  began_at timestamptz not null default now(),
  primary key (tenant_id, id),
  check ((leased_until is null) = (answer is not null))
);
create index fleet_import_began on fleet_import (tenant_id, began_at);
alter table fleet_import enable row level security;
alter table fleet_import force row level security;
create policy fleet_import_tenant on fleet_import using (tenant_id = current_setting('app.tenant', true));
