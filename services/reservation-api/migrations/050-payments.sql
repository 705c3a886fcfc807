-- Money of renters (reliability notes, section 1). A payment and the order to a provider are written together before anybody is called, the
-- merchant transaction id is made once and sent for ever, and at most one live payment of a reservation and purpose can exist (I5).

create table payment_intent (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  purpose text not null check (purpose in ('balance', 'deposit')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  -- The version of the reservation that the payer saw.
  row_version integer not null,
  merchant_transaction_id text not null,
  provider text not null,
  provider_id text,
  state text not null default 'created' check (state in
    ('created', 'sent', 'awaiting', 'paid', 'refunded', 'authorised', 'captured', 'voided', 'declined', 'cancelled', 'expired')),
  -- One-time token or saved card, sealed; forgotten with the first final answer.
  means bytea,
  keeps_card boolean not null,
  session_id uuid not null,
  redirect_url text,
  is_redirect_framed boolean not null default false,
  code text,
  -- As the provider masks it.
  card jsonb check (card is null or card ->> 'masked' !~ '[0-9]{7}'),
  capture_before timestamptz,
  -- Somebody gave it up: it ends as soon as the provider confirms.
  cancel_reason text check (cancel_reason in ('renter', 'deadline')),
  deadline_at timestamptz not null,
  sent_at timestamptz,
  settled_at timestamptz,
  -- When the provider was last asked whether it agrees with how this ended.
  checked_at timestamptz,
  hold_warned_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, merchant_transaction_id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id)
);
create unique index payment_intent_live on payment_intent (tenant_id, reservation_id, purpose)
  where state in ('created', 'sent', 'awaiting', 'authorised');
create index payment_intent_latest on payment_intent (tenant_id, reservation_id, purpose, created_at desc);
create index payment_intent_unchecked on payment_intent (tenant_id, updated_at) where checked_at is null;

-- What an Idempotency-Key began (DEC-48): the same key never begins a second payment.
create table payment_key (
  tenant_id text not null,
  reservation_id uuid not null,
  client_key text not null,
  body_digest text not null,
  intent_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, reservation_id, client_key),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id)
);

-- What has to be done at a provider: `take` brings a payment to its end whatever that takes, `void` gives a hold back.
create table payment_outbox (
  tenant_id text not null,
  id uuid not null,
  intent_id uuid not null,
  kind text not null check (kind in ('take', 'void')),
  state text not null default 'queued' check (state in ('queued', 'done', 'dropped')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  leased_until timestamptz,
  last_outcome text,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id)
);
create unique index payment_outbox_queued on payment_outbox (tenant_id, intent_id, kind) where state = 'queued';
create index payment_outbox_due on payment_outbox (tenant_id, next_attempt_at) where state = 'queued';

-- Every event that a provider sent, once. What became of it stays readable.
create table provider_inbox (
  tenant_id text not null,
  provider text not null,
  event_id text not null,
  merchant_transaction_id text not null,
  outcome jsonb not null,
  state text not null check (state in ('applied', 'asked', 'late', 'early', 'mismatch', 'unmatched')),
  received_at timestamptz not null default now(),
  primary key (tenant_id, provider, event_id)
);
create index provider_inbox_early on provider_inbox (tenant_id, provider, merchant_transaction_id) where state = 'early';

-- Money that moved: only ever added to.
create table payment_ledger (
  tenant_id text not null,
  id uuid not null,
  intent_id uuid not null,
  reservation_id uuid not null,
  kind text not null check (kind in ('charge', 'refund', 'hold', 'void', 'capture')),
  amount_minor bigint not null check (amount_minor > 0),
  currency text not null,
  provider text not null,
  provider_id text not null,
  recorded_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, intent_id) references payment_intent (tenant_id, id)
);
-- Whatever the code does, one payment is booked once (I2).
create unique index payment_ledger_once on payment_ledger (tenant_id, intent_id, kind) where kind <> 'refund';
create index payment_ledger_reservation on payment_ledger (tenant_id, reservation_id);

-- Where the provider and we do not agree: for people to mend.
create table reconciliation_break (
  tenant_id text not null,
  id uuid not null,
  kind text not null check (kind in ('unknown-transaction', 'wrong-amount', 'late-money', 'not-at-provider')),
  provider text not null,
  merchant_transaction_id text not null,
  reservation_id uuid,
  expected jsonb not null,
  reported jsonb not null,
  found_at timestamptz not null default now(),
  resolved_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, kind, provider, merchant_transaction_id)
);

-- Invariants I4 and I9 and the ledger's permanence hold against every query, not only against ours.
create function keep_payment_intent() returns trigger language plpgsql as $$
begin
  if (new.reservation_id, new.purpose, new.amount_minor, new.currency, new.row_version, new.merchant_transaction_id, new.provider)
     is distinct from
     (old.reservation_id, old.purpose, old.amount_minor, old.currency, old.row_version, old.merchant_transaction_id, old.provider) then
    raise exception 'what a payment is about never changes';
  end if;
  if old.state in ('declined', 'cancelled', 'expired', 'voided', 'refunded') and new.state <> old.state
     or old.state in ('paid', 'captured') and new.state not in (old.state, 'refunded') then
    raise exception 'a payment that ended as % stays so', old.state;
  end if;
  return new;
end
$$;
create trigger payment_intent_kept before update on payment_intent for each row execute function keep_payment_intent();

create function keep_payment_ledger() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is only ever added to';
end
$$;
create trigger payment_ledger_kept before update or delete on payment_ledger for each row execute function keep_payment_ledger();

do $$
declare
  name text;
begin
  foreach name in array array['payment_intent', 'payment_key', 'payment_outbox', 'provider_inbox', 'payment_ledger', 'reconciliation_break'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy %I on %I using (tenant_id = current_setting(''app.tenant'', true))', name || '_tenant', name);
  end loop;
end
$$;
