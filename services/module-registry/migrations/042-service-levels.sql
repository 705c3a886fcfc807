-- When the present revision was committed: what site servers measure their delay from. Unknown until the next change.
alter table ledger add column changed_at timestamptz;

-- How site servers served, by the minute in which they told; all servers together.
create table service_minute (
  minute timestamptz primary key,
  -- Page answers.
  good bigint not null default 0,
  failed bigint not null default 0,
  -- Counts by bucket of the time.
  resolve jsonb not null,
  propagation jsonb not null
);
