import { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { keptSigners } from '../http/internal-signers.ts'
import { ServiceError } from '../service/error-body.ts'
import { isProbe } from '../service/monitoring.ts'
import { declareSettings, readSettings, SettingsError } from '../settings.ts'
import { listenTls, type OwnCertificate } from './own-certificates.ts'
import type { KeptFiles } from './kept-files.ts'

/** What the holder of a certificate is to a service; `proxy` stands in front and passes on whose certificate it saw. */
const roles = ['site', 'console', 'administrator', 'proxy'] as const

/** Who may be asked for by a call. */
export type CallerRole = Exclude<(typeof roles)[number], 'proxy'>

/** Who may make a call; null for everybody, who proves himself in another way. */
export type CallersOf = (request: FastifyRequest) => readonly CallerRole[] | null

/** The names of certificates by role: DNS names in small letters, and addresses such as `spiffe://…`. */
export type CallerNames = ReadonlyMap<string, ReadonlySet<(typeof roles)[number]>>

/** Header in which a proxy passes on the certificate that it asked for and checked: PEM, percent-encoded (nginx: `$ssl_client_escaped_cert`). */
export const callerCertificateHeader = 'x-checkin-caller-certificate'

const Environment = declareSettings({
  /** Whose certificates are taken for what: `site=site.checkin.internal,console=console.checkin.internal`. */
  CHECKIN_CALLERS: z.string().regex(/^\s*(site|console|administrator|proxy)=[^,=\s]+(\s*,\s*(site|console|administrator|proxy)=[^,=\s]+)*\s*$/, 'must be like site=site.checkin.internal,console=console.checkin.internal').optional(),
})

/** How a service answers on its own port. */
export interface ListenTls {
  readonly own: KeptFiles<OwnCertificate>
  /** Who is taken for what; null where no certificate is asked for. */
  readonly callers: CallerNames | null
  /** PEM of who alone may vouch for callers. */
  readonly signers: KeptFiles<string> | null
}

/**
 * How this process answers on its own port (ASVS 12.1.3, 13.2.1); null for in clear.
 * @throws SettingsError with the variables to mend: half of a pair, or callers without what they are checked by.
 */
export function listenSettings(env: Readonly<Record<string, string | undefined>> = process.env): ListenTls | null {
  const { CHECKIN_CALLERS: text } = readSettings(Environment, env)
  const own = listenTls(env)
  const signers = keptSigners(env)
  if (text !== undefined) {
    const missing = [...own ? [] : ['CHECKIN_TLS_CERTIFICATE'], ...signers ? [] : ['CHECKIN_INTERNAL_CA']]
    if (missing.length > 0) throw new SettingsError(new Map(missing.map((name) => [name, 'is needed with CHECKIN_CALLERS'])))
  }
  return own && { own, callers: text === undefined ? null : callersIn(text), signers }
}

function callersIn(text: string): CallerNames {
  const names = new Map<string, Set<(typeof roles)[number]>>()
  for (const pair of text.split(',')) {
    const [role = '', name = ''] = pair.trim().split('=')
    const key = plainName(name)
    names.set(key, new Set([...names.get(key) ?? [], role as (typeof roles)[number]]))
  }
  return names
}

const plainName = (name: string): string => (name.includes('://') ? name : name.toLowerCase())

/** What is known of who holds a connection's other end. */
interface Holder {
  readonly names: readonly string[]
  readonly endsAt: number
  /** Why the certificate does not hold; null where it does. */
  readonly fault: string | null
}

const nobody: Holder = { names: [], endsAt: 0, fault: 'none' }
const holders = new WeakMap<TLSSocket, Holder>()

/** Names for hosts and addresses of a certificate. One that Node writes in quotes has a character that no name has, and fits nobody. */
const holderOf = (certificate: X509Certificate, fault: string | null): Holder => ({
  names: (certificate.subjectAltName ?? '').split(', ').flatMap((entry) => /^(?:DNS|URI):(.+)$/.exec(entry)?.[1] ?? []).map(plainName),
  endsAt: certificate.validToDate.getTime(), fault,
})

/** Who showed a certificate at the beginning of the connection. One has to be there, on a resumed connection too. */
function holderAt(socket: TLSSocket): Holder {
  const known = holders.get(socket)
  if (known) return known
  const certificate = socket.getPeerX509Certificate()
  const holder = certificate ? holderOf(certificate, socket.authorized ? null : String(socket.authorizationError)) : nobody
  holders.set(socket, holder)
  return holder
}

const certificateForm = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
let read: { readonly pem: string; readonly authorities: readonly X509Certificate[] } = { pem: '', authorities: [] }

/** Whether one of the authorities itself signed a certificate: the proxy passes on no chain. */
function isSignedBy(pem: string, certificate: X509Certificate): boolean {
  if (read.pem !== pem) read = { pem, authorities: (pem.match(certificateForm) ?? []).map((text) => new X509Certificate(text)) }
  return read.authorities.some((authority) => authority.ca && certificate.checkIssued(authority) && certificate.verify(authority.publicKey))
}

/**
 * Whose certificate a proxy saw. That its holder has the key is the proxy's word; who vouches for it is looked at here too, because a proxy that only asks for
 * a certificate (nginx: `optional_no_ca`) passes on any.
 */
function holderPassedOn({ headers }: FastifyRequest, signers: string): Holder {
  const given = headers[callerCertificateHeader]
  if (typeof given !== 'string' || given === '') return nobody
  try {
    const certificate = new X509Certificate(decodeURIComponent(given))
    return holderOf(certificate, isSignedBy(signers, certificate) ? null : 'UNABLE_TO_VERIFY_LEAF_SIGNATURE')
  } catch {
    return nobody
  }
}

/** Who is taken for what, and the authorities (PEM) that vouch for it. */
export interface KnownCallers {
  readonly names: CallerNames
  readonly signers: () => string
}

/** The roles of who calls, or why there are none. */
function rolesOf(request: FastifyRequest, { names: callers, signers }: KnownCallers): { readonly roles: ReadonlySet<string>; readonly fault: string } {
  const rolesBy = ({ names, endsAt, fault }: Holder) => {
    if (fault !== null) return { roles: new Set<string>(), fault }
    if (endsAt <= Date.now()) return { roles: new Set<string>(), fault: 'CERT_HAS_EXPIRED' }
    return { roles: new Set<string>(names.flatMap((name) => [...callers.get(name) ?? []])), fault: 'name' }
  }
  const found = rolesBy(holderAt(request.raw.socket as TLSSocket))
  return found.roles.has('proxy') ? rolesBy(holderPassedOn(request, signers())) : found
}

/**
 * Takes a call that is for a service of the installation alone from the holder of its certificate and nobody else: one of another authority, of another service or
 * whose time is over is none. Keys and tokens are asked for behind it all the same.
 */
export function requireCallers(app: FastifyInstance, callers: KnownCallers, callersOf: CallersOf): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const wanted = isProbe(request.routeOptions.url) ? null : callersOf(request)
    if (wanted === null) return done()
    const { roles: found, fault } = rolesOf(request, callers)
    if (wanted.some((role) => found.has(role))) return done()
    request.log.warn({ wanted, fault }, 'a call came without the certificate of who may make it')
    done(new ServiceError(403, 'WrongCaller', 'This call is taken from a service of the installation alone, which shows its certificate'))
  })
}
