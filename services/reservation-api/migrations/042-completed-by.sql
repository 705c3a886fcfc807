-- The session that completed a reservation may only read from then on (DEC-85); a later one, for pre-checkout, may change it again.
alter table reservation add column completed_by uuid;
