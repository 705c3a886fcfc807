-- The release set that a session's page holds; another device of the same renter takes it over.
alter table renter_session add column release_set integer;
