-- The Idempotency-Key of the call that began an agreement (DEC-48): a page that asks again how its own press stands is not told of an earlier one.
alter table rental_agreement add column begun_by text;
