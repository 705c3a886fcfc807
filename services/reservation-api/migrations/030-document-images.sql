-- Pictures of documents. The picture itself lies outside the database, sealed with a key of its own; that key is kept here, sealed with the
-- tenant's key, which in turn is sealed with a key that no database ever sees. Deleting a row destroys the key, and with it the picture.

create table document_tenant_key (
  tenant_id text not null primary key,
  sealed_key bytea not null,
  created_at timestamptz not null default now()
);

create table document_image (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  role text not null check (role in ('main', 'additional')),
  part text not null check (part in ('document', 'licence', 'second_licence')),
  side text not null check (side in ('front', 'back')),
  sealed_key bytea not null,
  bytes integer not null check (bytes > 0),
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, reservation_id, role, part, side),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id)
);

-- Sealed pictures whose row is gone, until their bytes are removed too.
create table document_remains (
  tenant_id text not null,
  id uuid not null,
  primary key (tenant_id, id)
);

do $$
declare
  name text;
begin
  foreach name in array array['document_tenant_key', 'document_image', 'document_remains'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I using (tenant_id = current_setting(''app.tenant'', true))', name || '_tenant', name);
  end loop;
end
$$;
