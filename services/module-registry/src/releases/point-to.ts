import type { Choice } from '@checkin/registry'
import type { Rollout } from '@checkin/releases'
import { pointerDigest } from '@checkin/releases/log'
import { sql } from 'kysely'
import { endLostExperiments, type RunningExperiment, runningExperiments, withoutLostArms } from '../experiments/running.ts'
import type { Change } from '../storage/ledger.ts'
import { inParts } from '../storage/parts.ts'
import { combinationsOf, type Release, type ReleaseRollout } from './next-release.ts'
import { type ChangeAuthor, choicesOf, type Pointer } from './pointer.ts'
import { requireTested, testsFor } from './release-tests.ts'
import { setsFor, type SetMaker } from './sets.ts'

/** A tenant and the release that it is to have. */
export interface Target {
  readonly host: string
  readonly current: Pointer | null
  readonly release: Release
}

/** Moves of several tenants in one change, each of them once. */
export interface Moves {
  /** As `pointTo` does; the pointer is written by `write`. */
  readonly point: (author: ChangeAuthor, target: Target) => Promise<boolean>
  /** Writes the pointers that were moved so far; before anybody reads them. */
  readonly write: () => Promise<void>
}

/** Reads what the moves of some tenants need, in as many queries for many tenants as for one. */
export async function movesOf(change: Change, maker: SetMaker, targets: readonly Target[]): Promise<Moves> {
  const hosts = targets.map(({ host }) => host)
  const experiments = await runningExperiments(change.tx, hosts)
  const kept = ({ host, release }: Target): Release => withoutLostArms(experiments, host, release)
  const combinations = targets.flatMap((target) => combinationsOf(kept(target)))
  const sets = await setsFor(change, maker, combinations)
  const tests = await testsFor(change, hosts, sets, combinations)
  const before = await choicesOf(change, targets.flatMap(({ current }) => (current ? [current.setId] : [])))
  const written = pointerWriter(change, experiments)
  return {
    write: written.write,
    point: async (author, target) => {
      const { host, current } = target
      const release = kept(target)
      const variants: { readonly id: number; readonly choice: Choice }[] = []
      for (const combination of combinationsOf(release)) variants.push({ id: await sets.make(combination, author.actor), choice: combination.choice })
      const setId = variants[0]?.id ?? 0
      const next = { setId, rollouts: release.rollouts, variants: variants.map(({ id }) => id), selectors: release.selectors }
      if (current && sameAs(current, next)) return false
      requireTested(tests, { host, served: current?.variants ?? [], sets: variants, action: author.action })
      const lastGood = current && current.setId !== setId ? lastGoodAfter(current, before.get(current.setId) ?? {}, release.choice) : (current?.lastGood ?? {})
      await written.move(author, host, current, { ...next, lastGood })
      return true
    },
  }
}

/**
 * Points a tenant to a release: every combination of its rollouts becomes a set that was checked. What is the same already
 * stays as it is. A rollout of an experiment ends with what it is compared with. Throws what `makeSet` and `requireTested` throw. Answers whether anything changed.
 */
export async function pointTo(change: Change, maker: SetMaker, author: ChangeAuthor, host: string, current: Pointer | null, release: Release): Promise<boolean> {
  const target = { host, current, release }
  const moves = await movesOf(change, maker, [target])
  const hasMoved = await moves.point(author, target)
  await moves.write()
  return hasMoved
}

const sameAs = (current: Pointer, next: Omit<Pointer, 'host' | 'revision' | 'lastGood'>): boolean =>
  JSON.stringify([current.setId, current.variants, current.rollouts.map((each) => [each.id, each.percent, each.cohorts]), sorted(current.selectors)])
  === JSON.stringify([next.setId, next.variants, next.rollouts.map((each) => [each.id, each.percent, each.cohorts]), sorted(next.selectors)])

const sorted = (selectors: Readonly<Record<string, string>>): readonly (readonly [string, string])[] => Object.entries(selectors).sort(([one], [other]) => one.localeCompare(other))

/** A module that changes was good until now; one that does not keeps its last good version. */
function lastGoodAfter(current: Pointer, before: Choice, choice: Choice): Record<string, number> {
  const changed = Object.keys(before).filter((name) => choice[name] !== undefined && choice[name] !== before[name])
  return { ...current.lastGood, ...Object.fromEntries(changed.map((name) => [name, current.setId])) }
}

/** A rollout as it is stored, logged and signed for sites. */
const servedRollout = ({ id, modules, salt, cohorts, percent }: ReleaseRollout): Rollout => ({ id, modules, salt, cohorts, percent })

type Next = Omit<Pointer, 'host' | 'revision'>

/** Takes down tenants' next revisions and their audit as they come, and writes pointers and history together. */
function pointerWriter(change: Change, experiments: readonly RunningExperiment[]) {
  const rows: (ReturnType<typeof columnsOf> & Pick<Pointer, 'host' | 'revision'> & ChangeAuthor)[] = []
  return {
    move: async (author: ChangeAuthor, host: string, current: Pointer | null, next: Next): Promise<void> => {
      const revision = (current?.revision ?? 0) + 1
      const rollouts = next.rollouts.map(servedRollout)
      rows.push({ host, revision, ...columnsOf(next), actor: author.actor, action: author.action, reason: author.reason })
      change.releasesChanged()
      await change.record({ ...author, subject: host, before: current ? described(current) : null, after: { ...described({ ...next, revision }), sha256: pointerDigest({ host, ...next, rollouts, revision }) } })
      await endLostExperiments(change, experiments, { host, rollouts: next.rollouts, ...author })
    },
    write: async (): Promise<void> => {
      const { tx, at } = change
      for (const part of inParts(rows.splice(0))) {
        const pointers = part.map(({ host, revision, set_id, rollouts, variants, last_good, wishes }) => ({ host, revision, set_id, rollouts, variants, last_good, wishes }))
        await tx.insertInto('pointer').values(pointers).onConflict((conflict) => conflict.column('host').doUpdateSet((row) => ({
          revision: row.ref('excluded.revision'), set_id: row.ref('excluded.set_id'), rollouts: row.ref('excluded.rollouts'), variants: row.ref('excluded.variants'), last_good: row.ref('excluded.last_good'), wishes: row.ref('excluded.wishes'),
        }))).execute()
        const former = sql`select * from unnest(${part.map(({ host }) => host)}::text[], ${part.map(({ revision }) => revision - 1)}::int[])`
        await tx.updateTable('pointer_revision').set({ replaced_at: at }).where(sql<boolean>`(host, revision) in (${former})`).execute()
        await tx.insertInto('pointer_revision').values(part.map((row) => ({ ...row, at }))).execute()
      }
    },
  }
}

const columnsOf = ({ setId, rollouts, variants, lastGood, selectors }: Next) =>
  ({ set_id: setId, rollouts: JSON.stringify(rollouts.map(servedRollout)), variants: JSON.stringify(variants), last_good: JSON.stringify(lastGood), wishes: JSON.stringify(selectors) })

/** Writes one tenant's next revision, its history and the audit. */
export async function move(change: Change, author: ChangeAuthor, host: string, current: Pointer | null, next: Next): Promise<void> {
  const written = pointerWriter(change, await runningExperiments(change.tx, [host]))
  await written.move(author, host, current, next)
  await written.write()
}

const described = ({ revision, setId, rollouts }: Pick<Pointer, 'revision' | 'setId' | 'rollouts'>) => ({
  revision, setId, ...(rollouts.length > 0 && { rollouts: rollouts.map(({ modules, settings, percent, cohorts }) => ({ modules, ...(settings && { settings }), percent, ...(cohorts.length > 0 && { cohorts }) })) }),
})
