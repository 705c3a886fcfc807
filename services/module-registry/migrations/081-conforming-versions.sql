-- New sets reach the tenant's sessions only when a runner attested of each module version in them that it conforms (DEC-260, decision 0210). Additive: a
-- registry of the release before goes on without asking for it.
alter table tenant_option add column only_conforming boolean not null default false;
