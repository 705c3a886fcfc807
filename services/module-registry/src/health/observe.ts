import { sql } from 'kysely'
import * as z from 'zod'
import type { Change } from '../storage/ledger.ts'
import { inParts } from '../storage/parts.ts'
import type { FailingVersion } from './evaluate-canaries.ts'
import { freshWatch, hasRisen, watch, type RiseState, type Usual } from './rise-test.ts'
import type { Counts } from './sequential-test.ts'
import { Count } from './stored-comparison.ts'

/** A watch as it is stored, with the time at which it learned what is usual. */
export const StoredWatch = z.object({ usual: z.object({ history: Count, rate: z.number() }), recent: Count, evidence: z.array(z.number()), learnedAt: z.number() })

const minute = 60_000
/** What is usual is learned anew so often, from two weeks that end half an hour ago: a rise does not become usual before it is seen. */
const learnEveryMs = 10 * minute
export const learnFromMs = { oldest: 14 * 1440 * minute, newest: 30 * minute } as const

/** New samples of a version that everybody of a tenant has. */
export interface Observation extends FailingVersion {
  /** The watch's name among the canary results. */
  readonly id: string
  readonly counts: Counts
}

/** What is usual of what is observed, of all that ask for it at once; null while too little is known. */
export type Learning<Observed> = (observations: readonly Observed[]) => Promise<(observation: Observed) => Usual | null>

/** Adds samples to their watches, each tenant's module once in each. Answers what has just risen. */
export async function observe<Observed extends Observation>({ tx, at }: Pick<Change, 'tx' | 'at'>, observations: readonly Observed[], learn: Learning<Observed>): Promise<Observed[]> {
  if (observations.length === 0) return []
  const wanted = sql`select * from unnest(${observations.map(({ host }) => host)}::text[], ${observations.map(({ id }) => id)}::text[], ${observations.map(({ module }) => module)}::text[])`
  // In one order, so that no two reports wait for each other.
  const rows = await tx.selectFrom('verdict').select(['host', 'rollout_id', 'module', 'state', 'version', 'outcome'])
    .where(sql<boolean>`(host, rollout_id, module) in (${wanted})`).orderBy('host').orderBy('rollout_id').orderBy('module').forUpdate().execute()
  const keyOf = ({ host, id, module }: Pick<Observation, 'host' | 'id' | 'module'>): string => `${host}\n${id}\n${module}`
  const stored = new Map(rows.map((row) => [keyOf({ ...row, id: row.rollout_id }), row]))
  const watches = observations.map((observation) => {
    const row = stored.get(keyOf(observation))
    const known = row?.version === observation.version ? row : undefined
    const state = known && StoredWatch.parse(known.state)
    const isOld = state === undefined || (at.getTime() - state.learnedAt >= learnEveryMs && known?.outcome !== 'risen')
    return { observation, state, isOld, wasRisen: known?.outcome === 'risen' }
  })
  const old = watches.filter(({ isOld }) => isOld).map(({ observation }) => observation)
  const usualOf = old.length === 0 ? () => null : await learn(old)
  const seen = watches.flatMap(({ observation, state, isOld, wasRisen }) => {
    const learned = isOld ? usualOf(observation) : state?.usual ?? null
    if (learned === null) return []
    const before: RiseState = isOld || !state ? { ...freshWatch(learned), ...(state && { evidence: state.evidence }) } : state
    return [{ observation, wasRisen, after: watch(before, observation.counts), learnedAt: isOld || !state ? at.getTime() : state.learnedAt }]
  })
  const results = seen.map(({ observation: { host, id, module, version }, after, learnedAt }) =>
    ({ host, rollout_id: id, module, version, baseline: version, state: JSON.stringify({ ...after, learnedAt }), outcome: hasRisen(after) ? 'risen' as const : 'open' as const, updated_at: at }))
  for (const part of inParts(results)) {
    await tx.insertInto('verdict').values(part).onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet((row) =>
      ({ version: row.ref('excluded.version'), baseline: row.ref('excluded.baseline'), state: row.ref('excluded.state'), outcome: row.ref('excluded.outcome'), updated_at: row.ref('excluded.updated_at') }))).execute()
  }
  return seen.filter(({ after, wasRisen }) => hasRisen(after) && !wasRisen).map(({ observation }) => observation)
}
