-- That the terms of a reservation were agreed to: once, the first date is kept (API-08).

create table terms_acceptance (
  tenant_id text not null,
  reservation_id uuid not null,
  accepted_on date not null,
  recorded_at timestamptz not null default now(),
  session_id uuid not null,
  primary key (tenant_id, reservation_id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);

alter table terms_acceptance enable row level security;
alter table terms_acceptance force row level security;
create policy terms_acceptance_tenant on terms_acceptance using (tenant_id = current_setting('app.tenant', true));
