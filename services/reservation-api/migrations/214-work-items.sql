-- What people do about what no machine will mend (DEC-222): who has it, until when, and how it ended. That something needs a person is still found in the rows that
-- it is about, so a row stands here only once somebody did something. Additive: a server of the release before shows all of it, resolved or not.
create table attention_item (
  tenant_id text not null,
  -- Made from kind, reference and the instant since when it waits, so that what happens anew is another item.
  id text not null,
  kind text not null,
  reference text not null,
  since timestamptz not null,
  -- Grows with each change: who saw an older one is refused.
  version integer not null,
  assignee text,
  due_at timestamptz,
  resolution text,
  primary key (tenant_id, id)
);

-- Who did what about it, with issuer and subject of whom an identity provider vouched for; only ever added to.
create table attention_change (
  tenant_id text not null,
  item_id text not null,
  version integer not null,
  action text not null check (action in ('assign', 'comment', 'due', 'resolve', 'reopen')),
  -- To whom, until when, or why.
  value text,
  comment text not null,
  actor text not null,
  identity jsonb not null,
  at timestamptz not null default now(),
  primary key (tenant_id, item_id, version),
  foreign key (tenant_id, item_id) references attention_item (tenant_id, id)
);

alter table attention_item enable row level security;
alter table attention_item force row level security;
create policy attention_item_tenant on attention_item using (tenant_id = current_setting('app.tenant', true));
alter table attention_change enable row level security;
alter table attention_change force row level security;
create policy attention_change_tenant on attention_change using (tenant_id = current_setting('app.tenant', true));
