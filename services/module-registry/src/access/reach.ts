import { ServiceError } from '@checkin/server'
import { sql, type RawBuilder } from 'kysely'
import { requireHost, type Actor } from './actor.ts'

/** How far a call reaches; a token that is limited to tenants is held to it (decision 0115). */
export type Reach =
  /** Tenants that the call names: each must be within the token's reach. */
  | 'host'
  /** Reads what belongs to tenants: the answer holds only what is within reach. */
  | 'filtered'
  /** Touches or shows what all tenants share: refused. */
  | 'all'
  /** Reads what is no tenant's. */
  | 'shared'
  /** About the caller, or without a token. */
  | 'own'

const everything: readonly unknown[] = ['all', '*']

/** Refuses a limited token what its endpoint's reach does not allow. Asked before the body is read. */
export function requireReach(actor: Actor, reach: Reach): void {
  if (reach === 'all') requireEverywhere(actor)
}

/** Refuses a token that is limited to tenants. Throws 403 Forbidden. */
export function requireEverywhere(actor: Actor): void {
  if (actor.hosts !== null) throw new ServiceError(403, 'Forbidden', 'A token that is limited to tenants changes nothing for all')
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

/** Whether a tenant is within reach. */
export const reaches = ({ hosts }: Pick<Actor, 'hosts'>, host: string): boolean => hosts === null || hosts.includes(host)

/** The same as a condition of a query on a column that holds a tenant's host. */
export const withinReach = ({ hosts }: Pick<Actor, 'hosts'>, column = 'host'): RawBuilder<boolean> =>
  (hosts === null ? sql<boolean>`true` : sql<boolean>`${sql.ref(column)} = any(${[...hosts]}::text[])`)
