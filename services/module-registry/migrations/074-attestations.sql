-- Results of rehearsals and conformance runs, signed by the runner's own key (DEC-189, decision 0170). A registry of the release before keeps unsigned results beside them.

create table runner_key (
  key_id text primary key,
  label text not null,
  public_key text not null,
  -- Whose it is, lower-case.
  person text not null,
  -- Persons who proposed and approved it, and those behind them.
  behind text[] not null,
  -- Modules that it attests; null is any.
  modules text[],
  added_by text not null,
  approved_by text not null,
  added_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_by text
);

create table attestation (
  id bigint generated always as identity primary key,
  -- SHA-256 of the key's id and the signed statement: each counts once.
  digest text not null unique,
  kind text not null check (kind in ('rehearsal', 'conformance')),
  subject text not null,
  passed boolean not null,
  key_id text not null references runner_key (key_id),
  envelope jsonb not null,
  at timestamptz not null,
  received_at timestamptz not null
);
create index attestation_by_subject on attestation (subject, id);

alter table rehearsal add column attestation_id bigint references attestation (id);

-- New sets reach the tenant's sessions only when a runner attested that they were rehearsed.
alter table tenant_option add column only_attested boolean not null default false;

-- A runner's key waits for a second person like a publisher's.
alter table change drop constraint change_kind_check;
alter table change add constraint change_kind_check check (kind in ('release', 'plan', 'token', 'publisher-key', 'runner-key'));
