-- How far a receiver of rollout events was told: the number of the last audit entry that it acknowledged, and its next try.
create table webhook_delivery (
  receiver text primary key,
  delivered bigint not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  failing_since timestamptz,
  last_error text
);
