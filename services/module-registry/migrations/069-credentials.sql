-- Every credential ends and can be rotated and revoked (DEC-143). Additive: a server of the release before knows one hash per token, no announced key and no revoked link.

-- The secret before the present one counts for a grace time, so that its holder can change over without a gap.
alter table access_token
  add column former_hash text,
  add column former_until timestamptz;
create unique index access_token_former_hash on access_token (former_hash);

-- Tokens that held for ever hold for a year from here on: time enough to rotate or replace them.
update access_token set expires_at = now() + interval '365 days' where expires_at is null and revoked_at is null and not demo;

-- A key may be announced: it stands in the list and counts from an hour on only.
alter table publisher_key add column starts_at timestamptz;

-- A preview or support link that somebody ended before its hour.
alter table pass
  add column revoked_at timestamptz,
  add column revoked_by text;
