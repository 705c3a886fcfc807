-- How often a session asked what is known of a person, so that nobody tries names, addresses or licences in bulk.

create table driver_check (
  tenant_id text not null,
  session_id uuid not null,
  kind text not null check (kind in ('driver', 'email', 'postal-code', 'tax-number', 'age')),
  window_started_at timestamptz not null default now(),
  asked integer not null default 0,
  primary key (tenant_id, session_id, kind)
);
alter table driver_check enable row level security;
alter table driver_check force row level security;
create policy driver_check_tenant on driver_check using (tenant_id = current_setting('app.tenant', true));

-- A driver is found by licence number however it is written, and by e-mail however it is capitalised.
create index driver_licence_number on driver (tenant_id, upper(regexp_replace(licence ->> 'id', '[^[:alnum:]]', '', 'g')));
create index driver_email on driver (tenant_id, lower(email));
