-- What was set about the modules of a set, by module; part of the signed set and of what tells sets apart.
alter table release_set add column settings jsonb not null default '{}';
