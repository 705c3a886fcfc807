import { randomBytes } from 'node:crypto'
import type { Choice, Settings } from '@checkin/registry'
import type { Rollout } from '@checkin/releases'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { armSettings } from '../experiments/running.ts'
import type { Change, Queries } from '../storage/ledger.ts'
import type { PointerAction, Tables } from '../storage/tables.ts'
import type { Release, ReleaseRollout } from './next-release.ts'

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

export async function findPointer({ tx }: { readonly tx: Queries }, host: string): Promise<Pointer | null> {
  const [pointer] = await pointersOf(tx, await tx.selectFrom('pointer').select(columns).where('host', '=', host).execute())
  return pointer ?? null
}

/** Pointers of some tenants, by host; in as many queries as of one. */
export async function findPointers({ tx }: { readonly tx: Queries }, hosts: Iterable<string>): Promise<ReadonlyMap<string, Pointer>> {
  const pointers = await pointersOf(tx, await tx.selectFrom('pointer').select(columns).where('host', '=', anyOf([...new Set(hosts)])).execute())
  return new Map(pointers.map((pointer) => [pointer.host, pointer]))
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

/** Versions of some sets, by the set's number; of some modules, or of all. */
export async function choicesOf({ tx }: { readonly tx: Queries }, setIds: readonly number[], modules?: readonly string[]): Promise<ReadonlyMap<number, Choice>> {
  const members = await tx.selectFrom('release_set_member').selectAll().where('set_id', '=', anyOf([...new Set(setIds)])).$if(modules !== undefined, (query) => query.where('name', '=', anyOf([...modules ?? []]))).orderBy('name').execute()
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

/** What a tenant without a pointer has. */
const noRelease: Release = { choice: {}, settings: {}, rollouts: [], selectors: {} }

/** Releases of some pointers, by host, in as many queries as of one; nothing for every other host. */
export async function releasesOf(change: { readonly tx: Queries }, pointers: Iterable<Pointer>): Promise<(host: string) => Release> {
  const known = [...pointers]
  if (known.length === 0) return () => noRelease
  const setIds = [...new Set(known.map(({ setId }) => setId))]
  const choices = await choicesOf(change, setIds)
  const rows = await change.tx.selectFrom('release_set').select(['id', 'settings']).where('id', '=', anyOf(setIds)).execute()
  const settings = new Map(rows.map((row) => [row.id, row.settings]))
  const releases = new Map(known.map(({ host, setId, rollouts, selectors }) => [host, { choice: choices.get(setId) ?? {}, settings: settings.get(setId) ?? {}, rollouts, selectors }]))
  return (host) => releases.get(host) ?? noRelease
}

/** The release of one pointer. */
export const releaseOf = async (change: { readonly tx: Queries }, pointer: Pointer | null): Promise<Release> => (pointer ? (await releasesOf(change, [pointer]))(pointer.host) : noRelease)

/** Random name and salt of a rollout. */
export const freshRollout = () => ({ id: randomBytes(6).toString('base64url'), salt: randomBytes(12).toString('base64url') })
