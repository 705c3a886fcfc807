import type { AttackClass } from '@checkin/testing/hostile-classes'

/** A defence that the bench takes out by changing its source, to see that the attacks on it come through (DEC-248). */
export interface Defence {
  readonly name: string
  /** Source from the root, and the text in it that is the defence; it stands there once. */
  readonly file: string
  readonly before: string
  /** What stands in its place. */
  readonly after: string
  /** The class of attacks that notices, and its test. */
  readonly attack: AttackClass
  readonly test: string
  /** Of a test in a browser, the part that is run. */
  readonly part?: string
}

const api = 'services/reservation-api'
const [identity, sessions, money, proof] = ['identity', 'sessions', 'money', 'second-proof'].map((name) => `${api}/test/hostile/${name}.test.ts`) as [string, string, string, string]
const [wire, reports] = ['wire', 'reports'].map((name) => `services/site/test/hostile/${name}.test.ts`) as [string, string]
const registry = 'services/module-registry/src/test/hostile/control-plane.test.ts'
const secondFactor = 'services/module-registry/src/test/hostile/second-factor.test.ts'
const console = 'services/ops-console/test/hostile/console.test.ts'

const callers = 'services/module-registry/src/test/hostile/callers.test.ts'
const policyReports = 'services/site/test/hostile/policy-reports.test.ts'
const addresses = `${api}/test/hostile/addresses.test.ts`

const inBrowser = 'e2e/journeys/inside-a-browser.spec.ts'
const csp = 'services/site/src/pages/csp.ts'

/** Every one is taken out by `npm run hostile` and `npm test -- --whole`. */
export const defences: readonly Defence[] = [
  { name: 'a code ends after five tries', file: `${api}/src/identity/code-store.ts`, before: ".where('tries', '<', limits.tries)", after: ".where('tries', '<', 1_000_000)", attack: 'code guessing', test: identity },
  { name: 'a guess beyond the misses costs work', file: `${api}/src/identity/locate.ts`, before: 'if (beyond !== null) {', after: 'if (beyond !== null && beyond < 0) {', attack: 'surname guessing', test: identity },
  { name: 'only a site server names a renter\'s address', file: 'shared/server/src/http/addresses.ts', before: "isFromSite(request.headers, proxySecret, 'client-address')", after: 'proxySecret', attack: 'spoofed addresses', test: identity },
  { name: 'a renter changes the cookie with the code', file: `${api}/src/identity/session-store.ts`, before: ".set({ token_hash: tokenHash(token), level: 'verified'", after: ".set({ level: 'verified'", attack: 'fixation, planted cookies', test: identity },
  { name: 'numbers that a link showed or saved prove nothing', file: `${api}/src/checkin/stored-reservation-directory.ts`, before: 'row.link_was_opened ? []', after: 'row.id === null ? []', attack: 'second proof by a link', test: proof },
  { name: 'the identifier is the host that was called', file: `${api}/src/http/tenant-hook.ts`, before: 'if (identifier !== undefined && nameOf', after: 'if (identifier === null && nameOf', attack: 'tenant and Host confusion', test: sessions },
  { name: 'a call proves that its page is the site\'s own', file: `${api}/src/http/same-origin.ts`, before: 'if (!allowed) throw', after: 'if (!allowed && request.method === null) throw', attack: 'cross-site calls', test: sessions },
  { name: 'a session reaches its own reservation only', file: `${api}/src/reservations/own-reservation.ts`, before: ' || !isAsked(stored)', after: '', attack: 'foreign names and sessions', test: sessions },
  { name: 'a session that was ended is none', file: `${api}/src/identity/session-store.ts`, before: 'sql<boolean>`ended_at is null and seen_at >', after: 'sql<boolean>`seen_at >', attack: 'foreign names and sessions', test: sessions },
  { name: 'only the amount and currency that were asked for settle a payment', file: `${api}/src/payments/settle.ts`, before: 'return outcome.currency !== intent.currency || (', after: 'return outcome.currency === null && (', attack: 'forged callbacks', test: money },
  { name: 'an address means one thing to everybody', file: 'services/site/src/proxy/api-proxy.ts', before: "if (!isStraight(request.raw.url ?? '')) throw", after: "if (!isStraight('/api')) throw", attack: 'paths of the site', test: wire },
  { name: 'a signed link holds for one host', file: 'services/site/src/releases/signed-links.ts', before: 'link.data.host === host && ', after: '', attack: 'forged previews and release cookies', test: wire },
  { name: 'bad ends that strangers could invent are set aside', file: 'services/site/src/telemetry/witnesses.ts', before: 'if (this.#count(this.#leftOut, key) >= ', after: 'if (this.#count(this.#leftOut, key) >= 0 * ', attack: 'telemetry', test: reports },
  { name: 'a file is the one that was signed', file: 'services/module-registry/src/publishing/upload.ts', before: 'if (bytes.length !== size || integrityOf(bytes) !== integrity) throw', after: 'if (bytes.length > 1e9) throw', attack: 'publishing', test: registry },
  { name: 'nobody is the second person of an own change', file: 'shared/server/src/identity.ts', before: 'return !isIn(one.persons, [...other.persons, ...other.behind]) && !isIn(other.persons, one.behind)', after: 'return isIn(one.persons, [...other.persons, ...one.persons])', attack: 'roles, scopes, two persons', test: registry },
  { name: 'a token at the console is confirmed by a passkey', file: 'services/module-registry/src/http/serve.ts', before: 'if (actor.session?.isPasskeyDue && access.unconfirmed !== true) throw', after: 'if (actor.session?.isPasskeyDue && access.roles === null) throw', attack: 'second factor at the console', test: secondFactor },
  { name: 'only the console\'s own pages call it', file: 'services/ops-console/src/session/session-routes.ts', before: 'if (!ours) throw', after: 'if (!ours && scheme === null) throw', attack: 'sessions of the console', test: console },
  { name: 'a browser reports for pages of its own origin alone', file: 'shared/server/src/security/policy-reports.ts', before: ' && !isForeign(request, scheme)', after: ' && scheme !== null', attack: 'policy reports', test: policyReports },
  { name: 'a report is counted by closed lists', file: 'shared/server/src/security/policy-reports.ts', before: "directives.has(directive) ? directive : 'other'", after: 'directive', attack: 'policy reports', test: policyReports },
  { name: 'who calls shows the certificate of that service', file: 'shared/server/src/tls/callers.ts', before: 'if (wanted.some((role) => found.has(role))) return done()', after: 'if (wanted.length > 0) return done()', attack: 'callers by certificate', test: callers },
  { name: 'only a proxy of the installation says whose certificate it saw', file: 'shared/server/src/tls/callers.ts', before: "found.roles.has('proxy') ? rolesBy", after: "request.headers[callerCertificateHeader] !== undefined ? rolesBy", attack: 'callers by certificate', test: callers },
  { name: 'an address that was closed is refused', file: `${api}/src/http/handlers.ts`, before: 'if (refusesPersonalAddresses) requireBodyForm(endpoint)', after: "if (refusesPersonalAddresses && endpoint.name === '') requireBodyForm(endpoint)", attack: 'personal data in addresses', test: addresses },
  { name: 'no page of a site stands in a frame', file: csp, before: "['frame-ancestors', [\"'none'\"]]", after: "['frame-ancestors', ['*']]", attack: 'inside of a browser', test: inBrowser, part: 'pages in frames of others' },
  { name: 'who opened a page has no hold on it', file: csp, before: "'cross-origin-opener-policy': 'same-origin'", after: "'cross-origin-opener-policy': 'unsafe-none'", attack: 'inside of a browser', test: inBrowser, part: 'pages in windows of others' },
  { name: 'a page asks its own site for scripts alone', file: csp, before: "['script-src', [\"'self'\",", after: "['script-src', ['*',", attack: 'inside of a browser', test: inBrowser, part: 'markup in a page' },
  { name: 'a page calls its own site alone', file: csp, before: "['connect-src', [\"'self'\",", after: "['connect-src', ['*',", attack: 'inside of a browser', test: inBrowser, part: 'code in a page' },
  { name: 'text becomes no code and no address of code', file: csp, before: "['require-trusted-types-for', [\"'script'\"]],", after: '', attack: 'inside of a browser', test: inBrowser, part: 'code in a page' },
  { name: 'only the site\'s own pages end a session', file: 'services/site/src/releases/session-routes.ts', before: 'if (isForeignPage(request, scheme)) return', after: 'if (isForeignPage(request, scheme) && scheme === null) return', attack: 'inside of a browser', test: inBrowser, part: 'calls of other sites' },
]
