import type { Finding, Findings } from './findings-page.ts'

const findings: readonly Finding[] = [
  { id: 'SEC-1', was: 'Some hundred half-sent bodies stopped the renter API of every tenant.', rulings: ['0119-half-sent-requests-stop-nobody'] },
  { id: 'SEC-2', was: 'Who proposed a change could make the second person who approved it.', rulings: ['0114-two-persons-are-two-identities'] },
  { id: 'SEC-3', was: 'An operator of one tenant replaced a publisher\'s key for all.', rulings: ['0115-every-call-says-how-far-it-reaches'] },
  { id: 'SEC-4', was: 'Anybody took a good version back, or kept a bad one.', rulings: ['DEC-156', '0163-evidence-is-what-strangers-cannot-add-up'] },
  { id: 'SEC-5', was: 'Reports without a session filled the memory of a site server.', rulings: ['DEC-156'] },
  { id: 'SEC-6', was: 'One visit filled the table of errors with text of its own.', rulings: ['DEC-156', '0112-one-form-of-a-report'] },
  { id: 'SEC-7', was: 'Bodies of 64 MB were read from nobody.', now: 'who may not make a call is told so before its body is read.', rulings: [] },
  { id: 'SEC-8', was: 'Nothing could be revoked: no session at the console, token, or link.', rulings: ['DEC-143', '0151-the-registry-keeps-the-consoles-sessions', '0152-a-credential-ends-and-its-holder-rotates-it'] },
  { id: 'SEC-9', was: 'A publisher alone showed any code on the real site to whom a link was sent.', rulings: ['DEC-299'] },
  { id: 'SEC-10', was: 'Where no e-mail was on file, reference and surname were enough for a code to any address.', rulings: ['DEC-99', '0135-the-end-of-a-number-proves-a-reservation-without-an-address'] },
  { id: 'SEC-11', was: 'Secrets of the demo, and ones that anybody guesses, opened production.', now: 'no service starts with them.', rulings: [] },
  { id: 'SEC-12', was: 'Five wrong surnames locked a renter out.', rulings: ['DEC-100', '0160-a-guess-costs-work-and-nobody-is-locked-out'] },
  { id: 'SEC-13', was: 'Calls between services, and mail, went in clear text, and nothing kept browsers to https.', now: 'production takes https addresses only, unless `CHECKIN_PLAIN_HOPS=true` says that a mesh encrypts or the address is this machine\'s own; mail needs TLS.', rulings: [] },
  { id: 'SEC-14', was: 'Who had a link could ask about other drivers and addresses of the company.', rulings: ['DEC-114'] },
  { id: 'SEC-15', was: 'A sub-domain or plain http planted cookies of the site.', now: 'all have `__Host-` under https.', rulings: [] },
  { id: 'SEC-16', was: 'JSON came without nosniff, policy and CORP.', now: 'every answer has them, whatever it is, also on the port of probes.', rulings: [] },
  { id: 'SEC-17', was: 'Dots that were encoded twice led past the console to the registry\'s metrics.', now: 'a list of calls, compared after decoding once and written anew.', rulings: [] },
  { id: 'SEC-18', was: 'Guesses from the /56 networks of one /48 let nothing wait.', rulings: ['DEC-158'] },
  { id: 'SEC-19', was: 'Two Host headers, or an absolute target, were taken.', now: '400.', rulings: [] },
  { id: 'SEC-20', was: 'A viewer of some tenants read all of them, the audit and the links.', rulings: ['0115-every-call-says-how-far-it-reaches'] },
  { id: 'SEC-21', was: 'A foreign script took a module\'s Trusted Types policy.', rulings: ['0165-a-page-holds-all-its-policy-names-from-the-start'] },
  { id: 'SEC-22', was: 'WebRTC and navigation carry data out of a page in which foreign code runs.', now: 'no code begins to run in a page but what was released; against released code no browser has a limit of either, though pages ask for one of WebRTC.', rulings: ['0165-a-page-holds-all-its-policy-names-from-the-start', '0263-pages-say-that-webrtc-is-blocked'] },
  { id: 'SEC-23', was: 'A snapshot of the registry was good for ever: who holds the wire froze kills.', rulings: ['DEC-157', '0164-snapshots-end-and-signatures-say-what-for'] },
  { id: 'SEC-24', was: 'One key signed sets, snapshots and links alike.', rulings: ['DEC-157', '0164-snapshots-end-and-signatures-say-what-for'] },
  { id: 'SEC-25', was: 'One secret stood for client addresses, reports and ends of sessions.', rulings: ['0166-the-site-has-a-key-for-each-purpose'] },
  { id: 'SEC-26', was: 'A callback could be sent on to another company, or years later.', rulings: ['0166-the-site-has-a-key-for-each-purpose'] },
  { id: 'SEC-27', was: 'The registry listed its calls to anybody.', now: 'in the demo only.', rulings: [] },
  { id: 'SEC-28', was: 'A vehicle\'s picture could be `javascript:` or `http:`.', now: '`https:` or `data:image/…`.', rulings: [] },
  { id: 'SEC-29', was: 'The name of an operator came from an address that nobody verified.', now: 'only with `email_verified`; who somebody is follows from issuer and subject.', rulings: [] },
]

/** What was once possible for an attacker; the classes of attacks that are tried again at every test are those of shared/testing/src/hostile-classes.ts. */
export const security: Findings = {
  page: 'docs/security-findings.md', prefix: 'SEC', all: findings,
  intro: `# What attackers could do

Findings of attacks on the product, and what holds each of them since`,
}
