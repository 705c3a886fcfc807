import type * as z from 'zod'
import { approveChange, listChanges, rejectChange, type ChangeView } from '../features/changes/changes.contract.ts'
import { minute } from './cli-text.ts'
import type { RegistryClient } from './registry-client.ts'
import { table } from './table.ts'

type View = z.infer<typeof ChangeView>

const why: Readonly<Record<string, string>> = { payment: 'it changes payment', everyone: 'it changes all tenants', protected: 'the tenant is protected', token: 'it gives somebody a token', 'publisher-key': 'it changes who publishes a module' }

/** What happens to a change that was not applied at once. */
export function pendingText({ id, state, needs, hosts }: View): string {
  const hours = hosts.flatMap(({ host, dueAt }) => (dueAt === null ? [] : [`${host} at ${minute(dueAt)} UTC`]))
  if (state !== 'waiting') return `Change ${id} is scheduled: ${hours.join(', ')}`
  const reasons = needs.map((need) => why[need] ?? need).join(', and ')
  return `Change ${id} waits for a second person, because ${reasons}: rollout approve ${id}${hours.length > 0 ? `\nThen: ${hours.join(', ')}` : ''}`
}

const outcome = ({ id, state, hosts }: View): string =>
  [`Change ${id} is ${state}`, ...hosts.map(({ host, state: own, code, revision }) => `  ${host}: ${own}${code === null ? '' : ` (${code})`}${revision === null ? '' : `, revision ${revision}`}`)].join('\n')

/** Changes that wait, or all of late. */
export async function changesCommand(client: RegistryClient, everything: boolean): Promise<string> {
  const { changes } = await client.call(listChanges, { as: 'viewer' })
  const shown = changes.filter(({ state }) => everything || state === 'waiting' || state === 'scheduled')
  return table(['change', 'state', 'who', 'when', 'tenants', 'what', 'why'], shown.map((each) =>
    [String(each.id), each.state, each.proposedBy, minute(each.proposedAt), each.hosts.map(({ host }) => host).join(' ') || each.kind, JSON.stringify(each.wish), each.reason]))
}

/** Lets somebody else's change happen. */
export async function approveCommand(client: RegistryClient, id: string, reason: string): Promise<string> {
  return outcome(await client.call(approveChange, { as: 'approver', params: { id }, body: { reason } }))
}

/** Drops a change that waits. */
export async function rejectCommand(client: RegistryClient, id: string, reason: string): Promise<string> {
  return outcome(await client.call(rejectChange, { as: 'approver', params: { id }, body: { reason } }))
}
