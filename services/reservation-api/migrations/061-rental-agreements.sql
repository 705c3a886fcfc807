-- Pre-checkout: one row from the moment a renter proceeds, so that what was begun is finished whatever becomes of the process that began it.

create table rental_agreement (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  state text not null check (state in ('holding', 'held', 'made', 'open', 'signed', 'refused', 'failed', 'declined', 'superseded')),
  language text not null check (language in ('en', 'pt', 'fr')),
  row_version integer not null,
  -- What the agreement says, as it stood when the renter proceeded; null once personal data are deleted.
  facts jsonb,
  -- Deposit and amount due that are held together on the card, in minor units.
  deposit_minor bigint not null check (deposit_minor >= 0),
  due_minor bigint not null check (due_minor >= 0),
  -- What the provider really holds; null until it does.
  held_minor bigint,
  capture_before timestamptz,
  signer_name text,
  signer_email text,
  paper_id uuid,
  signed_paper_id uuid,
  -- Each request at the signature provider has an id of its own; a refused agreement can be asked for again.
  request_number integer not null default 1,
  provider_id text,
  signature_id text,
  -- Where it is signed, sealed: whoever has the address can sign.
  sealed_url bytea,
  return_token_hash bytea unique,
  summary_failed boolean not null default false,
  signature jsonb,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  created_at timestamptz not null default now(),
  failed_at timestamptz,
  signed_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade,
  foreign key (tenant_id, paper_id) references paper (tenant_id, id) on delete set null (paper_id),
  foreign key (tenant_id, signed_paper_id) references paper (tenant_id, id) on delete set null (signed_paper_id)
);
-- One at a time per reservation, by the database and not by code.
create unique index rental_agreement_live on rental_agreement (tenant_id, reservation_id) where state not in ('declined', 'superseded');
create index rental_agreement_due on rental_agreement (tenant_id, next_attempt_at) where state in ('holding', 'held', 'made', 'open');
create index rental_agreement_provider on rental_agreement (tenant_id, provider_id) where provider_id is not null;

alter table rental_agreement enable row level security;
alter table rental_agreement force row level security;
create policy rental_agreement_tenant on rental_agreement using (tenant_id = current_setting('app.tenant', true));
