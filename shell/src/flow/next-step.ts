import { routeOf, routes, type RouteName } from '@checkin/routes'
import { inLayout } from './offers.model.ts'
import { stay, type EventName, type FlowChange, type FlowEvent, type FlowFacts, type Place, type Target, type Transition } from './transition.ts'
import { transitions } from './transitions.ts'

/** What a module's event leads to. */
export interface Decision {
  readonly target: Place
  readonly change: FlowChange
}

const optionalSteps = [
  { after: 'start', name: 'additional-driver', isOn: (facts: FlowFacts) => facts.addOn },
  { after: 'additional-driver', name: 'upselling', isOn: (facts: FlowFacts) => facts.upOn },
  { after: 'upselling', name: 'add-extras', isOn: (facts: FlowFacts) => facts.exOn },
] as const

/** SHELL-54, SHELL-55: the first optional step after `after` that is enabled and not completed, else the overview; in pre-checkout always the steps. */
export function nextOptionalStep(after: 'start' | 'additional-driver' | 'upselling', facts: FlowFacts): RouteName {
  if (facts.mode === 'precheckout') return 'precheckout-steps'
  // What was changed from the overview leads back to it (DEC-184).
  if (facts.changing !== null) return 'overview'
  const from = optionalSteps.findIndex((step) => step.after === after)
  return optionalSteps.slice(from).find((step) => step.isOn(facts))?.name ?? 'overview'
}

/** DEC-87. A step that would move on by itself at once is no place to go back to. */
function stepBeforeOverview(facts: FlowFacts): RouteName {
  if (facts.exEnabled) return 'add-extras'
  if (facts.upOn) return 'upselling'
  return facts.addOn ? 'additional-driver' : 'driver-document-license'
}

/** Screens that share a path are told apart by the mode (DEC-17): an address of the main flow may be opened in pre-checkout, and leads to its review then. */
function inMode(name: RouteName, mode: FlowFacts['mode']): RouteName {
  const { path } = routeOf(name)
  return routes.find((row) => row.path === path && row.when !== null && 'mode' in row.when && row.when.mode === mode)?.name ?? name
}

function resolve(target: Target, facts: FlowFacts): Place {
  const screen = (name: RouteName): Place => ({ kind: 'screen', name: inLayout(name, facts.offersLayout) })
  switch (target.kind) {
    case 'next': return screen(nextOptionalStep(target.after, facts))
    case 'driver-data': return screen(facts.missingDriverScreen ?? 'driver-details')
    case 'before-overview': return screen(stepBeforeOverview(facts))
    case 'screen': return { ...target, name: inLayout(inMode(target.name, facts.mode), facts.offersLayout) }
    default: return target
  }
}

const byEvent = Object.groupBy(transitions, ({ event }) => event) as { readonly [Name in EventName]?: readonly Transition<Name>[] }

/** The row that answers an event on a screen; undefined when the screen is not one that publishes it, for example a late answer. */
export function transitionFor<Name extends EventName>(on: RouteName, { name, payload }: FlowEvent<Name>, facts: FlowFacts): Transition<Name> | undefined {
  return byEvent[name]?.find((row) => (row.on === 'any' || row.on.includes(on)) && (row.when?.(facts, payload) ?? true))
}

/**
 * Where the renter goes after an event: STATES S1 to S4 as a table. Pure.
 * `reload` is how the reload that the row asked for ended.
 */
export function nextStep<Name extends EventName>(on: RouteName, event: FlowEvent<Name>, facts: FlowFacts, reload: 'none' | 'ok' | 'failed' = 'none'): Decision | null {
  const row = transitionFor(on, event, facts)
  if (!row) return null
  const failed = row.reload !== undefined && reload === 'failed'
  if (failed && row.ifReloadFails === undefined) return { target: stay, change: {} }
  const target = failed ? row.ifReloadFails ?? stay : row.to
  const effective = { ...facts, flow: row.change?.flow ?? facts.flow, mode: row.change?.mode ?? facts.mode }
  return { target: resolve(typeof target === 'function' ? target(event.payload) : target, effective), change: row.change ?? {} }
}
