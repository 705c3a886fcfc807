import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentSecret, secretsOf } from '../secrets.ts'

/** Somebody whom an identity provider vouched for, as one service tells another. */
export interface Person {
  /** How the person is called in records; two people never share one. */
  readonly label: string
  /** The identity provider's own name for the person, which stays when the label changes; a console of before says none. */
  readonly subject?: string
  /** Which identity provider; with `subject` it is who the person is. A console of before says none. */
  readonly issuer?: string
  readonly role: string
  /** Tenants within reach; null is every one. */
  readonly hosts: readonly string[] | null
}

const prefix = 'person.'
const macOf = (secret: string, payload: string): string => createHmac('sha256', `person-token:${secret}`).update(payload).digest('base64url')

/** True for what `signPerson` makes; says nothing about whether it is genuine. */
export const isPersonToken = (token: string): boolean => token.startsWith(prefix)

/** A token that holds until an instant (milliseconds), for services that share the secret. */
export function signPerson(secret: string, person: Person, until: number): string {
  const payload = Buffer.from(JSON.stringify({ ...person, until })).toString('base64url')
  return `${prefix}${payload}.${macOf(currentSecret(secret), payload)}`
}

/** Who a token stands for; null when it was not made with this secret, was changed, or is over. */
export const openPerson = (secret: string, token: string, now: number = Date.now()): Person | null => openPersonToken(secret, token, now)?.person ?? null

/** The same with the instant (milliseconds) at which it is over. */
export function openPersonToken(secret: string, token: string, now: number = Date.now()): { readonly person: Person; readonly until: number } | null {
  const [payload = '', mac = ''] = token.slice(prefix.length).split('.')
  const isGenuine = secretsOf(secret).map((each) => macOf(each, payload)).some((expected) => mac.length === expected.length && timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
  if (!isPersonToken(token) || !isGenuine) return null
  const { until, label, subject, issuer, role, hosts } = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Person & { readonly until: number }
  return until > now ? { person: { label, ...(subject !== undefined && { subject }), ...(issuer !== undefined && { issuer }), role, hosts }, until } : null
}
