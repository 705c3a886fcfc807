import type { Rollout } from '@checkin/releases'
import type { ReportBatch } from '@checkin/remote/reports'
import * as z from 'zod'
import type { Change } from '../../storage/ledger.ts'
import { choiceOf, findPointer } from '../rollouts/pointer.ts'
import { Count, settled, type Condemned } from './judge.ts'
import type { Counts } from './sequential-test.ts'
import { freshWatch, hasRisen, usualOf, watch, type RiseState } from './rise-test.ts'

/** Stands where verdicts of rollouts have the rollout's name. */
export const pinned: Rollout['id'] = 'pinned'

/** A watch as it is kept: with when it learned what is usual. */
export const StoredWatch = z.object({ usual: z.object({ history: Count, rate: z.number() }), recent: Count, evidence: z.array(z.number()), learnedAt: z.number() })

const [minute, day] = [60_000, 86_400_000] as const
/** What is usual is learned anew so often, from two weeks that end half an hour ago: a rise does not become usual before it is seen. */
const learnEveryMs = 10 * minute
const learnFromMs = { oldest: 14 * day, newest: 30 * minute } as const

/**
 * Watches the versions that everybody has, which have nothing beside them to be compared with, against the tenant's own past of
 * the module. Answers those that have just risen. Nothing is taken back: an outage looks the same from here.
 */
export async function watchPinned(change: Pick<Change, 'tx' | 'at'>, outcomes: ReportBatch['outcomes']): Promise<Condemned[]> {
  const risen: Condemned[] = []
  for (const host of new Set(outcomes.map((each) => each.host))) {
    const pointer = await findPointer(change, host)
    for (const [module, version] of pointer ? Object.entries(await choiceOf(change, pointer.setId)) : []) {
      const counts = settled(outcomes, host, module, version)
      if (counts.sessions > 0 && (await hear(change, { host, module, version }, counts))) risen.push({ host, module, version })
    }
  }
  return risen
}

/** Answers whether the version has just risen. */
async function hear(change: Pick<Change, 'tx' | 'at'>, key: Condemned, counts: Counts): Promise<boolean> {
  const { tx, at } = change
  const row = await tx.selectFrom('verdict').select(['state', 'version', 'outcome'])
    .where('host', '=', key.host).where('rollout_id', '=', pinned).where('module', '=', key.module).forUpdate().executeTakeFirst()
  const known = row?.version === key.version ? row : undefined
  const kept = known && StoredWatch.parse(known.state)
  const isOld = kept === undefined || (at.getTime() - kept.learnedAt >= learnEveryMs && known?.outcome !== 'risen')
  const learnedAt = isOld ? at.getTime() : kept.learnedAt
  const before: RiseState = isOld ? { ...freshWatch(usualOf(await historyOf(change, key))), ...(kept && { evidence: kept.evidence }) } : kept
  const state = watch(before, counts)
  const columns = { version: key.version, baseline: key.version, state: JSON.stringify({ ...state, learnedAt }), outcome: hasRisen(state) ? 'risen' as const : 'open' as const, updated_at: at }
  await tx.insertInto('verdict').values({ host: key.host, rollout_id: pinned, module: key.module, ...columns })
    .onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet(columns)).execute()
  return hasRisen(state) && known?.outcome !== 'risen'
}

/** The module's past on this tenant, whichever version it had. */
async function historyOf({ tx, at }: Pick<Change, 'tx' | 'at'>, { host, module }: Condemned): Promise<Counts> {
  const { good, bad } = await tx.selectFrom('health_minute').select(({ fn }) => [fn.sum<string | null>('good').as('good'), fn.sum<string | null>('bad').as('bad')])
    .where('host', '=', host).where('module', '=', module)
    .where('minute', '>=', new Date(at.getTime() - learnFromMs.oldest)).where('minute', '<', new Date(at.getTime() - learnFromMs.newest)).executeTakeFirstOrThrow()
  return { sessions: Number(good ?? 0) + Number(bad ?? 0), bad: Number(bad ?? 0) }
}
