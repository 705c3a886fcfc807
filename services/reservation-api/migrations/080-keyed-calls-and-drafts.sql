-- What became of a renter's call, by the Idempotency-Key that it came with: a page whose answer got lost asks here, not by trying again.
create table keyed_call (
  tenant_id text not null,
  session_id uuid not null,
  request_key text not null check (length(request_key) between 8 and 128),
  reservation_id uuid not null,
  call text not null,
  state text not null check (state in ('working', 'done', 'refused')),
  started_at timestamptz not null default now(),
  primary key (tenant_id, session_id, request_key)
);
create index keyed_call_age on keyed_call (tenant_id, started_at);

-- What was typed into a form and is not saved yet. Sealed: numbers of documents are among it, images never.
create table form_draft (
  tenant_id text not null,
  reservation_id uuid not null,
  form text not null check (length(form) between 1 and 120),
  sealed_texts bytea not null,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, reservation_id, form)
);
create index form_draft_age on form_draft (tenant_id, updated_at);

do $$
declare
  name text;
begin
  foreach name in array array['keyed_call', 'form_draft'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I using (tenant_id = current_setting(''app.tenant'', true))', name || '_tenant', name);
  end loop;
end
$$;
