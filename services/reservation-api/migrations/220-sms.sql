-- Codes may go by SMS to the number on file (DEC-230 to DEC-232). Additive: a server of the release before sends mail alone, and none of this is used before a tenant's
-- setting says so, which is switched on when every server is of this release.
alter table provider_account drop constraint provider_account_kind_check;
alter table provider_account add constraint provider_account_kind_check check (kind in ('card', 'wallet', 'sign', 'mail', 'events', 'sms'));

-- By which way a code went: one that came by SMS proves no e-mail address.
alter table login_code add column channel text not null default 'mail' check (channel in ('mail', 'sms'));

-- Keyed hash of the mobile number that the company or a renter who had proved a code gave; a number that it is not of gets no code.
alter table driver add column sms_number_hash bytea;

-- What is counted and reported of a message beside its row of the outbox, with which it goes. Numbers and networks are keyed hashes.
create table sms_message (
  tenant_id text not null references tenant (id),
  id uuid not null,
  reservation_id uuid not null,
  session_id uuid not null,
  number_hash bytea not null,
  network_hash bytea not null,
  created_at timestamptz not null default now(),
  reported text check (reported in ('delivered', 'undelivered')),
  primary key (tenant_id, id),
  foreign key (tenant_id, id) references mail_outbox (tenant_id, id) on delete cascade,
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
create index sms_message_counted on sms_message (tenant_id, created_at);
create index sms_message_reservation on sms_message (tenant_id, reservation_id);
create index sms_message_session on sms_message (tenant_id, session_id, created_at);
alter table sms_message enable row level security;
alter table sms_message force row level security;
create policy sms_message_tenant on sms_message using (tenant_id = current_setting('app.tenant', true));
