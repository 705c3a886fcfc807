import type { Role } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type RawBuilder, sql } from 'kysely'
import type { Identity } from './identity.ts'

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
  /** The console session that the call comes by; none for a token. */
  readonly session?: {
    readonly id: string
    /** Its person has to be checked at the identity provider. */
    readonly isCheckDue: boolean
    /** It was opened with a token. */
    readonly isByToken: boolean
    /** A passkey of its person confirmed it. */
    readonly isConfirmed: boolean
    /** Nothing is possible before a passkey. */
    readonly isPasskeyDue: boolean
  }
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

/** The audit's actor of automatic changes. */
export const system = 'registry'

const everything: readonly unknown[] = ['all', '*']

/** Refuses a token that is limited to tenants. Throws 403 Forbidden. */
export function requireEverywhere(actor: Actor): void {
  if (actor.hosts !== null) throw forbidden('A token that is limited to tenants changes nothing for all')
}

/** Refuses a limited token other tenants than its own, wherever a call names them: `host` or `hosts` of path, query or body. Throws 403 Forbidden. */
export function requireNamedHosts(actor: Actor, given: unknown): void {
  if (actor.hosts === null || typeof given !== 'object' || given === null) return
  const { host, hosts } = given as { readonly host?: unknown; readonly hosts?: unknown }
  for (const named of [host, hosts].flat()) {
    if (everything.includes(named)) requireEverywhere(actor)
    else if (typeof named === 'string') requireHost(actor, named)
  }
}

/** Who an actor is, lower-case: the person of the token, the same for all tokens of one person. */
export const personOf = ({ identity }: Pick<Actor, 'identity'>): string => identity.persons[0] ?? ''

/** Whether somebody operates or approves for every tenant: who sees and ends what lets others in. */
export const isAdministrator = ({ hosts, role }: Pick<Actor, 'hosts' | 'role'>): boolean => hosts === null && (role === 'operator' || role === 'approver')

/** Whether a tenant is within reach. */
export const reaches = ({ hosts }: Pick<Actor, 'hosts'>, host: string): boolean => hosts === null || hosts.includes(host)

/** The same as a condition of a query on a column that holds a tenant's host. */
export const withinReach = ({ hosts }: Pick<Actor, 'hosts'>, column = 'host'): RawBuilder<boolean> =>
  (hosts === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...hosts]}::text[])`)
