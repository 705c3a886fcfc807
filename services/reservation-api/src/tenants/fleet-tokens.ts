import { createHash, randomBytes } from 'node:crypto'
import { mostFleetTokens, type FleetToken } from '@checkin/fleet'
import { ServiceError } from '@checkin/server'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** What is kept of a token: its SHA-256. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest()
/** Whether a token has not ended. */
export const isInTime = sql<boolean>`fleet_token.expires_at > now()`

const viewOf = ({ id, created_at: createdAt, expires_at: expiresAt, last_used_on: lastUsedOn, made_by: madeBy }: Selectable<Tables['fleet_token']>): FleetToken =>
  ({ id, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString(), lastUsedOn, madeBy })

/** The tokens of a company that hold, the oldest first. */
export async function fleetTokens(database: Pick<Kysely<Tables>, 'selectFrom'>, tenantId: string): Promise<readonly FleetToken[]> {
  const rows = await database.selectFrom('fleet_token').selectAll().where('tenant_id', '=', tenantId).where(isInTime).orderBy('created_at').orderBy('id').execute()
  return rows.map(viewOf)
}

/** Days before the end of a company's last token from which on somebody has to look. */
const warnDays = 14

/** The token after which a company has none, when it ends soon; with since when that is worth a look. */
export async function endingFleetToken(transaction: Transaction<Tables>, tenantId: string): Promise<{ readonly id: string; readonly since: Date } | null> {
  const last = await transaction.selectFrom('fleet_token').where('tenant_id', '=', tenantId).select(['id', sql<Date>`expires_at - make_interval(days => ${warnDays})`.as('since')]).orderBy('expires_at', 'desc').executeTakeFirst()
  return last !== undefined && last.since <= new Date() ? last : null
}

/** One change at a time for a tenant, so that two calls at once do not make three tokens. */
const lockTenant = (transaction: Transaction<Tables>, tenantId: string) => transaction.selectFrom('tenant').where('id', '=', tenantId).select('id').forUpdate().executeTakeFirstOrThrow()

const record = (transaction: Transaction<Tables>, change: { readonly tenantId: string; readonly tokenId: string; readonly action: 'made' | 'revoked'; readonly actor: string }) =>
  transaction.insertInto('fleet_token_change').values({ tenant_id: change.tenantId, token_id: change.tokenId, action: change.action, actor: change.actor }).execute()

/** Makes a token beside the present one; whoever calls is the only one to see it. Throws 409 TooManyTokens while two hold. */
export async function makeFleetToken(transaction: Transaction<Tables>, { tenantId, days, actor }: { readonly tenantId: string; readonly days: number; readonly actor: string }) {
  await lockTenant(transaction, tenantId)
  await transaction.deleteFrom('fleet_token').where('tenant_id', '=', tenantId).where(sql<boolean>`not ${isInTime}`).execute()
  if ((await fleetTokens(transaction, tenantId)).length >= mostFleetTokens) throw new ServiceError(409, 'TooManyTokens', 'Two tokens hold already: revoke the one that is not used any more')
  const token = `cft_${randomBytes(32).toString('base64url')}`
  const row = await transaction.insertInto('fleet_token').values({ tenant_id: tenantId, token_hash: hashOf(token), made_by: actor, expires_at: sql<Date>`now() + make_interval(days => ${days})` })
    .returningAll().executeTakeFirstOrThrow()
  await record(transaction, { tenantId, tokenId: row.id, action: 'made', actor })
  return { ...viewOf(row), token }
}

/** Ends a token at once. Throws 404 NotFound; 409 LastToken for the only one that holds, where `mayBeLast` does not allow it. */
export async function revokeFleetToken(transaction: Transaction<Tables>, { tenantId, tokenId, actor, mayBeLast }: { readonly tenantId: string; readonly tokenId: string; readonly actor: string; readonly mayBeLast: boolean }): Promise<void> {
  await lockTenant(transaction, tenantId)
  const tokens = await fleetTokens(transaction, tenantId)
  if (!tokens.some(({ id }) => id === tokenId)) throw new ServiceError(404, 'NotFound', 'There is no such token')
  if (tokens.length === 1 && !mayBeLast) throw new ServiceError(409, 'LastToken', 'It is the only one that holds: make another first, or ask the administrator')
  // The row goes, so that a server of the release before does not know the token either.
  await transaction.deleteFrom('fleet_token').where('tenant_id', '=', tenantId).where('id', '=', tokenId).execute()
  await record(transaction, { tenantId, tokenId, action: 'revoked', actor })
}

/** Puts a token that the administrator brought in the place of all others of the company; one that it has already changes nothing. */
export async function replaceFleetTokens(transaction: Transaction<Tables>, { tenantId, token, actor }: { readonly tenantId: string; readonly token: string; readonly actor: string }): Promise<void> {
  const hash = hashOf(token)
  const known = await transaction.selectFrom('fleet_token').where('tenant_id', '=', tenantId).where('token_hash', '=', hash).select('id').executeTakeFirst()
  if (known) return
  const ended = await transaction.deleteFrom('fleet_token').where('tenant_id', '=', tenantId).returning('id').execute()
  for (const { id } of ended) await record(transaction, { tenantId, tokenId: id, action: 'revoked', actor })
  const { id } = await transaction.insertInto('fleet_token').values({ tenant_id: tenantId, token_hash: hash, made_by: actor }).returning('id').executeTakeFirstOrThrow()
  await record(transaction, { tenantId, tokenId: id, action: 'made', actor })
}

/** The tenant that has this token, ended or not; null when nobody has. */
export const ownerOfFleetToken = async (transaction: Transaction<Tables>, token: string): Promise<string | null> =>
  (await transaction.selectFrom('fleet_token').where('token_hash', '=', hashOf(token)).select('tenant_id').executeTakeFirst())?.tenant_id ?? null

/** The newest changes of tokens of all tenants, newest first, in the form of changes of settings; a token has no revision. */
export async function latestTokenChanges(database: Pick<Kysely<Tables>, 'selectFrom'>, limit: number) {
  const rows = await database.selectFrom('fleet_token_change as change').innerJoin('tenant', 'tenant.id', 'change.tenant_id')
    .select(['tenant.host', 'change.token_id', 'change.action', 'change.actor', 'change.changed_at']).orderBy('change.changed_at', 'desc').orderBy('change.id', 'desc').limit(limit).execute()
  return rows.map(({ host, token_id: id, action, actor, changed_at: at }) => ({ host, revision: 0, at: at.toISOString(), actor, fields: [`fleetToken ${id.slice(0, 8)} ${action}`] }))
}
