-- Tries on a reference that is guessed at cost a proof of work, each good once (DEC-100). Additive: a server of the release before asks for none.
create table guess_work (
  tenant_id text not null references tenant (id),
  -- Hash of the challenge that was answered.
  challenge text not null,
  -- From then on the challenge itself is too old to pay for anything.
  expires_at timestamptz not null,
  primary key (tenant_id, challenge)
);
alter table guess_work enable row level security;
alter table guess_work force row level security;
create policy guess_work_tenant on guess_work using (tenant_id = current_setting('app.tenant', true));
