-- The signature provider knew the agreement before it was asked (DEC-63). Kept, because the worker may be quicker than the page that tells it.
alter table rental_agreement add column was_known boolean not null default false;
