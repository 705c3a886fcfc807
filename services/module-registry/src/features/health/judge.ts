import { ServiceError } from '@checkin/server'
import type { Rollout } from '@checkin/releases'
import * as z from 'zod'
import { system } from '../../access/actor.ts'
import type { Change } from '../../storage/ledger.ts'
import { halt } from '../plans/run-plans.ts'
import { choiceText } from '../rollouts/next-release.ts'
import { choiceOf, findPointer, pointTo, releaseOf } from '../rollouts/pointer.ts'
import type { SetMaker } from '../sets/make-set.ts'
import type { Choice } from '../sets/sets.contract.ts'
import type { Reports } from './reports.contract.ts'
import { freshTest, isWorse, look, oddsAgainst, type Counts, type TestState } from './sequential-test.ts'

export const Count = z.object({ sessions: z.number(), bad: z.number() })
export const StoredTest = z.object({ canary: Count, baseline: Count, pending: z.object({ canary: Count, baseline: Count }), evidence: z.array(z.number()) })

export interface Condemned {
  readonly host: string
  readonly module: string
  readonly version: string
}

/** What settled of one version on one tenant. */
export const settled = (outcomes: Reports['outcomes'], host: string, module: string, version: string | undefined): Counts =>
  outcomes.filter((each) => each.host === host && each.module === module && each.version === version)
    .reduce((sum, { good, bad }) => ({ sessions: sum.sessions + good + bad, bad: sum.bad + bad }), { sessions: 0, bad: 0 })

/**
 * Compares the versions of running rollouts with those beside them, tenant by tenant, on what has just settled. A version that is
 * worse is taken back at once: its rollout ends, plans that were moving it halt, and the audit says on what ground.
 * It asks nobody and heeds no freeze, because it only restores what everybody else has.
 */
export async function judge(change: Change, maker: SetMaker, outcomes: Reports['outcomes']): Promise<Condemned[]> {
  const condemned: Condemned[] = []
  for (const host of new Set(outcomes.map((each) => each.host))) {
    const pointer = await findPointer(change, host)
    if (!pointer || pointer.rollouts.length === 0) continue
    const base = await choiceOf(change, pointer.setId)
    for (const rollout of pointer.rollouts) {
      const worse = await worseModule(change, { host, rollout, base, outcomes })
      if (!worse) continue
      await takeBack(change, maker, { host, rollout, ...worse })
      condemned.push({ host, module: worse.module, version: rollout.modules[worse.module] ?? '' })
    }
  }
  return condemned
}

interface Trial {
  readonly host: string
  readonly rollout: Rollout
  readonly base: Choice
  readonly outcomes: Reports['outcomes']
}

async function worseModule(change: Change, { host, rollout, base, outcomes }: Trial): Promise<{ readonly module: string; readonly state: TestState } | null> {
  for (const [module, version] of Object.entries(rollout.modules)) {
    const [canary, baseline] = [settled(outcomes, host, module, version), settled(outcomes, host, module, base[module])]
    // A module that the rollout leaves as it is has nothing beside it to be compared with.
    if (version === base[module] || canary.sessions + baseline.sessions === 0) continue
    const state = look(await testOf(change, host, rollout.id, module), canary, baseline)
    await keep(change, { host, rollout, module, version, baseline: base[module] ?? '', state })
    if (isWorse(state)) return { module, state }
  }
  return null
}

async function testOf({ tx }: Change, host: string, rolloutId: string, module: string): Promise<TestState> {
  const row = await tx.selectFrom('verdict').select('state').where('host', '=', host).where('rollout_id', '=', rolloutId).where('module', '=', module).executeTakeFirst()
  return row ? StoredTest.parse(row.state) : freshTest
}

async function keep({ tx, at }: Change, { host, rollout, module, version, baseline, state }: { host: string; rollout: Rollout; module: string; version: string; baseline: string; state: TestState }): Promise<void> {
  const columns = { state: JSON.stringify(state), outcome: isWorse(state) ? 'bad' as const : 'open' as const, updated_at: at }
  await tx.insertInto('verdict').values({ host, rollout_id: rollout.id, module, version, baseline, ...columns })
    .onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet(columns)).execute()
}

const share = ({ sessions, bad }: Counts): string => `${bad} of ${sessions}`

async function takeBack(change: Change, maker: SetMaker, { host, rollout, module, state }: { host: string; rollout: Rollout; module: string; state: TestState }): Promise<void> {
  const reason = `${module}@${rollout.modules[module]} broke ${share(state.canary)} sessions, the version beside it ${share(state.baseline)} (odds ${Math.round(Math.min(oddsAgainst(state), 1e9))} to 1)`
  const pointer = await findPointer(change, host)
  const release = await releaseOf(change, pointer)
  try {
    await pointTo(change, maker, { actor: system, reason, action: 'take back' }, host, pointer, { ...release, rollouts: release.rollouts.filter(({ id }) => id !== rollout.id) })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await change.record({ actor: system, action: 'take back failed', subject: host, before: null, after: error.code, reason })
  }
  const plans = await change.tx.selectFrom('plan').select(['id', 'hosts', 'modules']).where('state', 'in', ['running', 'paused']).execute()
  for (const plan of plans.filter((each) => each.hosts.includes(host) && choiceText(each.modules) === choiceText(rollout.modules))) await halt(change, plan.id, reason)
}
