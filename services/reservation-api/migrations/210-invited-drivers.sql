-- Whether a driver filled in the data himself, so that the renter sees no more of them than a first name (DEC-211). Additive: false for all that are there.
alter table driver add column is_invited boolean not null default false;
