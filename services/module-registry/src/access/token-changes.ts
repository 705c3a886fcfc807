import type { Request } from '@checkin/http'
import { type changeToken, NewTokenRequest, type rotateToken, TokenHash, type TokenView } from '@checkin/registry'
import { TenantHost } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { type Selectable, sql } from 'kysely'
import * as z from 'zod'
import { addChange } from '../changes/pending-change.ts'
import { endSubscriptionsOfEndedTokens } from '../events/mail-subscriptions.ts'
import { type TokenLifetimes, usualLifetimes } from '../settings.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import type { Actor } from './actor.ts'
import { endSessions } from './console-sessions.ts'
import { everybodyIn, type Identity, personAlone, personName } from './identity.ts'
import { fingerprintOf } from './token-secret.ts'
import { tokenIdentity } from './tokens.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** A change of an existing token. */
const ChangedTokenRequest = z.strictObject({
  action: z.literal('change'), label: z.string(), hosts: z.optional(z.nullable(z.array(TenantHost))), expires: z.optional(z.nullable(z.iso.datetime())), hash: z.optional(TokenHash), graceHours: z.optional(z.number()),
})

/** A change of tokens that waits for a second person. */
export const TokenRequest = z.discriminatedUnion('action', [NewTokenRequest, ChangedTokenRequest])
export type TokenRequest = z.infer<typeof TokenRequest>

/** Bounds of a token. Null is every tenant, or no end. */
interface TokenBounds {
  readonly hosts: readonly string[] | null
  readonly expires: Date | null
}

/** Whether bounds are within others. */
export function isWithin(wanted: TokenBounds, present: TokenBounds): boolean {
  const { hosts } = present
  const fewerHosts = hosts === null || (wanted.hosts !== null && wanted.hosts.every((host) => hosts.includes(host)))
  const noLater = present.expires === null || (wanted.expires !== null && wanted.expires <= present.expires)
  return fewerHosts && noLater
}

type Row = Selectable<Tables['access_token']>

/** The database's lower case on both sides, as in its index. */
const isLabel = (label: string) => sql<boolean>`lower(label) = lower(${label})`

/** A stored token by its label, whatever the case. Throws 404 UnknownToken. */
export async function tokenRow({ tx }: Pick<Change, 'tx'>, label: string): Promise<Row> {
  const row = await tx.selectFrom('access_token').selectAll().where(isLabel(label)).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownToken', `There is no token ${label}`)
  return row
}

/** What people see of a request: a fingerprint to compare with the holder's token, never its hash. */
export function shownRequest(request: unknown): Record<string, unknown> {
  const { hash, ...shown } = TokenRequest.parse(request)
  return { ...shown, ...(hash !== undefined && { fingerprint: fingerprintOf(hash) }) }
}

/** Proposes a change of tokens to a second person. Throws LabelTaken, TokenKnown, LifetimeTooLong. Answers the change's number. */
export async function proposeToken(change: Change, request: TokenRequest, reason: string, actor: Actor): Promise<number> {
  await requireFree(change, request)
  if (request.expires !== undefined && request.expires !== null && new Date(request.expires) <= change.at) throw new ServiceError(400, 'InvalidRequest', `${request.expires} is over`)
  return addChange(change, { kind: 'token', everyone: false, request, shown: shownRequest(request), reason, needs: ['token'], subject: request.label, actor, hosts: [] })
}

/** Whether a hash is, or was before a rotation, some token's. */
const isHashOfAny = (hash: string) => sql<boolean>`(hash = ${hash} or former_hash = ${hash})`

async function requireFree({ tx }: Change, request: TokenRequest): Promise<void> {
  if (request.action === 'new') {
    const taken = await tx.selectFrom('access_token').select('label').where(isLabel(request.label)).executeTakeFirst()
    if (taken) throw new ServiceError(409, 'LabelTaken', `There is a token ${taken.label} already, or was one; a label is never used again`)
  }
  const known = request.hash !== undefined && await tx.selectFrom('access_token').select('hash').where(isHashOfAny(request.hash)).executeTakeFirst()
  if (known) throw new ServiceError(409, 'TokenKnown', 'There is this very token already: make another')
}

/** Who profits from a request, and may not approve it. */
export async function personsOfRequest(change: Change, stored: unknown): Promise<Identity> {
  const request = TokenRequest.parse(stored)
  return request.action === 'new' ? personAlone(request.label, request.person) : { ...tokenIdentity(await tokenRow(change, request.label)), behind: [] }
}

export interface Consent {
  readonly proposer: { readonly label: string; readonly identity: Identity }
  readonly approver: { readonly label: string; readonly identity: Identity }
  readonly reason: string
}

/** Makes or changes a token after a second person approved it. Throws LabelTaken, TokenKnown, UnknownToken, Revoked. */
export async function applyTokenRequest(change: Change, stored: unknown, { proposer, approver, reason }: Consent): Promise<void> {
  const request = TokenRequest.parse(stored)
  await requireFree(change, request)
  const origin = { made_by: proposer.label, approved_by: approver.label, behind: everybodyIn(proposer.identity, approver.identity) }
  const actor = `${proposer.label}, ${approver.label}`
  if (request.action === 'new') {
    // Proposals of before may name no end.
    const { label, person, role, module = null, hosts = null, expires = endOf(undefined, change.at, usualLifetimes), hash } = request
    await change.tx.insertInto('access_token').values({ hash, label, person: personName(person), role, module, hosts, demo: false, created_at: change.at, expires_at: expires, ...origin }).execute()
    await change.record({ actor, action: 'new token', subject: label, before: null, after: shownRequest(request), reason })
    return
  }
  const row = await tokenRow(change, request.label)
  requireHolding(row)
  const { hosts = row.hosts, expires = row.expires_at, hash, graceHours = 0 } = request
  // Only who may know the token stands behind it: widening the same token reveals it to nobody.
  await change.tx.updateTable('access_token').set({ hosts, expires_at: expires, ...(hash !== undefined && { hash, last_used_at: null, ...formerSecret(row, change.at, graceHours), ...origin }) }).where('hash', '=', row.hash).execute()
  if (hash !== undefined) await endItsSessions(change, row, { actor, reason })
  await change.record({ actor, action: hash === undefined ? 'widen token' : 'replace token', subject: row.label, before: boundsOf(row), after: shownRequest(request), reason })
}

/** What is kept of the present secret when another takes its place. */
const formerSecret = (row: Row, at: Date, graceHours: number) =>
  (graceHours > 0 ? { former_hash: row.hash, former_until: new Date(at.getTime() + graceHours * hourMs) } : { former_hash: null, former_until: null })

/** Ends the sessions at the console that a token's secrets opened, at once: a grace time is for programs, which cannot sign in anew (DEC-256). */
const endItsSessions = (change: Change, { hash, former_hash: former }: Row, by: { readonly actor: string; readonly reason: string }): Promise<number> =>
  endSessions(change, { openedWith: former === null ? [hash] : [hash, former] }, by)

/**
 * Puts a new secret in the place of the one that its holder calls with; everything else stays, its end too, so that it gives nobody anything and
 * needs no second person (decision 0152). Throws 409 NotRotatable for what is no stored token's present secret, TokenKnown.
 */
export async function rotateSecret(change: Change, present: string, { hash, graceHours, reason }: Request<typeof rotateToken>['body']): Promise<TokenView> {
  const row = await change.tx.selectFrom('access_token').selectAll().where('hash', '=', present).where('demo', '=', false).executeTakeFirst()
  if (!row) throw new ServiceError(409, 'NotRotatable', 'Only the present secret of a stored token is rotated')
  await requireFree(change, { action: 'change', label: row.label, hash })
  const former = formerSecret(row, change.at, graceHours)
  await change.tx.updateTable('access_token').set({ hash, ...former }).where('hash', '=', present).execute()
  await endItsSessions(change, row, { actor: row.label, reason })
  await change.record({
    actor: row.label, action: 'rotate token', subject: row.label, before: { fingerprint: fingerprintOf(present) }, after: { fingerprint: fingerprintOf(hash), formerUntil: former.former_until?.toISOString() ?? null }, reason,
  })
  return tokenView(await tokenRow(change, row.label))
}

const boundsOf = ({ hosts, expires_at: expires }: Row) => ({ hosts, expires: expires?.toISOString() ?? null })

function requireHolding({ label, revoked_at: revoked }: Row): void {
  if (revoked !== null) throw new ServiceError(409, 'Revoked', `The token ${label} was revoked; make another`)
}

/** The end of a token that is asked for: the usual one where nothing is said, the latest for `null`. Throws 400 LifetimeTooLong. */
export function endOf(wanted: string | null | undefined, at: Date, { usualMs, mostMs }: TokenLifetimes): string {
  const latest = at.getTime() + mostMs
  if (wanted === undefined) return new Date(at.getTime() + usualMs).toISOString()
  if (wanted === null) return new Date(latest).toISOString()
  if (Date.parse(wanted) > latest) throw new ServiceError(400, 'LifetimeTooLong', `A token lasts ${Math.floor(mostMs / dayMs)} days at most`)
  return wanted
}

/** Narrows a token at once; what gives it more waits for a second person. Answers the number of the change, or null when it is done. */
export async function patchToken(change: Change, label: string, { reason, ...asked }: Request<typeof changeToken>['body'], actor: Actor, lifetimes: TokenLifetimes): Promise<number | null> {
  const row = await tokenRow(change, label)
  requireHolding(row)
  const end = asked.expires === undefined ? undefined : endOf(asked.expires, change.at, lifetimes)
  const patch = { ...asked, ...(end !== undefined && { expires: end }) }
  if (row.role === 'publisher' && patch.hosts) throw new ServiceError(400, 'InvalidRequest', 'A publisher is not limited to tenants: what it publishes is everybody\'s')
  const { hosts = row.hosts } = patch
  const expires = end === undefined ? row.expires_at : new Date(end)
  if (patch.hash !== undefined || !isWithin({ hosts, expires }, { hosts: row.hosts, expires: row.expires_at })) {
    return proposeToken(change, { action: 'change', label: row.label, ...patch }, reason, actor)
  }
  await change.tx.updateTable('access_token').set({ hosts, expires_at: expires }).where('hash', '=', row.hash).execute()
  await change.record({ actor: actor.label, action: 'narrow token', subject: row.label, before: boundsOf(row), after: { hosts, expires: expires?.toISOString() ?? null }, reason })
  return null
}

/** Ends a token for ever, and with it the sessions that it opened and the mails that were asked for with it (DEC-358). A second time changes nothing. */
export async function endToken(change: Change, label: string, reason: string, actor: Actor): Promise<void> {
  const row = await tokenRow(change, label)
  if (row.revoked_at !== null) return
  await change.tx.updateTable('access_token').set({ revoked_at: change.at, revoked_by: actor.label, former_until: null }).where('hash', '=', row.hash).execute()
  await endItsSessions(change, row, { actor: actor.label, reason })
  await change.record({ actor: actor.label, action: 'revoke token', subject: row.label, before: boundsOf(row), after: null, reason })
  await endSubscriptionsOfEndedTokens(change)
}

/** A stored token as people see it. */
export const tokenView = (row: Row): TokenView => ({
  label: row.label, person: row.person ?? personName(row.label), role: row.role, module: row.module, hosts: row.hosts, madeBy: row.made_by, approvedBy: row.approved_by,
  createdAt: row.created_at.toISOString(), expiresAt: row.expires_at?.toISOString() ?? null, lastUsedAt: row.last_used_at?.toISOString() ?? null,
  revokedAt: row.revoked_at?.toISOString() ?? null, revokedBy: row.revoked_by,
  formerUntil: row.revoked_at === null ? row.former_until?.toISOString() ?? null : null,
})
