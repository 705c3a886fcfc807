import { routeOf, routes, screensNow, type Lead, type ScreenName } from '@checkin/routes'
import { inLayout } from './offers.model.ts'
import { licence, onOnePage, stay, type EventName, type FlowChange, type FlowEvent, type FlowFacts, type Place, type Target, type Transition } from './transition.ts'
import { transitions } from './transitions.ts'

/** What a module's event leads to. */
export interface Decision {
  readonly target: Place
  readonly change: FlowChange
}

type Stop = readonly [name: ScreenName, isOn: boolean]

/** What stands between the main driver's data and the overview, in its order: the flow's own steps, and what the release set brings after each (DEC-197). */
function stopsOf(facts: FlowFacts, extras: boolean): readonly Stop[] {
  const provided = (slot: ScreenName): readonly Stop[] => [...screensNow()].filter(({ after }) => after === slot).map(({ name }) => [name, true])
  const own: readonly Stop[] = [['additional-driver', facts.addOn], ['upselling', facts.upOn], ['add-extras', extras]]
  const offers = onOnePage(facts) ? [...own, ...own.flatMap(([name]) => provided(name))] : own.flatMap((stop) => [stop, ...provided(stop[0])])
  return [[licence, true], ...provided(licence), ...offers, ['overview', true]]
}

const placeOf = (stops: readonly Stop[], name: ScreenName): number => stops.findIndex(([each]) => each === name)

/** SHELL-54, SHELL-55: the first step after `after` that is on and not passed, at last the overview; in pre-checkout always the steps. */
export function nextOptionalStep(after: ScreenName, facts: FlowFacts): ScreenName {
  // The question about extras is none of its steps: who came to it by its address goes on to the review.
  if (facts.mode === 'precheckout') return after === 'add-extras' ? 'overview-precheckout' : 'precheckout-steps'
  // What was changed from the overview leads back to it (DEC-184).
  if (facts.changing !== null) return 'overview'
  const stops = stopsOf(facts, facts.exOn)
  return stops.slice(placeOf(stops, after) + 1).find(([name, isOn]) => isOn && !facts.passed.includes(name))?.[0] ?? 'overview'
}

/** DEC-87. A step that would move on by itself at once is no place to go back to. */
function stepBefore(screen: ScreenName, facts: FlowFacts): ScreenName {
  if (facts.mode === 'precheckout') return 'precheckout-steps'
  const stops = stopsOf(facts, facts.exEnabled)
  return stops.slice(0, placeOf(stops, screen)).findLast(([, isOn]) => isOn)?.[0] ?? licence
}

/** Screens that share a path are told apart by the mode (DEC-17): an address of the main flow may be opened in pre-checkout, and leads to its review then. */
function inMode(name: ScreenName, mode: FlowFacts['mode']): ScreenName {
  const { path } = routeOf(name)
  return routes.find((row) => row.path === path && row.when !== null && 'mode' in row.when && row.when.mode === mode)?.name ?? name
}

function resolve(target: Target, facts: FlowFacts): Place {
  const shown = (name: ScreenName): Place => ({ kind: 'screen', name: inLayout(name, facts.offersLayout) })
  switch (target.kind) {
    case 'next': return shown(nextOptionalStep(target.after, facts))
    case 'driver-data': return shown(facts.missingDriverScreen ?? 'driver-details')
    case 'before': return shown(stepBefore(target.screen, facts))
    case 'screen': return { ...target, name: inLayout(inMode(target.name, facts.mode), facts.offersLayout) }
    default: return target
  }
}

const byEvent = Object.groupBy(transitions, ({ event }) => event) as { readonly [Name in EventName]?: readonly Transition<Name>[] }

/** What an event leads to that a screen of the release set names for itself (DEC-195); `skipped` is the shell's own: its module did not come. */
function providedTransition(on: ScreenName, event: string, { passed }: FlowFacts): unknown {
  const { leads, within } = routeOf(on)
  const { to, reload }: Partial<Lead> = event === 'skipped' ? { to: 'next' } : leads?.[event] ?? {}
  const screen = within ?? on
  return to && {
    to: to === 'next' ? { kind: to, after: screen } : to === 'back' ? { kind: 'before', screen } : { kind: 'screen', name: to },
    change: { progress: { passed: to === 'next' ? [...passed, screen] : passed } },
    reload,
  }
}

/** The row that answers an event on a screen; undefined when the screen is not one that publishes it, for example a late answer. */
export function transitionFor<Name extends EventName>(on: ScreenName, { name, payload }: FlowEvent<Name>, facts: FlowFacts): Transition<Name> | undefined {
  return byEvent[name]?.find((row) => (row.on === 'any' || (row.on as readonly string[]).includes(on)) && (row.when?.(facts, payload) ?? true)) ?? providedTransition(on, name, facts) as never
}

/**
 * Where the renter goes after an event: STATES S1 to S4 as a table. Pure.
 * `reload` is how the reload that the row asked for ended.
 */
export function nextStep<Name extends EventName>(on: ScreenName, event: FlowEvent<Name>, facts: FlowFacts, reload: 'none' | 'ok' | 'failed' = 'none'): Decision | null {
  const row = transitionFor(on, event, facts)
  if (!row) return null
  const failed = row.reload !== undefined && reload === 'failed'
  if (failed && row.ifReloadFails === undefined) return { target: stay, change: {} }
  const target = failed ? row.ifReloadFails ?? stay : row.to
  const effective = { ...facts, flow: row.change?.flow ?? facts.flow, mode: row.change?.mode ?? facts.mode, passed: row.change?.progress?.passed ?? facts.passed }
  return { target: resolve(typeof target === 'function' ? target(event.payload) : target, effective), change: row.change ?? {} }
}
