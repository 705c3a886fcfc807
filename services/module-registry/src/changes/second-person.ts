import type { Choice } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import { type Actor, requireHost } from '../access/actor.ts'
import { areTwoPersons, Identity, personAlone } from '../access/identity.ts'
import type { Registry } from '../registry.ts'
import { allPointers } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import type { PointerAction } from '../storage/tables.ts'
import { checkedEffects, type Effect, requireTenants, type WantedRelease } from './release-change.ts'
import { valueOf } from './tried.ts'

const hourMs = 3_600_000

/** Below this many tenants nothing is wide but what names all of them. */
const fewTenants = 3

/** Tenants whose new sessions get something else by a change; a first release reaches nobody yet. */
const reachedBy = (effects: readonly Effect[]): string[] => effects.filter(({ touched, pointer }) => touched.length > 0 && pointer !== null).map(({ host }) => host)

/** Tenants that an identity changed alone within the last hour, under whichever token. */
async function reachedLately({ tx, at }: Pick<Change, 'tx' | 'at'>, { persons, behind }: Identity): Promise<string[]> {
  const names = sql<string[]>`${[...persons]}::text[]`
  const rows = await tx.selectFrom('single_handed_change').select('host').distinct().where('at', '>', new Date(at.getTime() - hourMs))
    .where(sql<boolean>`(persons && ${names} or behind && ${names} or persons && ${[...behind]}::text[])`).execute()
  return rows.map(({ host }) => host)
}

/**
 * Whether a change reaches so many tenants that a second person looks at it: `wideTenants` of them, or all where there are fewer, together
 * with what the same person changed alone within the last hour. How the change names them does not matter.
 */
async function isWide(change: Pick<Change, 'tx' | 'at'>, effects: readonly Effect[], by: Identity | null, wideTenants: number): Promise<boolean> {
  const reached = reachedBy(effects)
  if (reached.length === 0) return false
  const total = (await allPointers(change)).length
  const together = new Set([...reached, ...by ? await reachedLately(change, by) : []])
  return together.size >= Math.min(wideTenants, Math.max(fewTenants, total))
}

export type SecondPersonReason = 'payment' | 'everyone' | 'protected'

/** What decides whether a change needs a second person. */
export interface Review {
  readonly effects: readonly Effect[]
  /** The change names all tenants as such. */
  readonly everyone: boolean
  /** Who makes it; null where nobody does. */
  readonly by: Identity | null
  readonly wideTenants: number
}

/** Why a change needs a second person; empty when it does not. A tenant's first release needs none. */
export async function review(change: Pick<Change, 'tx' | 'at'>, { effects, everyone, by, wideTenants }: Review): Promise<{ readonly wide: boolean; readonly needs: SecondPersonReason[] }> {
  const wide = everyone || await isWide(change, effects, by, wideTenants)
  const changed = effects.filter(({ touched, pointer }) => touched.length > 0 && pointer !== null)
  const reasons: [SecondPersonReason, boolean][] = [
    ['payment', changed.some(({ touched }) => touched.includes('mfe-payment'))],
    ['everyone', wide && changed.length > 0],
    ['protected', changed.some(({ options }) => options.protected)],
  ]
  return { wide, needs: reasons.filter(([, applies]) => applies).map(([reason]) => reason) }
}

/** What somebody asks for, and of which tenants. */
export interface Proposal {
  readonly hosts: readonly string[]
  /** It names all tenants as such. */
  readonly everyone: boolean
  readonly wanted: WantedRelease
  readonly actor: Actor
  readonly action: PointerAction
}

/** What a change would do, tenant by tenant, with every set that it needs, and whether it needs a second person; what needs none is remembered as done alone. */
export async function reviewed(change: Change, maker: Registry, { hosts, everyone, wanted, actor, action }: Proposal) {
  requireTenants(hosts)
  const checked = await checkedEffects(change, maker, hosts.map((host) => ({ host, wanted })), { actor: actor.label, action })
  const effects = checked.map((outcome) => {
    requireHost(actor, outcome.host)
    return valueOf(outcome)
  })
  const { wide, needs } = await review(change, { effects, everyone, by: actor.identity, wideTenants: maker.wideTenants })
  if (needs.length === 0) await rememberReach(change, effects, actor.identity)
  return { effects, wide, needs }
}

/** Remembers what somebody changed alone, for the next hour. */
export async function rememberReach({ tx, at }: Change, effects: readonly Effect[], { persons, behind }: Identity): Promise<void> {
  await tx.deleteFrom('single_handed_change').where('at', '<', new Date(at.getTime() - 24 * hourMs)).execute()
  const rows = reachedBy(effects).map((host) => ({ host, at, persons: [...persons], behind: [...behind] }))
  if (rows.length > 0) await tx.insertInto('single_handed_change').values(rows).execute()
}

/** Who proposed a pending change. Older changes have only the label. */
export const proposerOf = ({ proposer, proposer_identity: identity }: { readonly proposer: string; readonly proposer_identity: unknown }): Identity =>
  (identity === null ? personAlone(proposer) : Identity.parse(identity))

/** Refuses whoever is not a second person beside all of `others`. Throws 403 SamePerson. */
export function requireSecondPerson({ identity }: Pick<Actor, 'identity'>, others: readonly Identity[]): void {
  if (others.every((other) => areTwoPersons(identity, other))) return
  throw new ServiceError(403, 'SamePerson', 'Somebody else has to approve: neither the proposer, nor the person it is for, nor who made or approved the token of one of them')
}

/** Who published a version. Older versions have only the label. */
export const publisherOf = ({ published_by: label, published_by_identity: identity }: { readonly published_by: string; readonly published_by_identity: unknown }): Identity =>
  (identity === null ? personAlone(label) : Identity.parse(identity))

/** Refuses to show a version of payment that is not the released one to somebody who had a hand in publishing it, so that no publisher alone brings code before cards (SEC-9). Throws 403 SamePerson. */
export async function requireSecondPersonForPayment({ tx }: Pick<Change, 'tx'>, { identity }: Pick<Actor, 'identity'>, shown: Choice, released: Choice): Promise<void> {
  const name = 'mfe-payment'
  const version = shown[name]
  if (version === undefined || version === released[name]) return
  const row = await tx.selectFrom('module_version').select(['published_by', 'published_by_identity']).where('name', '=', name).where('version', '=', version).executeTakeFirst()
  if (!row || areTwoPersons(identity, publisherOf(row))) return
  throw new ServiceError(403, 'SamePerson', `Somebody else has to make this preview: who published ${name}@${version}, or had a hand in that, shows it to nobody alone`)
}
