-- What the public status page says of a version that is deprecated or withdrawn (DEC-336). Additive: a registry of the release before neither writes nor shows it.
alter table module_version add column notice text;
