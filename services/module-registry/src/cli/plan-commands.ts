import { readFile } from 'node:fs/promises'
import type * as z from 'zod'
import { PlanSpec } from '../features/plans/plan-spec.ts'
import { abortPlan, createPlan, listPlans, pausePlan, resumePlan, type PlanView } from '../features/plans/plans.contract.ts'
import { pendingText } from './change-commands.ts'
import { versionsText } from './cli-text.ts'
import { CommandError } from './command-error.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

const percentOf = ({ steps, step }: z.infer<typeof PlanView>): string => `${steps[step]?.percent ?? 0} %`

const shown = (plan: z.infer<typeof PlanView>): string =>
  `Plan ${plan.id} (${plan.name}) is ${plan.state} at ${percentOf(plan)}, step ${plan.step + 1} of ${plan.steps.length}${plan.note === '' ? '' : `: ${plan.note}`}`

/** Starts the staged rollout that a JSON file describes (docs/rollouts.md). */
export async function planCommand(client: RegistryClient, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => { throw new CommandError(`${file} can't be read`) })
  const spec = PlanSpec.safeParse(jsonOf(text))
  if (!spec.success) throw new CommandError(`${file}: ${spec.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`)
  const answer = await client.call(createPlan, { as: 'operator', body: spec.data })
  return 'change' in answer ? pendingText(answer.change) : shown(answer)
}

export async function plansCommand(client: RegistryClient): Promise<string> {
  const { plans } = await client.call(listPlans, { as: 'viewer' })
  return table(['plan', 'name', 'state', 'at', 'step', 'tenants', 'modules', 'note'], plans.map((each) =>
    [String(each.id), each.name, each.state, percentOf(each), `${each.step + 1} of ${each.steps.length}`, each.hosts.join(' '), versionsText(each.modules), each.note]))
}

/** Pauses, resumes or aborts a plan. */
export async function turnPlanCommand(client: RegistryClient, verb: 'pause' | 'resume' | 'abort', id: string, reason: string): Promise<string> {
  const endpoint = { pause: pausePlan, resume: resumePlan, abort: abortPlan }[verb]
  return shown(await client.call(endpoint, { as: 'operator', params: { id }, body: { reason } }))
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
