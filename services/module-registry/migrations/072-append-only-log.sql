-- The audit becomes a log that outsiders can hold the registry to (DEC-189, decision 0169). A registry of the release before goes on adding to the audit
-- alone: the next change by a new one takes these entries in, since the tree follows from the audit.

-- So many entries are in the tree.
alter table ledger add column log_size bigint not null default 0;

-- Complete subtrees (RFC 6962), base64; a leaf has level 0. Only ever added to.
create table log_node (
  level smallint not null,
  index bigint not null,
  hash text not null,
  primary key (level, index)
);

-- The log's name in checkpoints, for ever; a copy of the database says the same of itself.
create table log_origin (
  id smallint primary key check (id = 1),
  name text not null
);
insert into log_origin values (1, 'checkin-registry/' || gen_random_uuid());

-- What was last said of a tenant, a set or a version.
create index audit_by_subject on audit (subject, entry);
