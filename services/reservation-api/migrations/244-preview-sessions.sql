-- A session that was opened at a tenant's origin for previews (DEC-299) is known there and nowhere else. Additive: a server of the release before knows no such origin.
alter table renter_session add column is_preview boolean not null default false;
