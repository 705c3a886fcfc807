-- Licences, documents, tax numbers, birth dates, addresses and telephone numbers lie sealed with a key of their tenant's own (decision 0190), and are found by keyed
-- hashes. Additive: the clear columns stay for one release and are read where a row is not sealed. A tenant that was there before is sealed when an operator says so,
-- because servers of the release before read the clear columns only; a new one from its first reservation on.
create table data_key (
  tenant_id text not null references tenant (id),
  id uuid not null,
  -- The key, wrapped with a key that no database ever sees; `wrapped_with` names that one. Wrapped anew when that one is changed, itself never changed.
  wrapped bytea not null,
  wrapped_with text not null,
  is_current boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create unique index data_key_current on data_key (tenant_id) where is_current;
alter table data_key enable row level security;
alter table data_key force row level security;
create policy data_key_tenant on data_key using (tenant_id = current_setting('app.tenant', true));

alter table tenant
  add column seals_personal_data boolean not null default false,
  -- Since when rows of this tenant are brought into the form that is wanted now; null when all are.
  add column resealing_since timestamptz;
alter table tenant alter column seals_personal_data set default true;

-- Everything personal of a driver but the name, as one sealed value; the clear columns are empty then. A key in use cannot be deleted.
alter table driver
  add column sealed bytea,
  add column sealed_with uuid,
  add column licence_hash bytea,
  add column email_hash bytea,
  add constraint driver_sealed_with foreign key (tenant_id, sealed_with) references data_key (tenant_id, id),
  add constraint driver_sealed_whole check ((sealed is null) = (sealed_with is null));
create index driver_sealed_with on driver (tenant_id, sealed_with);
create index driver_licence_hash on driver (tenant_id, licence_hash) where licence_hash is not null;
create index driver_email_hash on driver (tenant_id, email_hash) where email_hash is not null;

-- The licences that the company does not rent to.
alter table reservation
  add column sealed bytea,
  add column sealed_with uuid,
  add constraint reservation_sealed_with foreign key (tenant_id, sealed_with) references data_key (tenant_id, id),
  add constraint reservation_sealed_whole check ((sealed is null) = (sealed_with is null));
create index reservation_sealed_with on reservation (tenant_id, sealed_with) where sealed is not null;

-- Birth dates and licences of the drivers whom an agreement names.
alter table rental_agreement
  add column sealed bytea,
  add column sealed_with uuid,
  add constraint rental_agreement_sealed_with foreign key (tenant_id, sealed_with) references data_key (tenant_id, id),
  add constraint rental_agreement_sealed_whole check ((sealed is null) = (sealed_with is null));
create index rental_agreement_sealed_with on rental_agreement (tenant_id, sealed_with) where sealed is not null;
create index tenant_resealing on tenant (resealing_since) where resealing_since is not null;
