import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import { everybodyIn, personAlone, personName, type Identity } from '../../access/identity.ts'
import { fingerprintOf, tokenIdentity } from '../../access/tokens.ts'
import type { Change } from '../../storage/ledger.ts'
import type { AccessTokenTable } from '../../storage/tables.ts'
import { keepChange } from '../changes/keep-change.ts'
import { isWithin, TokenWish } from './token-wish.ts'

type Row = Selectable<AccessTokenTable>

/** The database's own small letters on both sides, as in its index. */
const isLabel = (label: string) => sql<boolean>`lower(label) = lower(${label})`

/** A kept token by its label, whatever the case. Throws 404 UnknownToken. */
export async function tokenRow({ tx }: Pick<Change, 'tx'>, label: string): Promise<Row> {
  const row = await tx.selectFrom('access_token').selectAll().where(isLabel(label)).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownToken', `There is no token ${label}`)
  return row
}

/** What people see of a wish: enough to compare the token with its holder's, nothing to guess it by. */
export function shownWish(wish: unknown): Record<string, unknown> {
  const { hash, ...shown } = TokenWish.parse(wish)
  return { ...shown, ...(hash !== undefined && { fingerprint: fingerprintOf(hash) }) }
}

/** Keeps a change of tokens for a second person. Throws LabelTaken, TokenKnown. Answers the change's number. */
export async function proposeToken(change: Change, wish: TokenWish, reason: string, actor: Actor): Promise<number> {
  await requireFree(change, wish)
  if (wish.expires !== undefined && wish.expires !== null && new Date(wish.expires) <= change.at) throw new ServiceError(400, 'InvalidRequest', `${wish.expires} is over`)
  return keepChange(change, { kind: 'token', everyone: false, wish, shown: shownWish(wish), reason, needs: ['token'], subject: wish.label, actor, hosts: [] })
}

async function requireFree({ tx }: Change, wish: TokenWish): Promise<void> {
  if (wish.action === 'new') {
    const taken = await tx.selectFrom('access_token').select('label').where(isLabel(wish.label)).executeTakeFirst()
    if (taken) throw new ServiceError(409, 'LabelTaken', `There is a token ${taken.label} already, or was one; a label is never used again`)
  }
  const known = wish.hash !== undefined && await tx.selectFrom('access_token').select('hash').where('hash', '=', wish.hash).executeTakeFirst()
  if (known) throw new ServiceError(409, 'TokenKnown', 'There is this very token already: make another')
}

/** Whom an approved wish gives something to: not the one to approve it. */
export async function personsOfWish(change: Change, kept: unknown): Promise<Identity> {
  const wish = TokenWish.parse(kept)
  return wish.action === 'new' ? personAlone(wish.label, wish.person) : { ...tokenIdentity(await tokenRow(change, wish.label)), behind: [] }
}

export interface Consent {
  readonly proposer: { readonly label: string; readonly identity: Identity }
  readonly approver: { readonly label: string; readonly identity: Identity }
  readonly reason: string
}

/** Makes or changes a token after a second person approved it. Throws LabelTaken, TokenKnown, UnknownToken, Revoked. */
export async function applyTokenWish(change: Change, kept: unknown, { proposer, approver, reason }: Consent): Promise<void> {
  const wish = TokenWish.parse(kept)
  await requireFree(change, wish)
  const hands = { made_by: proposer.label, approved_by: approver.label, behind: everybodyIn(proposer.identity, approver.identity) }
  const actor = `${proposer.label}, ${approver.label}`
  if (wish.action === 'new') {
    const { label, person, role, module = null, hosts = null, expires = null, hash } = wish
    await change.tx.insertInto('access_token').values({ hash, label, person: personName(person), role, module, hosts, demo: false, created_at: change.at, expires_at: expires, ...hands }).execute()
    await change.record({ actor, action: 'new token', subject: label, before: null, after: shownWish(wish), reason })
    return
  }
  const row = await tokenRow(change, wish.label)
  requireHolding(row)
  const { hosts = row.hosts, expires = row.expires_at, hash } = wish
  // Only who may know the token stands behind it: a wider reach of the same token tells nobody what it is.
  await change.tx.updateTable('access_token').set({ hosts, expires_at: expires, ...(hash !== undefined && { hash, last_used_at: null, ...hands }) }).where('hash', '=', row.hash).execute()
  await change.record({ actor, action: hash === undefined ? 'widen token' : 'replace token', subject: row.label, before: boundsOf(row), after: shownWish(wish), reason })
}

const boundsOf = ({ hosts, expires_at: expires }: Row) => ({ hosts, expires: expires?.toISOString() ?? null })

function requireHolding({ label, revoked_at: revoked }: Row): void {
  if (revoked !== null) throw new ServiceError(409, 'Revoked', `The token ${label} was revoked; make another`)
}

export interface TokenPatch {
  readonly hosts?: string[] | null | undefined
  readonly expires?: string | null | undefined
  readonly hash?: string | undefined
  readonly reason: string
}

/** Narrows a token at once; what gives it more is kept for a second person. Answers the number of the change, or null when it is done. */
export async function patchToken(change: Change, label: string, { reason, ...patch }: TokenPatch, actor: Actor): Promise<number | null> {
  const row = await tokenRow(change, label)
  requireHolding(row)
  if (row.role === 'publisher' && patch.hosts) throw new ServiceError(400, 'InvalidRequest', 'A publisher is not limited to tenants: what it publishes is everybody\'s')
  const { hosts = row.hosts } = patch
  const expires = patch.expires === undefined ? row.expires_at : patch.expires === null ? null : new Date(patch.expires)
  if (patch.hash !== undefined || !isWithin({ hosts, expires }, { hosts: row.hosts, expires: row.expires_at })) {
    return proposeToken(change, { action: 'change', label: row.label, ...patch }, reason, actor)
  }
  await change.tx.updateTable('access_token').set({ hosts, expires_at: expires }).where('hash', '=', row.hash).execute()
  await change.record({ actor: actor.label, action: 'narrow token', subject: row.label, before: boundsOf(row), after: { hosts, expires: expires?.toISOString() ?? null }, reason })
  return null
}

/** Ends a token for ever. A second time changes nothing. */
export async function endToken(change: Change, label: string, reason: string, actor: Actor): Promise<void> {
  const row = await tokenRow(change, label)
  if (row.revoked_at !== null) return
  await change.tx.updateTable('access_token').set({ revoked_at: change.at, revoked_by: actor.label }).where('hash', '=', row.hash).execute()
  await change.record({ actor: actor.label, action: 'revoke token', subject: row.label, before: boundsOf(row), after: null, reason })
}
