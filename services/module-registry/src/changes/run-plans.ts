import { PlanGate, PlanStep } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { isOfVersions, type Release } from '../releases/next-release.ts'
import { movesOf, type Target } from '../releases/point-to.ts'
import { findPointers, releasesOf } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import { type Suspension, suspensionsOf } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { freezesOf } from './freezes.ts'
import { begunWaves } from './plan-waves.ts'
import { type Effect, effectsOn, targetOf } from './release-change.ts'
import { actorOf, hasRollout, hasVersions } from './roll-back-plan.ts'
import { refusalOrThrow, valueOf, valuesOf } from './tried.ts'

/** State of a running plan. */
export interface PlanState {
  /** -1 before the first step. */
  readonly step: number
  readonly steps: readonly { readonly percent: number; readonly dwellMinutes: number }[]
  readonly since: Date | null
  readonly minSessions: number
  /** No wave comes after the present one, as in a plan without waves. */
  readonly isLastWave: boolean
}

/** What decides about its next step. */
export interface PlanView {
  readonly at: Date
  /** Session health samples of the new version since the step began. */
  readonly sessions: number
  /** Why and until when its rollout is suspended on a tenant; null where it is not (DEC-351). */
  readonly suspended?: string | null
  /** For how long it was since the step began, in milliseconds, on the tenant where that was longest: such time does not count. */
  readonly suspendedMs?: number
  /** Why nothing may change now; null when it may. */
  readonly frozen: string | null
  /** False when another change took the versions away from a tenant that this plan gave them to. */
  readonly rolloutRuns: boolean
}

export type PlanMove =
  | { readonly kind: 'step'; readonly step: number; readonly percent: number }
  /** The next wave's turn. */
  | { readonly kind: 'wave' }
  | { readonly kind: 'wait'; readonly note: string }
  | { readonly kind: 'halt'; readonly note: string }
  | { readonly kind: 'done' }

/** What a running plan does next. A bad version is not its concern: the canary result rolls it back and halts the plan. */
export function advance({ step, steps, since, minSessions, isLastWave }: PlanState, { at, sessions, frozen, rolloutRuns, suspended = null, suspendedMs = 0 }: PlanView): PlanMove {
  const current = steps[step]
  const following = steps[step + 1]
  // Everybody has it after the last step of the last wave: what is changed from then on is no concern of the plan.
  if (!rolloutRuns && !(current?.percent === 100 && isLastWave)) return { kind: 'halt', note: 'another change ended the rollout' }
  if (!current || !since) return frozen !== null ? { kind: 'wait', note: `frozen: ${frozen}` } : { kind: 'step', step: 0, percent: steps[0]?.percent ?? 100 }
  if (suspended !== null) return { kind: 'wait', note: suspended }
  if (!following && isLastWave) return { kind: 'done' }
  const dwellsUntil = since.getTime() + suspendedMs + current.dwellMinutes * 60_000
  if (at.getTime() < dwellsUntil) return { kind: 'wait', note: `${current.percent} % until ${new Date(dwellsUntil).toISOString().slice(0, 16)}Z` }
  if (sessions < minSessions) return { kind: 'wait', note: `${sessions} of ${minSessions} session samples` }
  if (!following) return { kind: 'wave' }
  if (frozen !== null) return { kind: 'wait', note: `frozen: ${frozen}` }
  return { kind: 'step', step: step + 1, percent: following.percent }
}

type Plan = Selectable<Tables['plan']>

/** Moves every running plan on by at most one step. */
export async function runPlans(change: Change, maker: SetMaker): Promise<void> {
  const plans = await change.tx.selectFrom('plan').selectAll().where('state', '=', 'running').orderBy('id').execute()
  for (const plan of plans) await runPlan(change, maker, plan)
}

async function runPlan(change: Change, maker: SetMaker, plan: Plan): Promise<void> {
  const move = await moveOf(change, plan)
  const mark = (columns: { state?: 'halted' | 'done'; step?: number; step_since?: Date; note: string }) =>
    change.tx.updateTable('plan').set(columns).where('id', '=', plan.id).execute()
  switch (move.kind) {
    case 'wait': await mark({ note: move.note }); return
    case 'done': await mark({ state: 'done', note: '' }); return
    case 'halt': await halt(change, plan.id, move.note); return
    case 'wave': await beginWave(change, plan); return
    case 'step':
      try {
        await stepOn(change, maker, plan, move.percent)
        await mark({ step: move.step, step_since: change.at, note: '' })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        await halt(change, plan.id, `${error.message} (${error.code})`)
      }
  }
}

/** The next wave's tenants are those who go through the steps from now on. */
async function beginWave({ tx, record }: Change, plan: Plan): Promise<void> {
  const wave = plan.wave + 1
  const { groups = [], hosts = [] } = plan.waves?.[wave] ?? {}
  await tx.updateTable('plan').set({ wave, hosts: JSON.stringify(hosts), step: -1, step_since: null, note: '' }).where('id', '=', plan.id).execute()
  await record({ actor: actorOf(plan.id), action: 'next wave', subject: `plan ${plan.id}`, before: null, after: { wave: wave + 1, groups, hosts }, reason: '' })
}

/** Stops a plan until a person looks at it. */
export async function halt({ tx, record }: Change, id: number, note: string): Promise<void> {
  await tx.updateTable('plan').set({ state: 'halted', note }).where('id', '=', id).execute()
  await record({ actor: actorOf(id), action: 'plan halted', subject: `plan ${id}`, before: null, after: null, reason: note })
}

async function moveOf(change: Change, plan: Plan): Promise<PlanMove> {
  const frozen = await freezesOf(change, plan.hosts)
  const steps = PlanStep.array().parse(plan.steps)
  const releaseOf = await releasesOf(change, (await findPointers(change, [...plan.hosts, ...begunWaves(plan).flat()])).values())
  return advance(
    { step: plan.step, steps, since: plan.step_since, minSessions: PlanGate.parse(plan.gate).minSessions, isLastWave: plan.wave + 1 >= (plan.waves?.length ?? 1) },
    { at: change.at, sessions: await sampledSessions(change, plan), frozen: plan.hosts.map(frozen).find((each) => each !== null) ?? null, rolloutRuns: isWhole(plan, steps, releaseOf), ...await suspensionsOfPlan(change, plan, releaseOf) },
  )
}

/** Whether each tenant still has what this plan gave it: a rollout, or the versions for everybody; those of a wave before as after its last step. */
function isWhole(plan: Plan, steps: PlanState['steps'], releaseOf: (host: string) => Release): boolean {
  const last = steps.length - 1
  const given = begunWaves(plan).flatMap((hosts, at) => hosts.map((host) => ({ host, percent: steps[at === plan.wave ? plan.step : last]?.percent ?? 0 })))
  return given.every(({ host, percent }) => (percent < 100 ? hasRollout : hasVersions)(releaseOf(host), plan.modules))
}

/** What suspensions of a plan's rollouts mean for its step: what it waits for now, and the time that does not count. */
async function suspensionsOfPlan(change: Change, { hosts, modules, step_since: since }: Plan, releaseOf: (host: string) => Release): Promise<Pick<PlanView, 'suspended' | 'suspendedMs'>> {
  const suspensionOf = await suspensionsOf(change, hosts)
  const suspensions = hosts.flatMap((host) => releaseOf(host).rollouts.filter((each) => isOfVersions(each, modules)).map(({ id }) => suspensionOf(host, id))).filter((each) => each !== null)
  const open = suspensions.find((each) => each.ended_at === null)
  const lasted = ({ suspended_at: from, ended_at: until }: Suspension): number => (until ?? change.at).getTime() - Math.max(from.getTime(), since?.getTime() ?? 0)
  return { suspended: open ? `suspended until ${open.resumes_at.toISOString().slice(0, 16)}Z: ${open.reason}` : null, suspendedMs: suspensions.map(lasted).reduce((longest, each) => Math.max(longest, each), 0) }
}

/** Samples of the plan's least used module since its step began. */
async function sampledSessions({ tx }: Change, { hosts, modules, step_since: since }: Plan): Promise<number> {
  if (!since) return 0
  const counts = await Promise.all(Object.entries(modules).map(async ([module, version]) => {
    const row = await tx.selectFrom('health_minute').select(({ fn }) => [fn.sum<string | null>('good').as('good'), fn.sum<string | null>('bad').as('bad')])
      .where('module', '=', module).where('version', '=', version).where('host', '=', anyOf(hosts)).where('minute', '>=', since).executeTakeFirst()
    return Number(row?.good ?? 0) + Number(row?.bad ?? 0)
  }))
  return Math.min(...counts)
}

/** Gives a plan's tenants its versions at a share; up to the first that is refused, which it throws. */
async function stepOn(change: Change, maker: SetMaker, plan: Plan, percent: number): Promise<void> {
  const asked = [...new Set(plan.hosts)].map((host) => ({ host, wanted: { modules: plan.modules, percent, cohorts: [], settings: {} } }))
  const effects = await effectsOn(change, asked)
  const targetIn = (effect: Effect): Target => (plan.follows ? targetOf({ ...effect, next: { ...effect.next, selectors: effect.current.selectors } }) : targetOf(effect))
  const moves = await movesOf(change, maker, valuesOf(effects).map(targetIn))
  const author = { actor: actorOf(plan.id), reason: `${plan.name}: ${percent} %`, action: plan.follows ? 'follow' as const : 'plan' as const }
  try {
    for (const outcome of effects) await moves.point(author, targetIn(valueOf(outcome)))
  } catch (error) {
    const { refusal } = refusalOrThrow(error)
    await moves.write()
    throw refusal
  }
  await moves.write()
}
