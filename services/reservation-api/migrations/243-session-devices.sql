-- What kind of device opened a session, as its browser says, so that renters know their own among those of a reservation (DEC-304). Additive: a server of the release before
-- writes none.
alter table renter_session add column device text check (device in ('phone', 'tablet', 'desktop'));
