-- Groups that operators sort tenants into, to find them among hundreds (DEC-220). Additive: a registry of the release before leaves them as they are.
alter table tenant_option add column groups text[] not null default '{}';
