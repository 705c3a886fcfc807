-- Mail that must leave: written in the same transaction as its cause, sent by a worker, tried again while SMTP is down.

create table mail_outbox (
  tenant_id text not null,
  id uuid not null,
  kind text not null,
  reservation_id uuid not null,
  to_address text,
  language text not null check (language in ('en', 'pt', 'fr')),
  -- Encrypted, because it may hold a code; emptied with the address as soon as the mail needs no more tries.
  payload bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'expired', 'cancelled')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  last_error text,
  primary key (tenant_id, id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index mail_outbox_due on mail_outbox (tenant_id, next_attempt_at) where state = 'queued';
create index mail_outbox_reservation on mail_outbox (tenant_id, reservation_id);

alter table mail_outbox enable row level security;
alter table mail_outbox force row level security;
create policy mail_outbox_tenant on mail_outbox using (tenant_id = current_setting('app.tenant', true));
