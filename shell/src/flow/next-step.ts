import type { RouteName } from '@checkin/remote'
import { stay, type FlowChange, type FlowFacts, type Place, type Target, type Transition } from './transition.ts'
import { transitions } from './transitions.ts'

/** What a module's event leads to. */
export interface Decision {
  readonly target: Place
  readonly change: FlowChange
}

/** One event as it reached the shell. */
export interface Told {
  readonly name: string
  readonly payload: Readonly<Record<string, unknown>>
}

const stages = [
  { after: 'start', name: 'additional-driver', isOn: (facts: FlowFacts) => facts.addOn },
  { after: 'additional-driver', name: 'upselling', isOn: (facts: FlowFacts) => facts.upOn },
  { after: 'upselling', name: 'add-extras', isOn: (facts: FlowFacts) => facts.exOn },
] as const

/** SHELL-54, SHELL-55: the first stage after `after` that is enabled and not completed, else the overview; in pre-checkout always the steps. */
export function nextStage(after: 'start' | 'additional-driver' | 'upselling', facts: FlowFacts): RouteName {
  if (facts.mode === 'precheckout') return 'precheckout-steps'
  const from = stages.findIndex((stage) => stage.after === after)
  return stages.slice(from).find((stage) => stage.isOn(facts))?.name ?? 'overview'
}

/** DEC-87. A stage that would move on by itself at once is no place to go back to. */
function stageBeforeOverview(facts: FlowFacts): RouteName {
  if (facts.exEnabled) return 'add-extras'
  if (facts.upOn) return 'upselling'
  return facts.addOn ? 'additional-driver' : 'driver-document-license'
}

function resolve(target: Target, facts: FlowFacts): Place {
  switch (target.kind) {
    case 'next': return { kind: 'screen', name: nextStage(target.after, facts) }
    case 'driver-data': return { kind: 'screen', name: facts.missingDriverScreen ?? 'driver-details' }
    case 'before-overview': return { kind: 'screen', name: stageBeforeOverview(facts) }
    default: return target
  }
}

/** The row that answers an event on a screen; undefined when the screen is not one that tells it, for example a late answer. */
export function transitionFor(on: RouteName, told: Told, facts: FlowFacts): Transition | undefined {
  return transitions.find((row) =>
    row.event === told.name && (row.on === 'any' || row.on.includes(on)) && (row.when?.(facts, told.payload) ?? true))
}

/**
 * Where the renter goes after an event: STATES S1 to S4 as a table. Pure.
 * `reload` says how the reload that the row asked for ended.
 */
export function nextStep(on: RouteName, told: Told, facts: FlowFacts, reload: 'none' | 'ok' | 'failed' = 'none'): Decision | null {
  const row = transitionFor(on, told, facts)
  if (!row) return null
  if (row.reload && reload === 'failed' && row.ifReloadFails === undefined) return { target: stay, change: {} }
  const target = row.reload && reload === 'failed' ? row.ifReloadFails : row.to
  const effective = { ...facts, flow: row.change?.flow ?? facts.flow, mode: row.change?.mode ?? facts.mode }
  return { target: resolve(typeof target === 'function' ? target(told.payload) : target ?? stay, effective), change: row.change ?? {} }
}
