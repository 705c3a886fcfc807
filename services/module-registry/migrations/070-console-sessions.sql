-- Sessions of operators at the console, so that they end by themselves, by sign-out and by an administrator (decision 0151). A console of the release before goes on with its sealed cookies.

-- Who an identity provider's person is: issuer and subject. The name stands in the audit and is one person's only.
create table operator_account (
  issuer text not null,
  subject text not null,
  label text not null,
  primary key (issuer, subject)
);
create unique index operator_account_label on operator_account (lower(label));

create table console_session (
  id text primary key,
  -- SHA-256 of the secret in the browser's cookie.
  hash text not null unique,
  -- Of the token that it was opened with, with which it ends; null for a person of the identity provider.
  token_hash text,
  label text not null,
  role text not null,
  hosts text[],
  issuer text,
  subject text,
  -- Browser and system, no version.
  agent text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The end in any case.
  ends_at timestamptz not null,
  -- Until when the identity provider need not be asked again; null with a token.
  checked_until timestamptz,
  -- What the console asks the provider with; sealed by the console.
  refresh text,
  ended_at timestamptz,
  ended_by text
);
create index console_session_by_end on console_session (ends_at);
