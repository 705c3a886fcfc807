import { ServiceError } from '@checkin/server'
import type { Rollout } from '@checkin/releases'
import type { ReportBatch } from '@checkin/remote/reports'
import * as z from 'zod'
import { system } from '../../access/actor.ts'
import type { Change } from '../../storage/ledger.ts'
import { halt } from '../plans/run-plans.ts'
import { choiceText } from '../rollouts/next-release.ts'
import { choiceOf, findPointer, pointTo, releaseOf } from '../rollouts/pointer.ts'
import type { SetMaker } from '../sets/make-set.ts'
import type { Choice } from '../sets/sets.contract.ts'
import type { Counts } from './sequential-test.ts'
import { compare, freshComparison, groundOf, rulingOf, type Comparison, type Heard, type Ruling } from './verdict.ts'

export const Count = z.object({ sessions: z.number(), bad: z.number() })
const StoredTest = z.object({ canary: Count, baseline: Count, pending: z.object({ canary: Count, baseline: Count }), evidence: z.array(z.number()) })

const StoredScreens = z.array(z.object({ step: z.string(), test: StoredTest }))

/** A comparison as a row of `verdict` keeps it. */
export const storedComparison = ({ state, screens }: { readonly state: unknown; readonly screens: unknown }): Comparison =>
  ({ sessions: StoredTest.parse(state), screens: StoredScreens.parse(screens) })

export interface Condemned {
  readonly host: string
  readonly module: string
  readonly version: string
}

/** What settled of one version on one tenant. */
export const settled = (outcomes: ReportBatch['outcomes'], host: string, module: string, version: string | undefined): Counts =>
  outcomes.filter((each) => each.host === host && each.module === module && each.version === version)
    .reduce((sum, { good, bad }) => ({ sessions: sum.sessions + good + bad, bad: sum.bad + bad }), { sessions: 0, bad: 0 })

/** What a judgement rests on: sessions that settled, and stays whose time was over. */
export type Evidence = Pick<ReportBatch, 'outcomes' | 'stays'>

/** Stays of one version on one tenant's screen. */
const stayed = (stays: ReportBatch['stays'], { host, module, step }: { readonly host: string; readonly module: string; readonly step: string }, version: string | undefined): Counts =>
  stays.filter((each) => each.host === host && each.module === module && each.step === step && each.version === version)
    .reduce((sum, { left, stuck }) => ({ sessions: sum.sessions + left + stuck, bad: sum.bad + stuck }), { sessions: 0, bad: 0 })

/**
 * Compares the versions of running rollouts with those beside them, tenant by tenant, on what has just settled. A version that is
 * worse is taken back at once: its rollout ends, plans that were moving it halt, and the audit says on what ground.
 * It asks nobody and heeds no freeze, because it only restores what everybody else has.
 */
export async function judge(change: Change, maker: SetMaker, evidence: Evidence): Promise<Condemned[]> {
  const condemned: Condemned[] = []
  for (const host of new Set([...evidence.outcomes, ...evidence.stays].map((each) => each.host))) {
    const pointer = await findPointer(change, host)
    if (!pointer || pointer.rollouts.length === 0) continue
    const base = await choiceOf(change, pointer.setId)
    for (const rollout of pointer.rollouts) {
      const worse = await worseModule(change, { host, rollout, base, evidence })
      if (!worse) continue
      await takeBack(change, maker, { host, rollout, reason: worse.ground })
      condemned.push({ host, module: worse.module, version: rollout.modules[worse.module] ?? '' })
    }
  }
  return condemned
}

interface Trial {
  readonly host: string
  readonly rollout: Rollout
  readonly base: Choice
  readonly evidence: Evidence
}

async function worseModule(change: Change, { host, rollout, base, evidence }: Trial): Promise<{ readonly module: string; readonly ground: string } | null> {
  for (const [module, version] of Object.entries(rollout.modules)) {
    const baseline = base[module]
    // A module that the rollout leaves as it is has nothing beside it to be compared with.
    if (version === baseline) continue
    const heard = heardOf(evidence, { host, module, version, baseline, isByChance: rollout.cohorts.length === 0 })
    if (heard.canary.sessions + heard.baseline.sessions === 0 && heard.screens.length === 0) continue
    const comparison = compare(await comparisonOf(change, host, rollout.id, module), heard)
    const ruling = rulingOf(comparison)
    await keep(change, { host, rollout, module, version, baseline: baseline ?? '', comparison, ruling })
    if (ruling.kind !== 'open') return { module, ground: groundOf(`${module}@${version}`, ruling, comparison) }
  }
  return null
}

/**
 * What was heard of both versions. Screens are compared only where chance alone decides who gets which version: renters whom a rule
 * chose, phones or staff, give up more or less often than others for reasons of their own.
 */
function heardOf({ outcomes, stays }: Evidence, { host, module, version, baseline, isByChance }: { host: string; module: string; version: string; baseline: string | undefined; isByChance: boolean }): Heard {
  const mine = isByChance ? stays.filter((each) => each.host === host && each.module === module && each.step !== '' && (each.version === version || each.version === baseline)) : []
  return {
    canary: settled(outcomes, host, module, version), baseline: settled(outcomes, host, module, baseline),
    screens: [...new Set(mine.map(({ step }) => step))].map((step) => ({ step, canary: stayed(mine, { host, module, step }, version), baseline: stayed(mine, { host, module, step }, baseline) })),
  }
}

async function comparisonOf({ tx }: Change, host: string, rolloutId: string, module: string): Promise<Comparison> {
  const row = await tx.selectFrom('verdict').select(['state', 'screens']).where('host', '=', host).where('rollout_id', '=', rolloutId).where('module', '=', module).executeTakeFirst()
  return row ? storedComparison(row) : freshComparison
}

interface Judged {
  readonly host: string
  readonly rollout: Rollout
  readonly module: string
  readonly version: string
  readonly baseline: string
  readonly comparison: Comparison
  readonly ruling: Ruling
}

async function keep({ tx, at }: Change, { host, rollout, module, version, baseline, comparison: { sessions, screens }, ruling }: Judged): Promise<void> {
  const columns = { state: JSON.stringify(sessions), screens: JSON.stringify(screens), outcome: ruling.kind === 'open' ? 'open' as const : 'bad' as const, updated_at: at }
  await tx.insertInto('verdict').values({ host, rollout_id: rollout.id, module, version, baseline, ...columns })
    .onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet(columns)).execute()
}

async function takeBack(change: Change, maker: SetMaker, { host, rollout, reason }: { host: string; rollout: Rollout; reason: string }): Promise<void> {
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
