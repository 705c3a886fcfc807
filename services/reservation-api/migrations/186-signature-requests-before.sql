-- A request for a signature that came to nothing: who ended it, and how its renter comes back from it, so that a call that is repeated is answered alike (DEC-141).
alter table rental_agreement add column refused_by text check (refused_by in ('renter', 'provider'));
alter table rental_agreement add column former_return_hash bytea;
alter table rental_agreement add column former_signature_id text;
