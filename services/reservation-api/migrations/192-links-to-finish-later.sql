-- A renter may have a link mailed to finish later (DEC-186). A server of the release before takes no such link, as it takes none that it does not know.
alter table access_link drop constraint access_link_purpose_check;
alter table access_link add constraint access_link_purpose_check check (purpose in ('verify', 'precheckout', 'later'));
