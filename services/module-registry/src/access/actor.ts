import { ServiceError } from '@checkin/server'
import type { Identity } from './identity.ts'

/** What a token may do; everybody with a token may read. */
export const roles = ['publisher', 'operator', 'approver', 'viewer'] as const
export type Role = (typeof roles)[number]

/** Who calls. */
export interface Actor {
  /** The token's label, which stands in the audit. */
  readonly label: string
  readonly role: Role
  /** A publisher's module; null for the other roles. */
  readonly module: string | null
  /** Tenants that the token is limited to; null is every tenant. */
  readonly hosts: readonly string[] | null
  /** Who stands behind the token: what a second person is compared with. */
  readonly identity: Identity
}

const forbidden = (title: string) => new ServiceError(403, 'Forbidden', title)

/** Refuses an actor whose role is none of `allowed`. */
export function requireRole(actor: Actor, allowed: readonly Role[]): void {
  if (!allowed.includes(actor.role)) throw forbidden(`This needs the role ${allowed.join(' or ')}`)
}

/** Refuses a publisher of another module. */
export function requireModule(actor: Actor, module: string): void {
  if (actor.module !== module) throw forbidden(`This token does not publish ${module}`)
}

/** Refuses an actor whose token is limited to other tenants. */
export function requireHost(actor: Actor, host: string): void {
  if (actor.hosts !== null && !actor.hosts.includes(host)) throw forbidden(`This token does not reach ${host}`)
}

/** Who stands in the audit for what the registry does by itself. */
export const system = 'registry'
