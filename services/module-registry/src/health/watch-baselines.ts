import type { Rollout } from '@checkin/releases'
import type { ReportBatch } from '@checkin/telemetry'
import * as z from 'zod'
import { choiceOf, findPointer } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { sampleCounts, type FailingVersion } from './evaluate-canaries.ts'
import { freshWatch, hasRisen, usualOf, watch, type RiseState, type Usual } from './rise-test.ts'
import type { Counts } from './sequential-test.ts'
import { Count } from './stored-comparison.ts'

/** Takes the place of the rollout's name in the table of canary results. */
export const baselineWatch: Rollout['id'] = 'pinned'

/** A watch as it is stored, with the time at which it learned what is usual. */
export const StoredWatch = z.object({ usual: z.object({ history: Count, rate: z.number() }), recent: Count, evidence: z.array(z.number()), learnedAt: z.number() })

const [minute, day] = [60_000, 86_400_000] as const
/** What is usual is learned anew so often, from two weeks that end half an hour ago: a rise does not become usual before it is seen. */
const learnEveryMs = 10 * minute
export const learnFromMs = { oldest: 14 * day, newest: 30 * minute } as const

/** A version that everybody has and that does worse than usual, by what. */
export interface RisenVersion extends FailingVersion {
  readonly cause: 'broken' | 'slow' | 'completion' | 'sales'
}

/**
 * Watches the versions that everybody has, which have nothing beside them to be compared with, against the tenant's own past of
 * the module. Answers those that have just risen. Nothing is rolled back: an outage looks the same from here.
 */
export async function watchBaselines(change: Pick<Change, 'tx' | 'at'>, outcomes: ReportBatch['outcomes']): Promise<RisenVersion[]> {
  const risen: RisenVersion[] = []
  for (const host of new Set(outcomes.map((each) => each.host))) {
    const pointer = await findPointer(change, host)
    for (const [module, version] of pointer ? Object.entries(await choiceOf(change, pointer.setId)) : []) {
      const counts = sampleCounts(outcomes, host, module, { version })
      if (counts.sessions > 0 && (await observe(change, { host, module, version }, counts, { id: baselineWatch, usual: async () => usualOf(await historyOf(change, { host, module, version })) }))) risen.push({ host, module, version, cause: 'broken' })
    }
  }
  return risen
}

/** A watch by its name among the canary results; `usual` is null while too little is known. */
interface Watched {
  readonly id: string
  readonly usual: () => Promise<Usual | null>
}

/** Adds samples to a watch. Answers whether the version has just risen. */
export async function observe(change: Pick<Change, 'tx' | 'at'>, key: FailingVersion, counts: Counts, { id, usual }: Watched): Promise<boolean> {
  const { tx, at } = change
  const row = await tx.selectFrom('verdict').select(['state', 'version', 'outcome'])
    .where('host', '=', key.host).where('rollout_id', '=', id).where('module', '=', key.module).forUpdate().executeTakeFirst()
  const known = row?.version === key.version ? row : undefined
  const stored = known && StoredWatch.parse(known.state)
  const isOld = stored === undefined || (at.getTime() - stored.learnedAt >= learnEveryMs && known?.outcome !== 'risen')
  const learnedAt = isOld ? at.getTime() : stored.learnedAt
  const learned = isOld ? await usual() : stored.usual
  if (learned === null) return false
  const before: RiseState = isOld ? { ...freshWatch(learned), ...(stored && { evidence: stored.evidence }) } : stored
  const state = watch(before, counts)
  const columns = { version: key.version, baseline: key.version, state: JSON.stringify({ ...state, learnedAt }), outcome: hasRisen(state) ? 'risen' as const : 'open' as const, updated_at: at }
  await tx.insertInto('verdict').values({ host: key.host, rollout_id: id, module: key.module, ...columns })
    .onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet(columns)).execute()
  return hasRisen(state) && known?.outcome !== 'risen'
}

/** The module's past on this tenant, whichever version it had. */
async function historyOf({ tx, at }: Pick<Change, 'tx' | 'at'>, { host, module }: FailingVersion): Promise<Counts> {
  const { good, bad } = await tx.selectFrom('health_minute').select(({ fn }) => [fn.sum<string | null>('good').as('good'), fn.sum<string | null>('bad').as('bad')])
    .where('host', '=', host).where('module', '=', module)
    .where('minute', '>=', new Date(at.getTime() - learnFromMs.oldest)).where('minute', '<', new Date(at.getTime() - learnFromMs.newest)).executeTakeFirstOrThrow()
  return { sessions: Number(good ?? 0) + Number(bad ?? 0), bad: Number(bad ?? 0) }
}
