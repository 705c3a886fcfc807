-- How often site servers said in a minute that what they know of releases has expired (decision 0164). A registry of the release before leaves it at none.
alter table service_minute add column expired bigint not null default 0;
