import type { Rollout } from '@checkin/releases'
import { anyOf } from '@checkin/server'
import type { ReportBatch } from '@checkin/telemetry'
import { choicesOf, findPointers } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { sampleCounts, type FailingVersion } from './evaluate-canaries.ts'
import { learnFromMs, observe, type Observation } from './observe.ts'
import { usualOf, type Usual } from './rise-test.ts'

/** Takes the place of the rollout's name in the table of canary results. */
export const baselineWatch: Rollout['id'] = 'pinned'

/** A version that everybody has and that does worse than usual, by what. */
export interface RisenVersion extends FailingVersion {
  readonly cause: 'broken' | 'slow' | 'completion' | 'sales'
}

/**
 * Watches the versions that everybody has, which have nothing beside them to be compared with, against the tenant's own past of
 * the module. Answers those that have just risen. Nothing is rolled back: an outage looks the same from here.
 */
export async function watchBaselines(change: Pick<Change, 'tx' | 'at'>, outcomes: ReportBatch['outcomes']): Promise<RisenVersion[]> {
  const reported = Map.groupBy(outcomes, ({ host }) => host)
  const pointers = await findPointers(change, reported.keys())
  const choices = await choicesOf(change, [...pointers.values()].map(({ setId }) => setId))
  const observations = [...reported].flatMap(([host, rows]) => Object.entries(choices.get(pointers.get(host)?.setId ?? Number.NaN) ?? {}).flatMap(([module, version]) => {
    const counts = sampleCounts(rows, host, module, { version })
    return counts.sessions > 0 ? [{ host, module, version, id: baselineWatch, counts }] : []
  }))
  const risen = await observe(change, observations, (old) => usualOfTenants(change, old))
  return risen.map(({ host, module, version }) => ({ host, module, version, cause: 'broken' as const }))
}

/** What is usual of a module on a tenant is its past there, whichever version it had. */
async function usualOfTenants({ tx, at }: Pick<Change, 'tx' | 'at'>, observations: readonly Observation[]): Promise<(observation: Observation) => Usual> {
  const rows = await tx.selectFrom('health_minute').select(['host', 'module']).select(({ fn }) => [fn.sum<string>('good').as('good'), fn.sum<string>('bad').as('bad')])
    .where('host', '=', anyOf([...new Set(observations.map(({ host }) => host))])).where('module', '=', anyOf([...new Set(observations.map(({ module }) => module))]))
    .where('minute', '>=', new Date(at.getTime() - learnFromMs.oldest)).where('minute', '<', new Date(at.getTime() - learnFromMs.newest)).groupBy(['host', 'module']).execute()
  const past = new Map(rows.map(({ host, module, good, bad }) => [`${host}\n${module}`, { sessions: Number(good) + Number(bad), bad: Number(bad) }]))
  return ({ host, module }) => usualOf(past.get(`${host}\n${module}`) ?? { sessions: 0, bad: 0 })
}
