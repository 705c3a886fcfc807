-- Who helps renters has a role of its own (DEC-328): it reads what viewers read, and changes nothing here. Additive: a registry of the release before lets such a token
-- make no call that names roles.
alter table access_token drop constraint access_token_role_check;
alter table access_token add constraint access_token_role_check check (role in ('publisher', 'operator', 'approver', 'support', 'viewer'));
