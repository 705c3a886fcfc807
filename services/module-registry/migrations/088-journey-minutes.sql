-- Journeys by minute, so that a version which everybody has is compared with its tenant's past and with the other tenants (DEC-295). Additive: a registry of
-- the release before writes none, and what it did not count is missing from the past only.
create table journey_minute (
  host text not null,
  module text not null,
  version text not null,
  minute timestamptz not null,
  -- Stays on its screens that renters left, by whether they were long.
  quick bigint not null default 0,
  slow bigint not null default 0,
  -- Sessions that found a reservation.
  completed bigint not null default 0,
  unfinished bigint not null default 0,
  -- Completed ones, by whether the rental's total grew.
  sold bigint not null default 0,
  unsold bigint not null default 0,
  primary key (host, module, version, minute)
);
create index journey_minute_minute on journey_minute (minute);
