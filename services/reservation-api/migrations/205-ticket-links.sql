-- A completed check-in has a ticket at a link of its own purpose (DEC-206). A server of the release before takes no such link, as it takes none that it does not know.
alter table access_link drop constraint access_link_purpose_check;
alter table access_link add constraint access_link_purpose_check check (purpose in ('verify', 'precheckout', 'later', 'ticket'));
