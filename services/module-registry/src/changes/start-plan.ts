import { PlanSpec, PlanSteps } from '@checkin/registry'
import * as z from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import { allPointers } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { addChange } from './pending-change.ts'
import { requireNoOtherPlan, resolvedWaves } from './plan-waves.ts'
import { reviewed } from './second-person.ts'
import { requireCanarySteps } from './staged.ts'

/** A plan as it is stored: `follows` where its tenants follow a label, a range or the default, and go on doing so. */
export const StoredPlan = PlanSpec.safeExtend({ steps: PlanSteps, follows: z.boolean().default(false) })
export type StoredPlan = z.input<typeof StoredPlan>

/** A plan begins, or waits for a second person: one approval is for all of its steps and waves. Throws NotStaged where none of them is a canary, and what resolvedWaves throws. */
export async function submitPlan(change: Change, maker: Registry, { spec: asked, actor }: { readonly spec: PlanSpec; readonly actor: Actor }): Promise<{ readonly plan: number } | { readonly change: number }> {
  const waves = asked.waves && await resolvedWaves(change, asked.waves, actor)
  const spec = { ...asked, steps: asked.steps ?? maker.followPlan.steps, ...(waves && { waves }) }
  requireCanarySteps(spec, maker.followPlan)
  const everyone = spec.hosts === 'all'
  const hosts = waves?.flatMap((wave) => wave.hosts) ?? (spec.hosts === 'all' ? (await allPointers(change)).map(({ host }) => host) : spec.hosts ?? [])
  await requireNoOtherPlan(change, { hosts, modules: spec.modules, hasWaves: waves !== undefined })
  const wanted = { modules: spec.modules, percent: spec.steps[0]?.percent ?? 100, cohorts: [], settings: {} }
  const { wide, needs } = await reviewed(change, maker, { hosts, everyone, wanted, actor, action: 'plan' })
  if (needs.length === 0) return { plan: await startPlan(change, { id: null, spec, hosts, actor: actor.label }) }

  return {
    change: await addChange(change, {
      kind: 'plan', everyone: wide, request: spec, shown: spec, reason: spec.reason, needs, actor, subject: `plan ${spec.name}`, hosts: hosts.map((host) => ({ host, dueAt: null, seen: '' })),
    }),
  }
}

export interface PlanStart {
  /** The change that was approved, if it needed that. */
  readonly id: number | null
  readonly spec: unknown
  readonly hosts: readonly string[]
  readonly actor: string
}

/** Makes a plan that runs from the next tick on. Throws RolloutRunning: between proposal and approval another one may have begun. */
export async function startPlan(change: Change, { id: changeId, spec, hosts, actor }: PlanStart): Promise<number> {
  const { name, modules, steps, gate, reason, follows, emergency, waves } = StoredPlan.parse(spec)
  await requireNoOtherPlan(change, { hosts, modules, hasWaves: waves !== undefined })
  const { id } = await change.tx.insertInto('plan').values({
    name, hosts: JSON.stringify(waves?.[0]?.hosts ?? hosts), waves: waves ? JSON.stringify(waves) : null, modules: JSON.stringify(modules), steps: JSON.stringify(steps), gate: JSON.stringify(gate), state: 'running', reason, actor, at: change.at, follows,
  }).returning('id').executeTakeFirstOrThrow()
  if (changeId !== null) {
    await change.tx.updateTable('change').set({ state: 'applied' }).where('id', '=', changeId).execute()
    await change.tx.updateTable('change_host').set({ state: 'applied' }).where('change_id', '=', changeId).execute()
  }
  await change.record({ actor, action: 'plan', subject: `plan ${id}`, before: null, after: { name, hosts, ...(waves && { waves }), modules, steps, gate, ...(emergency === true && { emergency }) }, reason })
  return id
}
