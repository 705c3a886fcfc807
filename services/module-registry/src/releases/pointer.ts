import { randomBytes } from 'node:crypto'
import type { Choice, Settings } from '@checkin/registry'
import type { Rollout } from '@checkin/releases'
import { pointerDigest } from '@checkin/releases/log'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { armSettings, endLostExperiments, withoutLostArms } from '../experiments/running.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { PointerAction, Tables } from '../storage/tables.ts'
import { combinationsOf, type Release, type ReleaseRollout } from './next-release.ts'
import { requireTested } from './release-tests.ts'
import { makeSet, type SetMaker } from './sets.ts'

/** A tenant's pointer as it is stored. */
export interface Pointer {
  readonly host: string
  readonly revision: number
  readonly setId: number
  /** With the settings that those of experiments bring. */
  readonly rollouts: readonly ReleaseRollout[]
  readonly variants: readonly number[]
  readonly lastGood: Readonly<Record<string, number>>
  /** Per module, the selector that was asked for. */
  readonly selectors: Readonly<Record<string, string>>
}

/** Who moves a pointer and why. */
export interface ChangeAuthor {
  readonly actor: string
  readonly reason: string
  readonly action: PointerAction
}

const columns = ['host', 'revision', 'set_id', 'rollouts', 'variants', 'last_good', 'wishes'] as const

type Row = Pick<Selectable<Tables['pointer']>, (typeof columns)[number]>

async function pointersOf(queries: Queries, rows: readonly Row[]): Promise<Pointer[]> {
  const withSettings = await rolloutsWithSettings(queries, rows.flatMap(({ rollouts }) => rollouts))
  return rows.map(({ host, revision, set_id: setId, rollouts, variants, last_good: lastGood, wishes: selectors }) => ({ host, revision, setId, rollouts: rollouts.map(withSettings), variants, lastGood, selectors }))
}

/** Gives stored rollouts the settings that they bring: those of an experiment's are its own (DEC-361). */
export async function rolloutsWithSettings(queries: Queries, rollouts: readonly Rollout[]): Promise<(rollout: Rollout) => ReleaseRollout> {
  const found = await armSettings(queries, rollouts.map(({ id }) => id))
  return (rollout) => { const settings = found.get(rollout.id); return settings ? { ...rollout, settings } : rollout }
}

/** A rollout as it is stored, logged and signed for sites. */
const servedRollout = ({ id, modules, salt, cohorts, percent }: ReleaseRollout): Rollout => ({ id, modules, salt, cohorts, percent })

export async function findPointer({ tx }: { readonly tx: Queries }, host: string): Promise<Pointer | null> {
  const [pointer] = await pointersOf(tx, await tx.selectFrom('pointer').select(columns).where('host', '=', host).execute())
  return pointer ?? null
}

export async function findRevision({ tx }: Pick<Change, 'tx'>, host: string, revision: number): Promise<Pointer | null> {
  const [pointer] = await pointersOf(tx, await tx.selectFrom('pointer_revision').select(columns).where('host', '=', host).where('revision', '=', revision).execute())
  return pointer ?? null
}

/** All pointers, in one order. */
export async function allPointers({ tx }: { readonly tx: Queries }): Promise<Pointer[]> {
  return pointersOf(tx, await tx.selectFrom('pointer').select(columns).orderBy('host').execute())
}

/** Refuses a change of what its caller did not see. */
export function requireRevision(host: string, current: Pointer | null, ifMatch: number): void {
  const revision = current?.revision ?? 0
  if (revision !== ifMatch) throw new ServiceError(412, 'RevisionChanged', `${host} is at revision ${revision}, not ${ifMatch}`, { data: { revision } })
}

/** Versions of some sets, by the set's number. */
export async function choicesOf({ tx }: { readonly tx: Queries }, setIds: readonly number[]): Promise<ReadonlyMap<number, Choice>> {
  const members = await tx.selectFrom('release_set_member').selectAll().where('set_id', '=', anyOf([...new Set(setIds)])).orderBy('name').execute()
  const bySet = Map.groupBy(members, ({ set_id: setId }) => setId)
  return new Map([...bySet].map(([setId, rows]) => [setId, Object.fromEntries(rows.map(({ name, version }) => [name, version]))]))
}

/** Versions of a set; none where there is no such set. */
export const choiceOf = async (reading: { readonly tx: Queries }, setId: number): Promise<Choice> => (await choicesOf(reading, [setId])).get(setId) ?? {}

/** Per module, what is set of it in a set. */
export async function settingsOf({ tx }: { readonly tx: Queries }, setId: number): Promise<Settings> {
  const row = await tx.selectFrom('release_set').select('settings').where('id', '=', setId).executeTakeFirst()
  return row?.settings ?? {}
}

export async function releaseOf(change: { readonly tx: Queries }, pointer: Pointer | null): Promise<Release> {
  return pointer ? { choice: await choiceOf(change, pointer.setId), settings: await settingsOf(change, pointer.setId), rollouts: pointer.rollouts, selectors: pointer.selectors } : { choice: {}, settings: {}, rollouts: [], selectors: {} }
}

/** Random name and salt of a rollout. */
export const freshRollout = () => ({ id: randomBytes(6).toString('base64url'), salt: randomBytes(12).toString('base64url') })

/**
 * Points a tenant to a release: every combination of its rollouts becomes a set that was checked. What is the same already
 * stays as it is. A rollout of an experiment ends with what it is compared with. Throws what `makeSet` and `requireTested` throw. Answers whether anything changed.
 */
export async function pointTo(change: Change, maker: SetMaker, author: ChangeAuthor, host: string, current: Pointer | null, wanted: Release): Promise<boolean> {
  const release = await withoutLostArms(change, host, wanted)
  const variants: number[] = []
  for (const combination of combinationsOf(release)) variants.push(await makeSet(change, maker, combination, author.actor))
  const setId = variants[0] ?? 0
  const next = { setId, rollouts: release.rollouts, variants, selectors: release.selectors }
  if (current && sameAs(current, next)) return false
  await requireTested(change, { host, served: current?.variants ?? [], sets: variants, action: author.action })
  const lastGood = current && current.setId !== setId ? await lastGoodAfter(change, current, release.choice) : (current?.lastGood ?? {})
  await move(change, author, host, current, { ...next, lastGood })
  return true
}

const sameAs = (current: Pointer, next: Omit<Pointer, 'host' | 'revision' | 'lastGood'>): boolean =>
  JSON.stringify([current.setId, current.variants, current.rollouts.map((each) => [each.id, each.percent, each.cohorts]), sorted(current.selectors)])
  === JSON.stringify([next.setId, next.variants, next.rollouts.map((each) => [each.id, each.percent, each.cohorts]), sorted(next.selectors)])

const sorted = (selectors: Readonly<Record<string, string>>): readonly (readonly [string, string])[] => Object.entries(selectors).sort(([one], [other]) => one.localeCompare(other))

/** A module that changes was good until now; one that does not keeps its last good version. */
async function lastGoodAfter(change: Change, current: Pointer, choice: Choice): Promise<Record<string, number>> {
  const before = await choiceOf(change, current.setId)
  const changed = Object.keys(before).filter((name) => choice[name] !== undefined && choice[name] !== before[name])
  return { ...current.lastGood, ...Object.fromEntries(changed.map((name) => [name, current.setId])) }
}

/** Writes a tenant's next revision, its history and the audit. */
export async function move(change: Change, { actor, reason, action }: ChangeAuthor, host: string, current: Pointer | null, next: Omit<Pointer, 'host' | 'revision'>): Promise<void> {
  const { tx, at, record, releasesChanged } = change
  const revision = (current?.revision ?? 0) + 1
  const rollouts = next.rollouts.map(servedRollout)
  const columns = {
    set_id: next.setId, rollouts: JSON.stringify(rollouts), variants: JSON.stringify(next.variants), last_good: JSON.stringify(next.lastGood), wishes: JSON.stringify(next.selectors),
  }
  await tx.insertInto('pointer').values({ host, revision, ...columns }).onConflict((conflict) => conflict.column('host').doUpdateSet({ revision, ...columns })).execute()
  await tx.updateTable('pointer_revision').set({ replaced_at: at }).where('host', '=', host).where('revision', '=', revision - 1).execute()
  await tx.insertInto('pointer_revision').values({ host, revision, ...columns, action, reason, actor, at }).execute()
  releasesChanged()
  await record({ actor, action, subject: host, before: current ? described(current) : null, after: { ...described({ ...next, revision }), sha256: pointerDigest({ host, ...next, rollouts, revision }) }, reason })
  await endLostExperiments(change, { host, rollouts: next.rollouts, actor, action, reason })
}

const described = ({ revision, setId, rollouts }: Pick<Pointer, 'revision' | 'setId' | 'rollouts'>) => ({
  revision, setId, ...(rollouts.length > 0 && { rollouts: rollouts.map(({ modules, settings, percent, cohorts }) => ({ modules, ...(settings && { settings }), percent, ...(cohorts.length > 0 && { cohorts }) })) }),
})
