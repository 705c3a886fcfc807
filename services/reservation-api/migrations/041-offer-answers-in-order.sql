-- The answers of one call share their moment; which of them came last decides the funnel (DEC-47).
alter table offer_answer add column number bigint generated always as identity;
drop index offer_answer_reservation;
create index offer_answer_last on offer_answer (tenant_id, reservation_id, view_tag, number desc);
