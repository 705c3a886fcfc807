-- The other driver may be invited by text message (DEC-285): two last digits of the number, which is sealed as an address is. Additive: a server of the release before
-- invites by mail and link alone, and none of this is used before a tenant's setting says so, which is switched on when every server is of this release.
alter table driver_invitation add column number_end text check (number_end ~ '^[0-9]{2}$');
