-- What others may build on, as the version's own file said when it was published; null for a version that said nothing.
alter table module_version add column public_contract jsonb;
