import type { PlanView } from '@checkin/registry'

type Wave = NonNullable<PlanView['waves']>[number]

const stateNames: Readonly<Record<Wave['state'], string>> = { 'not-begun': 'not begun', running: 'running', done: 'done', 'rolled-back': 'rolled back' }

/** How far a wave is; the one that a plan stands still in is as the plan is. */
export const waveStateText = (state: Wave['state'], plan: PlanView['state']): string => (state === 'running' && plan !== 'running' ? plan : stateNames[state])
