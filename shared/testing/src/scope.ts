import { allSettled, createWatch, type Event, type EventCallable, type Scope, type Unit } from 'effector'

/** One event of a sequence, for `inTurn`. */
export type Turn = (scope: Scope) => Promise<void>

/** A turn: an event with the payload that it takes, or without for an event of nothing. */
export const turn = <Payload>(event: EventCallable<Payload>, ...[payload]: Payload extends void ? [] : [payload: NoInfer<Payload>]): Turn =>
  async (scope) => { await allSettled(event as EventCallable<unknown>, { scope, params: payload }) }

/** Fires events one after the other in a scope, each when everything that the one before caused has settled. */
export async function inTurn(scope: Scope, ...turns: readonly Turn[]): Promise<void> {
  for (const take of turns) await take(scope)
}

/** Collects what an event or effect carries in a scope from now on; the list grows while the test goes on. */
export function collected<Payload>(scope: Scope, unit: Unit<Payload>): readonly Payload[] {
  const seen: Payload[] = []
  createWatch({ unit, scope, fn: (payload) => { seen.push(payload) } })
  return seen
}

/** Collects the names of events in the order in which they happen in a scope, over several events. */
export function happenings(scope: Scope, events: Readonly<Record<string, Event<unknown>>>): readonly string[] {
  const names: string[] = []
  for (const [name, unit] of Object.entries(events)) createWatch({ unit, scope, fn: () => { names.push(name) } })
  return names
}
