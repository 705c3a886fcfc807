-- Passkeys as the second factor of who signs in at the console with a token (DEC-300, decision 0226). Additive: a registry of the release before asks for none.

create table operator_passkey (
  id text primary key,
  -- Whose it is: the person of the access token, lower-case.
  person text not null,
  name text not null,
  -- As the authenticator names it, base64url.
  credential_id text not null unique,
  -- COSE, base64url.
  public_key text not null,
  -- Signatures that the authenticator has made; 0 where it does not count.
  counter bigint not null,
  -- How the authenticator can be reached, as the browser said.
  transports text[] not null,
  added_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by text
);
create index operator_passkey_by_person on operator_passkey (person);

-- Who lost every passkey may register one anew until then, after two others said so.
create table operator_passkey_reset (
  person text primary key,
  until timestamptz not null
);

alter table console_session
  -- The passkey that confirmed it, and when; null while none has.
  add column passkey_id text,
  add column passkey_at timestamptz,
  -- What an authenticator has to sign next: once, for one purpose, until then.
  add column challenge text,
  add column challenge_for text check (challenge_for in ('register', 'confirm')),
  add column challenge_until timestamptz;

-- A reset waits for a second person like a token.
alter table change drop constraint change_kind_check;
alter table change add constraint change_kind_check check (kind in ('release', 'plan', 'token', 'publisher-key', 'runner-key', 'passkey-reset'));
