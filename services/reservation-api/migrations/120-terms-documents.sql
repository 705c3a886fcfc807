-- What renters agree to belongs to the company: its documents by language and day from which they are valid. A version never changes, and
-- an acceptance names the very ones that were shown, by their hash. Acceptances from before have a date and no document.

create table terms_document (
  tenant_id text not null,
  tag text not null check (tag ~ '^[a-z0-9-]{1,40}$'),
  language text not null check (language ~ '^[a-z]{2}$'),
  -- Plain date in the tenant's time zone; together with the tag it is the version.
  valid_from date not null,
  title text not null,
  -- SHA-256 of the content as it is stored, hexadecimal.
  hash text not null check (hash ~ '^[0-9a-f]{64}$'),
  -- JSON text of the features' schema, byte for byte as it was hashed.
  content text not null,
  actor text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, tag, language, valid_from)
);
create index terms_document_by_hash on terms_document (tenant_id, hash);

create table terms_acceptance_document (
  tenant_id text not null,
  reservation_id uuid not null,
  tag text not null,
  language text not null,
  valid_from date not null,
  hash text not null,
  primary key (tenant_id, reservation_id, tag),
  foreign key (tenant_id, reservation_id) references terms_acceptance (tenant_id, reservation_id) on delete cascade,
  -- No document goes while somebody agreed to it.
  foreign key (tenant_id, tag, language, valid_from) references terms_document (tenant_id, tag, language, valid_from)
);

alter table terms_document enable row level security;
alter table terms_document force row level security;
create policy terms_document_tenant on terms_document using (tenant_id = current_setting('app.tenant', true));
alter table terms_acceptance_document enable row level security;
alter table terms_acceptance_document force row level security;
create policy terms_acceptance_document_tenant on terms_acceptance_document using (tenant_id = current_setting('app.tenant', true));
