import type { FastifyInstance } from 'fastify'
import * as z from 'zod'
import { requestHost } from './addresses.ts'

const contact = String.raw`(?:mailto:[^\s,=@]+@[^\s,=@]+|https://[^\s,=]+|tel:\+?[\d-]+)`

/**
 * Whom to tell about a weakness: a contact for all hosts, `mailto:security@example.com`, `https:` or `tel:`, or with host names before them,
 * `mailto:security@example.com,b.example=https://b.example/security`. Absent: no security.txt.
 */
export const securityContactSetting = () => z.string().regex(new RegExp(`^(?:[\\w.-]+=)?${contact}(?:,(?:[\\w.-]+=)?${contact})*$`), 'must be like mailto:security@example.com or host.example=https://host.example/security')
  .transform((text): ReadonlyMap<string, string> => new Map(text.split(',').map((part) => {
    const [, host = '', address = ''] = /^(?:([\w.-]+)=)?(.+)$/.exec(part) ?? []
    return [host.toLowerCase(), address] as const
  }))).optional()

/** Until when what security.txt says is to be believed; RFC 9116 asks for less than a year. */
export const securityExpirySetting = () => z.iso.datetime('must be a moment like 2027-06-30T00:00:00Z').optional()

export interface SecurityTxt {
  /** Contacts by host name; that of the empty name is for all others. */
  readonly contacts: ReadonlyMap<string, string>
  /** ISO 8601. */
  readonly expires: string
}

/** Both settings together, or null where one of them is missing: a file without an end is none (RFC 9116 section 2.5.5). */
export const securityTxtOf = (contacts: ReadonlyMap<string, string> | undefined, expires: string | undefined): SecurityTxt | null =>
  (contacts !== undefined && expires !== undefined ? { contacts, expires } : null)

/** The text for a host; null where there is no contact for it, or the time is over. */
export function securityTxtFor({ contacts, expires }: SecurityTxt, host: string, scheme: 'http' | 'https', now: number): string | null {
  const address = contacts.get(host) ?? contacts.get('')
  if (address === undefined || Date.parse(expires) <= now) return null
  return `Contact: ${address}\nExpires: ${expires}\nPreferred-Languages: en\nCanonical: ${scheme}://${host}/.well-known/security.txt\n`
}

export interface SecurityTxtOptions {
  /** Null: 404 for every host. */
  readonly text: SecurityTxt | null
  readonly scheme: 'http' | 'https'
  /** Whether this server answers for a host. */
  readonly isOwn: (host: string) => boolean
}

/** `GET /.well-known/security.txt` (RFC 9116, DEC-252): whom to tell about a weakness of this host. */
export function securityTxtRoute(app: FastifyInstance, { text, scheme, isOwn }: SecurityTxtOptions): void {
  app.get('/.well-known/security.txt', (request, reply) => {
    const host = requestHost(request)
    const found = text && isOwn(host) ? securityTxtFor(text, host, scheme, Date.now()) : null
    return found === null ? reply.code(404).type('text/plain; charset=utf-8').send('There is no security.txt for this host.\n') : reply.type('text/plain; charset=utf-8').send(found)
  })
}
