/** One use of cryptography in services and shared sources (DEC-250). */
export interface CryptoUse {
  readonly what: string
  readonly algorithm: string
  /** Where the key comes from and lies; a dash where there is none. */
  readonly key: string
  readonly rotation: string
  /** When a key is changed at the latest, by the policy below; only where there is a key of ours. */
  readonly renewed?: string
  /** Path of a decision record or page below docs, or a dash. */
  readonly record: string
  /** Sources from the root that call the primitives. */
  readonly files: readonly string[]
}

const api = 'services/reservation-api/src'
const registry = 'services/module-registry/src'

/** What is sealed, signed, derived or compared with a key. */
export const usesWithKey: readonly CryptoUse[] = [
  { what: 'Personal data by column, pictures, papers: a key of each tenant, wrapped', algorithm: 'AES-256-GCM, bound to place; keys of purposes by HKDF-SHA-256; search by HMAC-SHA-256', key: '`CHECKIN_KEY_FILE`, else derived of `CHECKIN_DOCUMENT_KEY`', rotation: 'by id, without a restart: `checkin keys`', renewed: '2 years', record: 'decisions/0190-personal-data-lie-sealed-by-row.md', files: [`${api}/keys/tenant-keys.ts`, `${api}/keys/key-file.ts`, `${api}/database/seal.ts`] },
  { what: 'Accounts of companies at providers', algorithm: 'AES-256-GCM, key by HKDF-SHA-256', key: '`CHECKIN_DOCUMENT_KEY`; the row has the key\'s id', rotation: 'by id: the next one as a further line, then `checkin keys document-key`, [step by step](operations.md#changing-a-secret)', renewed: '2 years', record: 'credentials.md', files: [`${api}/tenants/accounts/account-seal.ts`] },
  { what: 'Codes by mail and SMS; numbers and networks that got them or a link; links of tickets; mail and payment means that wait; names of hand-overs', algorithm: 'HMAC-SHA-256, AES-256-GCM', key: '`CHECKIN_CODE_SECRET`', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '2 years', record: 'credentials.md', files: [`${api}/identity/code-store.ts`, `${api}/identity/sms-on-file.ts`, `${api}/checkin/ticket/ticket-link.ts`, `${api}/identity/guess-work.ts`, `${api}/http/renter/completion-handlers.ts`, `${api}/agreement/signature/ask-for-signature.ts`] },
  { what: 'Comparisons of secrets and proofs, in constant time', algorithm: 'SHA-256 and timingSafeEqual', key: '-', rotation: '-', record: '-', files: [`${api}/identity/second-proof.ts`, `${api}/http/internal/operator-calls.ts`, `${api}/drivers/hand-over/hand-over.ts`, `${api}/drivers/invitation/invitation.ts`] },
  { what: 'Callbacks of payment, signature and SMS providers', algorithm: 'HMAC-SHA-256; the card provider\'s own form HMAC-SHA-512', key: 'account of the company, sealed, or the environment', rotation: 'the next revision of the account', renewed: '2 years', record: 'decisions/0166-the-site-has-a-key-for-each-purpose.md', files: [`${api}/tenants/callback-proof.ts`, `${api}/payments/providers/card-wire.ts`] },
  { what: 'Events to companies\' systems', algorithm: 'HMAC-SHA-256 (Standard Webhooks)', key: 'secret of the receiver', rotation: 'with the receiver\'s account', renewed: '2 years', record: 'credentials.md', files: ['shared/server/src/http/webhook.ts'] },
  { what: 'A site server proves what it is, a purpose each', algorithm: 'HKDF-SHA-256', key: '`CHECKIN_PROXY_SECRET`', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '1 year', record: 'decisions/0166-the-site-has-a-key-for-each-purpose.md', files: ['shared/server/src/http/site-proof.ts'] },
  { what: 'The console vouches for a person', algorithm: 'HMAC-SHA-256', key: '`CHECKIN_PERSON_SECRET`', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '1 year', record: 'decisions/0097-the-console-vouches-for-people.md', files: ['shared/server/src/service/person-token.ts'] },
  { what: 'What browsers and the registry keep sealed for the console', algorithm: 'AES-256-GCM', key: '`CHECKIN_OPS_SECRET`, SHA-256 of it', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '1 year', record: 'decisions/0151-the-registry-keeps-the-consoles-sessions.md', files: ['services/ops-console/src/session/sealed-text.ts'] },
  { what: 'Sign-in at the identity provider', algorithm: 'openid-client: signatures of identity tokens by the issuer\'s keys, PKCE with SHA-256', key: 'of the issuer', rotation: 'by the issuer', record: 'decisions/0097-the-console-vouches-for-people.md', files: ['services/ops-console/src/session/open-id.ts'] },
  { what: 'Passkeys at the console', algorithm: '@simplewebauthn/server: WebAuthn with user verification, ES256, EdDSA or RS256 as the authenticator has it, challenges of 256 random bits', key: 'of the authenticator', rotation: 'the next one beside it, then revoked', record: 'decisions/0226-a-token-at-the-console-needs-a-passkey.md', files: [`${registry}/access/passkeys/authenticator.ts`] },
  { what: 'Cookies that pin a visit to its release set', algorithm: 'HMAC-SHA-256', key: '`CHECKIN_RELEASE_SECRET`', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '1 year', record: 'decisions/0004-a-visit-holds-its-set-in-a-sealed-cookie.md', files: ['services/site/src/releases/cookies.ts'] },
  { what: 'Sets, snapshots and links of the registry; manifests of publishers', algorithm: 'Ed25519 with the purpose in what is signed; SHA-384 of files', key: '`CHECKIN_REGISTRY_KEY`; publishers\' keys in their pipelines', rotation: 'publishers: announced, grace time, revoked; the registry\'s own: the next public key at all sites, then the next private one above the former, [step by step](operations.md#changing-a-secret)', renewed: '3 years; publishers 1 year', record: 'decisions/0164-snapshots-end-and-signatures-say-what-for.md', files: ['shared/releases/src/signing.ts', `${registry}/private-key-setting.ts`, 'services/site/src/public-keys-setting.ts', `${registry}/publishing/publisher-keys.ts`, `${registry}/publishing/key-files.ts`, `${registry}/cli/key-commands.ts`] },
  { what: 'Passes of Apple Wallet and Google Wallet', algorithm: 'CMS signature by passkit-generator over digests that Apple\'s format fixes; RS256 (RSA, SHA-256) for Google', key: 'account of the company, sealed', rotation: 'the next revision of the account', renewed: '1 year, with the certificate', record: 'decisions/0201-passes-of-wallets-are-made-when-they-are-asked-for.md', files: ['services/reservation-api/src/checkin/ticket/wallet/apple-pass.ts', 'services/reservation-api/src/checkin/ticket/wallet/google-pass.ts', 'services/reservation-api/src/tenants/accounts/unusable-parts.ts'] },
  { what: 'Tokens of passes, names and addresses of phones that have them, what a pass said last', algorithm: 'HMAC-SHA-256 compared in constant time, key by HKDF-SHA-256; AES-256-GCM', key: '`CHECKIN_CODE_SECRET`', rotation: 'the next one as a further line of the setting, [step by step](operations.md#changing-a-secret)', renewed: '2 years', record: 'decisions/0218-passes-are-compared-and-their-holders-told.md', files: [`${api}/checkin/ticket/wallet/pass-keys.ts`] },
  { what: 'Certificates of the authority that vouches for services, of services as they answer and as they call; certificate and key of probes and metrics', algorithm: 'X.509 as node:crypto reads it, TLS by node:tls', key: '`CHECKIN_TLS_KEY`, `CHECKIN_CALL_KEY`, `CHECKIN_INTERNAL_CA`, `CHECKIN_PROBE_KEY`', rotation: 'the file is written anew, without a restart but for probes; both authorities in one file meanwhile', renewed: '1 year, with the certificate', record: 'installation.md', files: ['shared/server/src/http/internal-signers.ts', 'shared/server/src/tls/callers.ts', 'shared/server/src/tls/own-certificates.ts', 'shared/server/src/service/certificates.ts', 'shared/server/src/service/probe-tls.ts'] },
  { what: 'Results of tests, statements of builds', algorithm: 'Ed25519 over DSSE, SHA-256', key: '`CHECKIN_RUNNER_KEY`, in the pipeline', rotation: 'the next one beside it, then revoked', renewed: '1 year', record: 'decisions/0170-who-publishes-does-not-attest.md', files: ['shared/releases/src/attestation.ts'] },
  { what: 'Checkpoints of the log', algorithm: 'Ed25519, key by HKDF-SHA-256; SHA-256 (RFC 9162)', key: '`CHECKIN_REGISTRY_LOG_KEY`', rotation: 'another one has to be told to everybody who keeps a checkpoint', renewed: '3 years', record: 'decisions/0169-the-audit-is-the-leaves-of-a-merkle-log.md', files: ['shared/releases/src/checkpoint.ts'] },
]

/** Random names and secrets: all of node:crypto, 122 bits or more, but for codes and numbers. */
export const randomUses: readonly CryptoUse[] = [
  { what: 'Secrets: cookies, links, tokens; stored as SHA-256', algorithm: 'randomBytes(32), SHA-256', key: '-', rotation: '[credentials](credentials.md)', record: 'credentials.md', files: [`${api}/identity/opaque-token.ts`, `${api}/tenants/fleet-tokens.ts`, `${registry}/access/tokens.ts`, `${registry}/access/token-secret.ts`, `${registry}/access/console-sessions.ts`, `${registry}/access/passkeys/passkey-changes.ts`, 'services/ops-console/src/session/console-sessions.ts', `${registry}/tenants/signed-links.routes.ts`] },
  { what: 'Names of rows, requests and files; numbers of reservations', algorithm: 'randomUUID, randomUUIDv7, randomInt', key: '-', rotation: '-', record: '-', files: ['identity/session-store', 'identity/finish-later', 'identity/link-store', 'http/renter/payment-handlers', 'http/renter/analytics-handlers', 'agreement/agreement-store', 'mail/outbox-store', 'drivers/hand-over/hand-over-store', 'drivers/invitation/invitation-store', 'drivers/save-driver', 'payments/discrepancy-store', 'payments/outbox-store', 'payments/ledger-store', 'payments/intent-store', 'fleet/document-readings', 'fleet/reservation-rows', 'documents/images/image-store', 'documents/sealed-files', 'documents/pdf-store', 'operators/account-trial'].map((name) => `${api}/${name}.ts`).concat([`${registry}/releases/pointer.ts`, `${registry}/publishing/assets.ts`, 'services/site/src/assets/cached-assets.ts', 'shared/server/src/service/create-service.ts', 'shared/server/src/service/error-body.ts', 'shared/server/src/postgres/cluster.ts']) },
]

/** Hashes without a key: digests of contents, chains, policies of pages. */
export const digestUses: readonly CryptoUse[] = [
  { what: 'Digests of contents, names of caches, audit chain and Merkle tree, nonces of policies', algorithm: 'SHA-256', key: '-', rotation: '-', record: 'decisions/0169-the-audit-is-the-leaves-of-a-merkle-log.md', files: [
    ...['identity/guard-store', 'agreement/terms/terms-documents', 'agreement/terms/terms-content', 'operators/work-items', 'payments/providers/wallet-provider', 'payments/providers/card-provider', 'fleet/import-reservations'].map((name) => `${api}/${name}.ts`),
    `${registry}/audit/chain.ts`, `${registry}/cli/publish-command.ts`, `${registry}/releases/public-status-page.ts`, 'services/ops-console/src/build/build-pages.ts', 'services/site/src/assets/dictionaries.ts', 'services/site/src/releases/last-good.ts', 'services/site/src/releases/signed-links.ts', 'services/site/src/pages/csp.ts', 'services/site/src/pages/page-routes.ts',
    'shared/releases/src/merkle-tree.ts', 'shared/releases/src/pointer-digest.ts', 'shared/releases/src/settings-key.ts', 'shared/server/src/object-store/s3-store.ts', 'shared/contracts/http/src/reference-page.ts',
  ] },
  { what: 'Proof of work of a guess, in the browser', algorithm: 'SHA-256', key: '-', rotation: '-', record: 'decisions/0160-a-guess-costs-work-and-nobody-is-locked-out.md', files: ['mfe-verification/src/domain/guess-work.ts'] },
]

/** Every use, each source in one of them. */
export const cryptoUses: readonly CryptoUse[] = [...usesWithKey, ...randomUses, ...digestUses]

const rowsOf = (uses: readonly CryptoUse[]): string => uses.map(({ what, algorithm, key, rotation, renewed, record, files }) =>
  `| ${what} | ${algorithm} | ${key} | ${rotation} | ${renewed ?? ''} | ${record === '-' ? '' : `[${/\/(\d{4})-/.exec(record)?.[1] ?? record.replace('.md', '')}](${record})`} | ${files.length > 6 ? `${files.length} sources` : files.map((file) => `\`${file.replace(/^(?:services|shared)\//, '').replace('/src/', '/')}\``).join(', ')} |`).join('\n')

/** docs/cryptography.md. */
export function cryptographyPage(): string {
  const head = '| for | algorithm | key | rotation | renewed at the latest after | record | source |\n|---|---|---|---|---|---|---|\n'
  return `# Cryptography

Made from \`tools/src/cryptography/inventory.ts\` (\`npm run check -- --write\`); a test sees that each source of services and shared packages that uses \`node:crypto\`, Web Crypto, \`openid-client\` or another library for it stands there ([DEC-250](spec/decisions.md#DEC-250)). No cipher, mode or hash is
our own: all are OpenSSL's, by Node. There are no passwords, so no password hash. SHA-1 is used where Apple's format of passes fixes it and nowhere else, MD5 nowhere; TLS is Node's and the proxy's ([installation](installation.md)). Who gives a secret, and how it is revoked, says [credentials](credentials.md).

## With a key
${head}${rowsOf(usesWithKey)}

## Random
${head}${rowsOf(randomUses)}

## Digests
${head}${rowsOf(digestUses)}

## Policy of keys
Lifetimes stay within those of NIST SP 800-57 part 1, revision 5, table 1 (two years for keys of encryption and of message authentication, one to three for private keys of signatures), and are shorter where a change costs a restart alone.
- **Made** by a random generator with 256 bits (\`openssl rand -base64 32\`, \`checkin keys\`), a key for one purpose; further ones are derived by HKDF with the purpose in it.
- **Held** by as few as the purpose allows: private keys by one service or one pipeline, secrets of message authentication by the two services that speak with each other. One is shared by more than two, by all servers of the site and the two services behind them (\`CHECKIN_PROXY_SECRET\`), and is therefore renewed every year.
- **Renewed** after the time in the table, at once where it may be known to others, and when somebody leaves who could read it. Where it may be known to others the former one goes at once, and what it made ends: codes and mails that wait, visits, sessions at the console.
- **Ended**: a former key is kept while something that it opens lies sealed ([keys of personal data](operations.md#keys-of-personal-data)), then deleted; backups that need it end by their retention.

## What is missing
- A secret of the environment is read at the start: each step of a change is a restart of one process after the other, without a gap. The checkpoints of the log have one key at a time.
- No adapter of a key service (KMS, HSM): its port is \`services/reservation-api/src/keys/key-service.ts\`.
`
}
