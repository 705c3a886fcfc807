import { PlanGate, PlanStep } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import { choiceText, type Release } from '../releases/next-release.ts'
import { findPointer, pointTo, releaseOf } from '../releases/pointer.ts'
import type { SetMaker } from '../releases/sets.ts'
import { type Suspension, suspensionOf } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { freezeOf } from './freezes.ts'
import { effectOn } from './release-change.ts'

/** State of a running plan. */
export interface PlanState {
  /** -1 before the first step. */
  readonly step: number
  readonly steps: readonly { readonly percent: number; readonly dwellMinutes: number }[]
  readonly since: Date | null
  readonly minSessions: number
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
  /** False when another change ended the rollout. */
  readonly rolloutRuns: boolean
}

export type PlanMove =
  | { readonly kind: 'step'; readonly step: number; readonly percent: number }
  | { readonly kind: 'wait'; readonly note: string }
  | { readonly kind: 'halt'; readonly note: string }
  | { readonly kind: 'done' }

/** What a running plan does next. A bad version is not its concern: the canary result rolls it back and halts the plan. */
export function advance({ step, steps, since, minSessions }: PlanState, { at, sessions, frozen, rolloutRuns, suspended = null, suspendedMs = 0 }: PlanView): PlanMove {
  const current = steps[step]
  const following = steps[step + 1]
  if (!current || !since) return frozen !== null ? { kind: 'wait', note: `frozen: ${frozen}` } : { kind: 'step', step: 0, percent: steps[0]?.percent ?? 100 }
  if (!rolloutRuns && current.percent < 100) return { kind: 'halt', note: 'another change ended the rollout' }
  if (suspended !== null) return { kind: 'wait', note: suspended }
  if (!following) return { kind: 'done' }
  const dwellsUntil = since.getTime() + suspendedMs + current.dwellMinutes * 60_000
  if (at.getTime() < dwellsUntil) return { kind: 'wait', note: `${current.percent} % until ${new Date(dwellsUntil).toISOString().slice(0, 16)}Z` }
  if (sessions < minSessions) return { kind: 'wait', note: `${sessions} of ${minSessions} session samples` }
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
    case 'step':
      try {
        for (const host of plan.hosts) await stepOn(change, maker, plan, host, move.percent)
        await mark({ step: move.step, step_since: change.at, note: '' })
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error
        await halt(change, plan.id, `${error.message} (${error.code})`)
      }
  }
}

/** Stops a plan until a person looks at it. */
export async function halt({ tx, record }: Change, id: number, note: string): Promise<void> {
  await tx.updateTable('plan').set({ state: 'halted', note }).where('id', '=', id).execute()
  await record({ actor: `plan ${id}`, action: 'plan halted', subject: `plan ${id}`, before: null, after: null, reason: note })
}

async function moveOf(change: Change, plan: Plan): Promise<PlanMove> {
  const releases = await Promise.all(plan.hosts.map(async (host) => releaseOf(change, await findPointer(change, host))))
  const freezes = await Promise.all(plan.hosts.map((host) => freezeOf(change, host)))
  const steps = PlanStep.array().parse(plan.steps)
  return advance(
    { step: plan.step, steps, since: plan.step_since, minSessions: PlanGate.parse(plan.gate).minSessions },
    { at: change.at, sessions: await sampledSessions(change, plan), frozen: freezes.find((each) => each !== null) ?? null, rolloutRuns: releases.every((release) => hasRollout(release, plan.modules)), ...await suspensionsOf(change, plan, releases) },
  )
}

/** What suspensions of a plan's rollouts mean for its step: what it waits for now, and the time that does not count. */
async function suspensionsOf(change: Change, { hosts, modules, step_since: since }: Plan, releases: readonly Release[]): Promise<Pick<PlanView, 'suspended' | 'suspendedMs'>> {
  const found = await Promise.all(releases.flatMap(({ rollouts }, at) => rollouts.filter((each) => choiceText(each.modules) === choiceText(modules)).map(({ id }) => suspensionOf(change, hosts[at] ?? '', id))))
  const suspensions = found.filter((each) => each !== null)
  const open = suspensions.find((each) => each.ended_at === null)
  const lasted = ({ suspended_at: from, ended_at: until }: Suspension): number => (until ?? change.at).getTime() - Math.max(from.getTime(), since?.getTime() ?? 0)
  return { suspended: open ? `suspended until ${open.resumes_at.toISOString().slice(0, 16)}Z: ${open.reason}` : null, suspendedMs: Math.max(0, ...suspensions.map(lasted)) }
}

const hasRollout = ({ rollouts }: Release, modules: Plan['modules']): boolean => rollouts.some((each) => choiceText(each.modules) === choiceText(modules))

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

async function stepOn(change: Change, maker: SetMaker, plan: Plan, host: string, percent: number): Promise<void> {
  const { pointer, current, next } = await effectOn(change, host, { modules: plan.modules, percent, cohorts: [], settings: {} })
  const release = plan.follows ? { ...next, selectors: current.selectors } : next
  await pointTo(change, maker, { actor: `plan ${plan.id}`, reason: `${plan.name}: ${percent} %`, action: plan.follows ? 'follow' : 'plan' }, host, pointer, release)
}

/** Ends a plan's rollout on every tenant that still has it. */
export async function endRollout(change: Change, maker: SetMaker, plan: Pick<Plan, 'hosts' | 'modules'>, actor: string, reason: string): Promise<void> {
  for (const host of plan.hosts) {
    const pointer = await findPointer(change, host)
    const release = await releaseOf(change, pointer)
    const rollouts = release.rollouts.filter((each) => choiceText(each.modules) !== choiceText(plan.modules))
    if (rollouts.length < release.rollouts.length) await pointTo(change, maker, { actor, reason, action: 'plan' }, host, pointer, { ...release, rollouts })
  }
}
