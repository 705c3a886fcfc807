import { readFile } from 'node:fs/promises'
import { parseJson } from '@checkin/http'
import { abortPlan, approveChange, type ChangeView, createPlan, listChanges, listPlans, pausePlan, PlanSpec, type PlanView, rejectChange, resumePlan } from '@checkin/registry'
import type { RegistryClient } from './client.ts'
import { CommandError, minute, table, versionsText } from './output.ts'

const why: Readonly<Record<string, string>> = { payment: 'it changes payment', everyone: 'it changes all tenants', protected: 'the tenant is protected', token: 'it gives somebody a token', 'publisher-key': 'it changes who publishes a module' }

/** What happens to a change that was not applied at once. */
export function pendingText({ id, state, needs, hosts }: ChangeView): string {
  const hours = hosts.flatMap(({ host, dueAt }) => (dueAt === null ? [] : [`${host} at ${minute(dueAt)} UTC`]))
  if (state !== 'waiting') return `Change ${id} is scheduled: ${hours.join(', ')}`
  const reasons = needs.map((need) => why[need] ?? need).join(', and ')
  return `Change ${id} waits for a second person, because ${reasons}: rollout approve ${id}${hours.length > 0 ? `\nThen: ${hours.join(', ')}` : ''}`
}

const outcome = ({ id, state, hosts }: ChangeView): string =>
  [`Change ${id} is ${state}`, ...hosts.map(({ host, state: own, code, revision }) => `  ${host}: ${own}${code === null ? '' : ` (${code})`}${revision === null ? '' : `, revision ${revision}`}`)].join('\n')

/** Changes that wait, or all of late. */
export async function changesCommand(client: RegistryClient, everything: boolean): Promise<string> {
  const { changes } = await client('viewer').call(listChanges, { query: {} })
  const shown = changes.filter(({ state }) => everything || state === 'waiting' || state === 'scheduled')
  return table(['change', 'state', 'who', 'when', 'tenants', 'what', 'why'], shown.map((each) =>
    [String(each.id), each.state, each.proposedBy, minute(each.proposedAt), each.hosts.map(({ host }) => host).join(' ') || each.kind, JSON.stringify(each.wish), each.reason]))
}

/** Lets somebody else's change happen, or drops a change that waits. */
export async function decideCommand(client: RegistryClient, verb: 'approve' | 'reject', id: string, reason: string): Promise<string> {
  return outcome(await client('approver').call({ approve: approveChange, reject: rejectChange }[verb], { params: { id }, body: { reason } }))
}

const percentOf = ({ steps, step }: PlanView): string => `${steps[step]?.percent ?? 0} %`

const shown = (plan: PlanView): string =>
  `Plan ${plan.id} (${plan.name}) is ${plan.state} at ${percentOf(plan)}, step ${plan.step + 1} of ${plan.steps.length}${plan.note === '' ? '' : `: ${plan.note}`}`

/** Starts the staged rollout that a JSON file describes (docs/rollouts.md). */
export async function planCommand(client: RegistryClient, file: string): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => { throw new CommandError(`${file} can't be read`) })
  const spec = PlanSpec.safeParse(parseJson(text))
  if (!spec.success) throw new CommandError(`${file}: ${spec.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ')}`)
  const answer = await client('operator').call(createPlan, { body: spec.data })
  return 'change' in answer ? pendingText(answer.change) : shown(answer)
}

export async function plansCommand(client: RegistryClient): Promise<string> {
  const { plans } = await client('viewer').call(listPlans)
  return table(['plan', 'name', 'state', 'at', 'step', 'tenants', 'modules', 'note'], plans.map((each) =>
    [String(each.id), each.name, each.state, percentOf(each), `${each.step + 1} of ${each.steps.length}`, each.hosts.join(' '), versionsText(each.modules), each.note]))
}

/** Pauses, resumes or aborts a plan. */
export async function turnPlanCommand(client: RegistryClient, verb: 'pause' | 'resume' | 'abort', id: string, reason: string): Promise<string> {
  const endpoint = { pause: pausePlan, resume: resumePlan, abort: abortPlan }[verb]
  return shown(await client('operator').call(endpoint, { params: { id }, body: { reason } }))
}
