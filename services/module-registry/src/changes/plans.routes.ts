import { abortPlan, createPlan, listPlans, pausePlan, PlanGate, type PlanState, PlanStep, type PlanView, resumePlan } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Actor, reaches, requireHost } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import { changeView } from './change-view.ts'
import { tenantsOf, wavesView } from './plan-waves.ts'
import { submitPlan } from './start-plan.ts'
import { rollPlanBack } from './roll-back-plan.ts'

/** Staged rollouts. */
export function planRoutes(registry: Registry): void {
  const { serve, database, change: changing } = registry

  const views = async (reader: Pick<Actor, 'hosts'>, id?: number): Promise<PlanView[]> => {
    const rows = await database.kysely.selectFrom('plan').selectAll().$if(id !== undefined, (query) => query.where('id', '=', id ?? 0)).orderBy('id', 'desc').limit(200).execute()
    return rows.map((plan) => {
      const { step_since: since, at, steps, gate, rolled_back: _rolledBack, ...row } = plan
      return { ...row, hosts: tenantsOf(plan).filter((host) => reaches(reader, host)), waves: wavesView(plan, reader), steps: PlanStep.array().parse(steps), gate: PlanGate.parse(gate), stepSince: since?.toISOString() ?? null, at: at.toISOString() }
    })
  }
  const view = async (reader: Pick<Actor, 'hosts'>, id: number) => {
    const [found] = await views(reader, id)
    if (!found) throw unknown(id)
    return found
  }

  serve(listPlans, async ({ actor }) => ({ plans: (await views(actor)).filter(({ hosts }) => hosts.length > 0) }))

  serve(createPlan, async ({ body, actor, reply }) => {
    const made = await changing((change) => submitPlan(change, registry, { spec: body, actor }))
    if ('plan' in made) return view(actor, made.plan)
    void reply.code(202)
    return { change: await changeView(database.kysely, made.change, actor) }
  })

  const turn = (endpoint: typeof pausePlan | typeof resumePlan | typeof abortPlan, action: string, from: readonly PlanState[], to: PlanState, also?: (change: Change, plan: Awaited<ReturnType<typeof planRow>>, by: { actor: string; reason: string }) => Promise<void>) => {
    serve(endpoint, async ({ params: { id }, body: { reason }, actor }) => {
      await changing(async (change) => {
        const plan = await planRow(change, id)
        for (const host of tenantsOf(plan)) requireHost(actor, host)
        if (!from.includes(plan.state)) throw new ServiceError(409, 'WrongState', `Plan ${id} is ${plan.state}`)
        if (to === 'running' && plan.rolled_back) throw new ServiceError(409, 'WrongState', `Plan ${id} was rolled back: start a new one with a better version`)
        await change.tx.updateTable('plan').set({ state: to, note: reason, ...(to === 'running' && { step_since: plan.step < 0 ? null : change.at }) }).where('id', '=', id).execute()
        await change.record({ actor: actor.label, action, subject: `plan ${id}`, before: plan.state, after: to, reason })
        await also?.(change, plan, { actor: actor.label, reason })
      })
      return view(actor, id)
    })
  }
  turn(pausePlan, 'pause plan', ['running'], 'paused')
  turn(resumePlan, 'resume plan', ['paused', 'halted'], 'running')
  turn(abortPlan, 'abort plan', ['running', 'paused', 'halted'], 'aborted', (change, plan, by) => rollPlanBack(change, registry, plan, { ...by, rollout: 'plan', wave: 'back' }))
}

const unknown = (id: number) => new ServiceError(404, 'UnknownPlan', `There is no plan ${id}`)

async function planRow({ tx }: Change, id: number) {
  const row = await tx.selectFrom('plan').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw unknown(id)
  return row
}
