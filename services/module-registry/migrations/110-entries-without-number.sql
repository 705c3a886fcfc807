-- Entries of the audit get their number after the commit of the change (decision 0291): until then they lie here, in the order in which they were written. No change
-- waits for the row of the ledger any more. Additive: a registry of the release before numbers its own entries by that row, as those that number these do.
create table audit_waiting (
  id bigint generated always as identity primary key,
  at text not null,
  actor text not null,
  action text not null,
  subject text not null,
  before text not null,
  after text not null,
  reason text not null,
  -- Site servers must read the snapshot again.
  changes_releases boolean not null
);
