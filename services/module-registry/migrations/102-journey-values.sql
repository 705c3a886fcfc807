-- What sessions of a version are worth and how long they take, by minute, as sums of which a mean and its uncertainty are made (DEC-346). Additive: a registry of the
-- release before writes none, and what it did not count is missing from the figures only.
create table journey_value_minute (
  host text not null,
  module text not null,
  version text not null,
  -- Of the rental company (ISO 4217): amounts of two are never added.
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  minute timestamptz not null,
  -- Sessions that found a reservation, and by how much its total grew, in minor units; those that did not complete added nothing.
  sessions bigint not null default 0,
  added bigint not null default 0,
  added_squares double precision not null default 0,
  -- Those that completed, and their seconds from the found reservation to it.
  finished bigint not null default 0,
  seconds bigint not null default 0,
  seconds_squares double precision not null default 0,
  primary key (host, module, version, currency, minute)
);
create index journey_value_minute_minute on journey_value_minute (minute);
