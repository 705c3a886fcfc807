-- Failures that renters saw, by the code that the page showed them; kept for a month. Nothing of a visit is in it.
create table trace (
  code text primary key,
  at timestamptz not null,
  host text not null,
  set_id bigint not null,
  module text not null,
  version text not null,
  phase text not null,
  reason text not null,
  step text not null
);
create index trace_at on trace (at);
