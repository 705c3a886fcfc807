-- What the rental company's system is told, in order. The counter's row is taken until the end of a transaction, so numbers are given
-- in the order of commits and a reader that asks for all after N never misses one.

create table fleet_event_counter (
  tenant_id text not null primary key,
  last_number bigint not null
);

create table fleet_event (
  tenant_id text not null,
  number bigint not null,
  kind text not null,
  reservation_id uuid not null,
  reference text not null,
  data jsonb not null,
  occurred_at timestamptz not null default now(),
  primary key (tenant_id, number)
);
