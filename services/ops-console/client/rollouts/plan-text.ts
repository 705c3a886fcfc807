import type { PlanView } from '@checkin/registry'

type Wave = NonNullable<PlanView['waves']>[number]

/** Hosts that are named; of more, their number. */
const mostNamed = 5

/** Who is in a wave: its groups, and its tenants as far as there is room. One without a tenant in the reader's reach has others. */
export function waveText({ groups, hosts }: Pick<Wave, 'groups' | 'hosts'>): string {
  if (hosts.length === 0) return 'other tenants'
  const more = hosts.length - mostNamed
  const named = [...hosts.slice(0, mostNamed), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return groups.length > 0 ? `${groups.map((group) => `group ${group}`).join(', ')} (${named})` : named
}

const stateNames: Readonly<Record<Wave['state'], string>> = { 'not-begun': 'not begun', running: 'running', done: 'done', 'rolled-back': 'rolled back' }

/** How far a wave is; the one that a plan stands still in is as the plan is. */
export const waveStateText = (state: Wave['state'], plan: PlanView['state']): string => (state === 'running' && plan !== 'running' ? plan : stateNames[state])
