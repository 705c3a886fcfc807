import { anyOf, ServiceError } from '@checkin/server'
import { saleBounds, stayBounds, type ReportBatch } from '@checkin/telemetry'
import { system } from '../access/actor.ts'
import { begunWaves } from '../changes/plan-waves.ts'
import { halt } from '../changes/run-plans.ts'
import { rollPlanBack } from '../changes/roll-back-plan.ts'
import { isOfVersions, type Release, type ReleaseRollout } from '../releases/next-release.ts'
import { pointTo } from '../releases/point-to.ts'
import { findPointer, findPointers, type Pointer, releaseOf, releasesOf } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import { endSuspension, suspend, type Suspension, suspensionsOf } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import { inParts } from '../storage/parts.ts'
import { type CanaryCause, type CanaryResult, compare, type Comparison, describeResult, describeSuspicion, freshComparison, isSuspect, resultOf, type Samples } from './canary-comparison.ts'
import { armsOf, type CountedArm, isOfArm } from './counted-arm.ts'
import { noJourneySamples, type JourneySamples, type Pair } from './journey-comparison.ts'
import type { Counts } from './sequential-test.ts'
import { storedComparison } from './stored-comparison.ts'

/** A version that breaks more sessions than it may. */
export interface FailingVersion {
  readonly host: string
  readonly module: string
  readonly version: string
}

/** One whose rollout was taken back, and for what. */
export interface FailedCanary extends FailingVersion {
  readonly cause: CanaryCause
}

/**
 * Session health samples of one arm on one tenant. While a rollout is suspended its sessions grow old without new ones beside them, so those that were good
 * before and break late count on neither side (`isSuspended`): the young ones of the other version would make them look like many.
 */
export const sampleCounts = (outcomes: ReportBatch['outcomes'], host: string, module: string, arm: CountedArm, isSuspended = false): Counts =>
  outcomes.filter((each) => each.host === host && each.module === module && isOfArm(arm)(each))
    .map(({ good, bad, late = 0 }) => ({ good, bad: isSuspended ? bad - late : bad }))
    .reduce((sum, { good, bad }) => ({ sessions: sum.sessions + good + bad, bad: sum.bad + bad }), { sessions: 0, bad: 0 })

/** Bad ends of an arm on a tenant that sites set aside for liars. */
const asideOf = (outcomes: ReportBatch['outcomes'], host: string, module: string, arm: CountedArm): number =>
  outcomes.filter((each) => each.host === host && each.module === module && isOfArm(arm)(each)).reduce((sum, { aside = 0 }) => sum + aside, 0)

/** What a result rests on: session health samples, and stays and journeys whose time was over. */
export type Evidence = Pick<ReportBatch, 'outcomes' | 'stays' | 'journeys'>

/** Stays of one arm on one tenant's screen. */
const stayCounts = (stays: ReportBatch['stays'], { host, module, step }: { readonly host: string; readonly module: string; readonly step: string }, arm: CountedArm): Counts =>
  stays.filter((each) => each.host === host && each.module === module && each.step === step && isOfArm(arm)(each))
    .reduce((sum, { left, stuck }) => ({ sessions: sum.sessions + left + stuck, bad: sum.bad + stuck }), { sessions: 0, bad: 0 })

/** What a look at new evidence led to. */
export interface Evaluation {
  readonly rolledBack: readonly FailedCanary[]
  /** Versions that nobody gets for a while, until more is known (DEC-351). */
  readonly suspended: readonly FailingVersion[]
}

/**
 * Compares the versions of running rollouts with those beside them, tenant by tenant, on the newest samples. A version that is worse is
 * rolled back at once: its rollout ends, plans that were moving it halt, and the audit keeps the figures. One that is worse unless liars invented it is suspended,
 * once. No approval is needed and no freeze stops either, because it only restores what everybody else has.
 */
export async function evaluateCanaries(change: Change, maker: SetMaker, evidence: Evidence): Promise<Evaluation> {
  const rolledBack: FailedCanary[] = []
  const suspended: FailingVersion[] = []
  const kept: EvaluatedCanary[] = []
  const reported = byHost(evidence)
  let known = await whatIsKnown(change, [...reported.keys()])
  for (const [host, own] of reported) {
    const pointer = known.pointers.get(host)
    if (!pointer || pointer.rollouts.length === 0) continue
    const base = known.releaseOf(host)
    for (const rollout of pointer.rollouts) {
      const found = failingModule(known, { host, rollout, base, evidence: own }, kept)
      if (!found) continue
      const { module, reason, cause } = found
      const failing = { host, module, version: rollout.modules[module] ?? '' }
      if (cause !== null) {
        rolledBack.push({ ...failing, cause })
        // A plan that went back changed other tenants too.
        if (await rollBackCanary(change, maker, { host, rollout, reason })) known = await whatIsKnown(change, [...reported.keys()])
      } else if (await suspend(change, maker, host, rollout, reason)) suspended.push(failing)
    }
  }
  await keep(change, kept)
  return { rolledBack, suspended }
}

/** Evidence of each tenant, so that nobody's is looked for among all. */
function byHost({ outcomes, stays, journeys }: Evidence): ReadonlyMap<string, Evidence> {
  const [ofOutcomes, ofStays, ofJourneys] = [Map.groupBy(outcomes, ({ host }) => host), Map.groupBy(stays, ({ host }) => host), Map.groupBy(journeys, ({ host }) => host)]
  const hosts = new Set([...ofOutcomes.keys(), ...ofStays.keys(), ...ofJourneys.keys()])
  return new Map([...hosts].map((host) => [host, { outcomes: ofOutcomes.get(host) ?? [], stays: ofStays.get(host) ?? [], journeys: ofJourneys.get(host) ?? [] }]))
}

/** What was known of some tenants before new evidence. */
interface Known {
  readonly pointers: ReadonlyMap<string, Pointer>
  readonly releaseOf: (host: string) => Release
  readonly suspensionOf: (host: string, rolloutId: string) => Suspension | null
  readonly comparisonOf: (host: string, rolloutId: string, module: string) => Comparison
}

/** Reads what is known, in as many queries for many tenants as for one. */
async function whatIsKnown(change: Change, hosts: readonly string[]): Promise<Known> {
  const pointers = await findPointers(change, hosts)
  const rolling = [...pointers.values()].filter(({ rollouts }) => rollouts.length > 0)
  const rows = rolling.length === 0 ? [] : await change.tx.selectFrom('verdict').select(['host', 'rollout_id', 'module', 'state', 'undiscounted', 'screens', 'journeys'])
    .where('host', '=', anyOf(rolling.map(({ host }) => host))).where('rollout_id', '=', anyOf(rolling.flatMap(({ rollouts }) => rollouts.map(({ id }) => id)))).execute()
  const results = new Map(rows.map((row) => [[row.host, row.rollout_id, row.module].join('\n'), row]))
  return {
    pointers, releaseOf: await releasesOf(change, rolling), suspensionOf: await suspensionsOf(change, rolling.map(({ host }) => host)),
    comparisonOf: (...of) => { const row = results.get(of.join('\n')); return row ? storedComparison(row) : freshComparison },
  }
}

interface Canary {
  readonly host: string
  readonly rollout: ReleaseRollout
  readonly base: Release
  readonly evidence: Evidence
}

/** A module that speaks against its rollout. */
interface FailingModule {
  readonly module: string
  readonly reason: string
  /** Null where it is suspect only. */
  readonly cause: CanaryCause | null
}

function failingModule(known: Known, { host, rollout, base, evidence }: Canary, kept: EvaluatedCanary[]): FailingModule | null {
  const suspension = known.suspensionOf(host, rollout.id)
  const isSuspended = suspension !== null && suspension.ended_at === null
  let suspect: FailingModule | null = null
  for (const [module, version] of Object.entries(rollout.modules)) {
    const arms = armsOf(rollout, module, base)
    if (!arms) continue
    const named = `${module}@${version}${arms.canary.settings === undefined ? '' : ' with other settings'}`
    const samples = samplesOf(evidence, { host, module, ...arms, isByChance: rollout.cohorts.length === 0 && (suspension?.cohorts.length ?? 0) === 0, isSuspended })
    if (samples.canary.sessions + samples.baseline.sessions + (samples.aside ?? 0) === 0 && samples.screens.length === 0 && samples.journeys === undefined) continue
    const comparison = compare(known.comparisonOf(host, rollout.id, module), samples)
    const result = resultOf(comparison)
    kept.push({ host, rollout, module, version, baseline: arms.baseline.version ?? '', comparison, result })
    if (result.kind !== 'open') return { module, reason: describeResult(named, result, comparison), cause: result.kind }
    if (isSuspect(comparison)) suspect = { module, reason: describeSuspicion(named, comparison), cause: null }
  }
  return suspect
}

/** What is compared with what. */
interface Compared {
  readonly host: string
  readonly module: string
  readonly canary: CountedArm
  readonly baseline: CountedArm
  readonly isByChance: boolean
  readonly isSuspended: boolean
}

/**
 * Samples of both arms. Screens and journeys are compared only where chance alone decides who gets which version: renters whom a rule
 * chose, phones or staff, give up more or less often than others for reasons of their own.
 */
function samplesOf({ outcomes, stays, journeys }: Evidence, { host, module, canary, baseline, isByChance, isSuspended }: Compared): Samples {
  const mine = isByChance ? stays.filter((each) => each.host === host && each.module === module && each.step !== '' && (isOfArm(canary)(each) || isOfArm(baseline)(each))) : []
  const ended = isByChance ? journeySamples({ stays: mine, journeys: journeys.filter((each) => each.host === host && each.module === module) }, canary, baseline) : undefined
  return {
    ...(ended && { journeys: ended }),
    canary: sampleCounts(outcomes, host, module, canary, isSuspended), baseline: sampleCounts(outcomes, host, module, baseline, isSuspended), aside: asideOf(outcomes, host, module, canary),
    screens: [...new Set(mine.map(({ step }) => step))].map((step) => ({ step, canary: stayCounts(mine, { host, module, step }, canary), baseline: stayCounts(mine, { host, module, step }, baseline) })),
  }
}

/** Stays and journeys of both arms; undefined where there are none. */
function journeySamples({ stays, journeys }: Pick<Evidence, 'stays' | 'journeys'>, canary: CountedArm, baseline: CountedArm): JourneySamples | undefined {
  const timed = stays.filter(({ slow }) => slow !== undefined)
  if (timed.length + journeys.length === 0) return undefined
  const pair = <Row extends { readonly version: string; readonly settings?: string | undefined }>(rows: readonly Row[], counts: (row: Row) => Counts): Pair => {
    const of = (arm: CountedArm) => rows.filter(isOfArm(arm)).map(counts).reduce((sum, each) => ({ sessions: sum.sessions + each.sessions, bad: sum.bad + each.bad }), { sessions: 0, bad: 0 })
    return { canary: of(canary), baseline: of(baseline) }
  }
  const two = (good: number = 0, bad: number = 0): Counts => ({ sessions: good + bad, bad })
  return {
    ...noJourneySamples,
    slow: [...Map.groupBy(timed, ({ step }) => step)].map(([step, rows]) => ({ step, bounds: stayBounds.map((_bound, at) => pair(rows, ({ quick, slow }) => two(quick?.[at], slow?.[at]))) })),
    completion: pair(journeys, ({ completed, unfinished }) => two(completed, unfinished)),
    sales: saleBounds.map((_bound, at) => pair(journeys, ({ more, less }) => two(more[at], less[at]))),
  }
}

interface EvaluatedCanary extends Pick<Canary, 'host' | 'rollout'> {
  readonly module: string
  readonly version: string
  readonly baseline: string
  readonly comparison: Comparison
  readonly result: CanaryResult
}

async function keep({ tx, at }: Change, evaluated: readonly EvaluatedCanary[]): Promise<void> {
  const rows = evaluated.map(({ host, rollout, module, version, baseline, comparison: { sessions, undiscounted, screens, journeys }, result }) => ({
    host, rollout_id: rollout.id, module, version, baseline, state: JSON.stringify(sessions), undiscounted: JSON.stringify(undiscounted), screens: JSON.stringify(screens), journeys: JSON.stringify(journeys),
    outcome: result.kind === 'open' ? 'open' as const : 'bad' as const, updated_at: at,
  }))
  for (const part of inParts(rows)) {
    await tx.insertInto('verdict').values(part).onConflict((conflict) => conflict.columns(['host', 'rollout_id', 'module']).doUpdateSet((row) => ({
      state: row.ref('excluded.state'), undiscounted: row.ref('excluded.undiscounted'), screens: row.ref('excluded.screens'), journeys: row.ref('excluded.journeys'), outcome: row.ref('excluded.outcome'), updated_at: row.ref('excluded.updated_at'),
    }))).execute()
  }
}

/** Answers whether that took other tenants back too. */
async function rollBackCanary(change: Change, maker: SetMaker, { host, rollout, reason }: Pick<Canary, 'host' | 'rollout'> & { readonly reason: string }): Promise<boolean> {
  const pointer = await findPointer(change, host)
  const release = await releaseOf(change, pointer)
  try {
    await pointTo(change, maker, { actor: system, reason, action: 'take back' }, host, pointer, { ...release, rollouts: release.rollouts.filter(({ id }) => id !== rollout.id) })
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    await change.record({ actor: system, action: 'take back failed', subject: host, before: null, after: error.code, reason })
  }
  await endSuspension(change, { host, rolloutId: rollout.id, as: 'rolled-back' })
  const plans = await change.tx.selectFrom('plan').selectAll().where('state', 'in', ['running', 'paused', 'halted']).where('rolled_back', '=', false).execute()
  let hasTakenOthers = false
  for (const plan of plans.filter((each) => begunWaves(each).flat().includes(host) && isOfVersions(rollout, each.modules))) {
    if (plan.state !== 'halted') await halt(change, plan.id, reason)
    // A version that is bad for one wave is bad for those that have it already (DEC-353).
    if (plan.waves === null) continue
    await rollPlanBack(change, maker, plan, { actor: system, reason: `${host}: ${reason}`, rollout: 'take back', wave: 'take back' })
    hasTakenOthers = true
  }
  return hasTakenOthers
}
