-- Reservations as the rental company's system gives them and as renters change them. Money is in minor units, rates in hundredths of a percent.
-- check_out is the pick-up, check_in the return (DEC-01); both are local times of their place.

create table reservation (
  tenant_id text not null references tenant (id),
  id uuid not null,
  guid text not null,
  number text not null,
  reference text not null,
  -- Upper-case: a reference is found however it is typed.
  reference_key text not null,
  emg_number text,
  voucher_number text,
  customer_name text not null,
  customer_surname text not null,
  customer_email text,
  check_out_at timestamp not null,
  check_out_place text not null,
  check_out_zone text not null,
  check_in_at timestamp not null,
  check_in_place text not null,
  check_in_zone text not null,
  days integer not null check (days between 1 and 999),
  vehicle jsonb not null,
  paid_minor bigint not null default 0 check (paid_minor >= 0),
  deposit_minor bigint check (deposit_minor >= 0),
  total_kms integer,
  kms_included_type text,
  excess jsonb not null,
  driver_rules jsonb not null,
  email_to_sign text,
  has_rental_agreement boolean not null default false,
  is_precheckout_eligible boolean not null default false,
  is_completed boolean not null default false,
  row_version integer not null default 1,
  -- What the company sent last, and the row version that it led to: a repetition of it then changes nothing.
  fleet_digest text,
  fleet_row_version integer,
  erased_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, guid),
  unique (tenant_id, number),
  unique (tenant_id, reference_key),
  check (check_in_at >= check_out_at)
);

create table driver (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  role text not null check (role in ('main', 'additional')),
  -- The id that renters' pages see; 0 would mean a new driver.
  number bigint not null check (number > 0),
  name text not null,
  surname text not null,
  birth_date date,
  birth_place text,
  address text,
  address_complement text,
  zip_code text,
  city text,
  country_id integer,
  nationality_id integer,
  email text,
  mobile_prefix text,
  mobile_phone text,
  tax_number text,
  gateway_driver_id text,
  undesirable boolean not null default false,
  document jsonb,
  licence jsonb,
  second_licence jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, reservation_id, role),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);

create table extra_line (
  tenant_id text not null,
  reservation_id uuid not null,
  extra_id text not null,
  description text not null,
  observations text,
  -- Description and observations in other languages, by language.
  translations jsonb not null,
  category text,
  rate_period_type text not null,
  order_to_show integer not null,
  -- Net price of one unit; of a percentual extra the percentage in hundredths.
  value_minor bigint not null,
  tax_rate integer not null check (tax_rate between 0 and 10000),
  tax_id text,
  discount_rate integer not null default 0 check (discount_rate between 0 and 10000),
  quantity integer not null check (quantity between 0 and 99),
  units integer not null check (units between 1 and 999),
  is_accepted boolean not null,
  is_included boolean not null,
  flags text[] not null,
  accepted_at timestamp,
  -- Null: as many as wanted.
  stock_left integer check (stock_left >= 0),
  details jsonb not null,
  primary key (tenant_id, reservation_id, extra_id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);

create table upgrade_offer (
  tenant_id text not null,
  reservation_id uuid not null,
  group_id text not null,
  vehicle jsonb not null,
  -- Net, per day.
  daily_difference_minor bigint not null check (daily_difference_minor >= 0),
  tax_rate integer not null check (tax_rate between 0 and 10000),
  primary key (tenant_id, reservation_id, group_id),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);

-- Cards that the provider keeps; the number is masked before it gets here (DATA-20).
create table saved_card (
  tenant_id text not null,
  reservation_id uuid not null,
  token text not null,
  provider text not null,
  masked_number text not null check (masked_number !~ '[0-9]{7}'),
  card_flag text not null,
  reference_token text,
  primary key (tenant_id, reservation_id, token),
  foreign key (tenant_id, reservation_id) references reservation (tenant_id, id) on delete cascade
);
