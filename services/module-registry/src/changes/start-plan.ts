import { requireHost, type Actor } from '../../access/actor.ts'
import type { Change } from '../../storage/ledger.ts'
import { keepChange } from '../changes/keep-change.ts'
import { isWide, rememberReach } from '../changes/reach-of-change.ts'
import { effectOn, requireTenants, secondPersonReasons } from '../changes/release-change.ts'
import { tenantOptions } from '../freezes/freezes.ts'
import { combinationsOf } from '../rollouts/next-release.ts'
import { allPointers } from '../rollouts/pointer.ts'
import { requireRehearsed } from '../rehearsals/rehearsals.ts'
import type { Registry } from '../../registry.ts'
import { makeSet } from '../sets/make-set.ts'
import { KeptPlan, type PlanSpec } from './plan-spec.ts'

export interface PlanSubmission {
  readonly spec: PlanSpec
  readonly actor: Actor
}

/** A plan begins, or waits for a second person: one approval is for all of its steps. */
export async function submitPlan(change: Change, maker: Registry, { spec, actor }: PlanSubmission): Promise<{ readonly plan: number } | { readonly change: number }> {
  const everyone = spec.hosts === 'all'
  const hosts = spec.hosts === 'all' ? (await allPointers(change)).map(({ host }) => host) : spec.hosts
  requireTenants(hosts)
  const effects = await Promise.all(hosts.map(async (host) => {
    requireHost(actor, host)
    return effectOn(change, host, { modules: spec.modules, percent: spec.steps[0]?.percent ?? 100, cohorts: [], settings: {} })
  }))
  for (const { host, pointer, next } of effects) {
    const sets: number[] = []
    for (const combination of combinationsOf(next)) sets.push(await makeSet(change, maker, combination, actor.label))
    await requireRehearsed(change, { host, served: pointer?.variants ?? [], sets, action: 'plan' })
  }
  const shielded = new Set<string>()
  for (const host of hosts) if ((await tenantOptions(change, host)).protected) shielded.add(host)
  const wide = everyone || await isWide(change, effects, actor.identity, maker.wideTenants)
  const needs = secondPersonReasons(effects, wide, (host) => shielded.has(host))
  if (needs.length === 0) await rememberReach(change, effects, actor.identity)
  if (needs.length === 0) return { plan: await startPlan(change, { id: null, spec, hosts, actor: actor.label }) }

  return {
    change: await keepChange(change, {
      kind: 'plan', everyone: wide, wish: spec, shown: spec, reason: spec.reason, needs, actor, subject: `plan ${spec.name}`, hosts: hosts.map((host) => ({ host, dueAt: null, seen: '' })),
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

/** Makes a plan that runs from the next tick on. */
export async function startPlan(change: Change, { id: changeId, spec, hosts, actor }: PlanStart): Promise<number> {
  const { name, modules, steps, gate, reason, follows } = KeptPlan.parse(spec)
  const { id } = await change.tx.insertInto('plan').values({
    name, hosts: JSON.stringify(hosts), modules: JSON.stringify(modules), steps: JSON.stringify(steps), gate: JSON.stringify(gate), state: 'running', reason, actor, at: change.at, follows,
  }).returning('id').executeTakeFirstOrThrow()
  if (changeId !== null) {
    await change.tx.updateTable('change').set({ state: 'applied' }).where('id', '=', changeId).execute()
    await change.tx.updateTable('change_host').set({ state: 'applied' }).where('change_id', '=', changeId).execute()
  }
  await change.record({ actor, action: 'plan', subject: `plan ${id}`, before: null, after: { name, hosts, modules, steps, gate }, reason })
  return id
}
