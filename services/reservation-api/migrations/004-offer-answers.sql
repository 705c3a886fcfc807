-- What renters did with offers (API-34). The last answer of a session to an offer counts (DEC-47).

create table offer_answer (
  tenant_id text not null,
  id uuid not null,
  reservation_id uuid not null,
  session_id uuid not null,
  view_tag text not null,
  action text not null,
  answered_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
create index offer_answer_reservation on offer_answer (tenant_id, reservation_id, view_tag, answered_at desc);
