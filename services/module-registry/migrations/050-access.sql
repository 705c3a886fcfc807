-- Two persons are two identities (DEC: docs/decisions/0114). Additive: servers of before go on with the columns that they know.
alter table access_token
  -- The person whom the token is for, in small letters; two tokens of one person are one identity.
  add column person text,
  -- Persons who made or approved it, and those behind their tokens: none of them is a second person beside it.
  add column behind text[] not null default '{}',
  add column made_by text,
  add column approved_by text,
  add column expires_at timestamptz,
  add column last_used_at timestamptz,
  add column revoked_by text;

-- Tokens of before: the audit tells who made them, always alone. Two of the same label count as one person's.
update access_token set person = lower(label);
update access_token set made_by = entry.actor, behind = array[lower(entry.actor)]
  from audit entry where entry.action = 'new token' and entry.subject = access_token.label;

-- The label stands in the audit, so it is one token's only; whatever the case. The oldest keeps its own.
update access_token set label = access_token.label || ' (' || left(access_token.hash, 8) || ')'
  from (select hash, row_number() over (partition by lower(label) order by created_at, hash) as place from access_token) doubled
  where doubled.hash = access_token.hash and doubled.place > 1;
create unique index access_token_label on access_token (lower(label));

-- What waits for a second person may also be a token or a publisher's key, which belong to no tenant.
alter table change drop constraint change_kind_check;
alter table change add constraint change_kind_check check (kind in ('release', 'plan', 'token', 'publisher-key'));
-- Who proposed, as identity: `persons` and `behind`. Null is a change of before: its proposer's label.
alter table change add column proposer_identity jsonb;

-- A replaced key holds on for a while, so that a build that was signed with it can still be published.
alter table publisher_key
  add column retires_at timestamptz,
  add column approved_by text,
  add column revoked_by text;
