import type { PageData } from '@checkin/releases'
import type { StepVisit } from '@checkin/remote'
import { createStore } from 'effector'
import { routeOf } from './route-table.ts'

/** Steps that the running version of each module brings, by module name. */
export type BroughtSteps = Readonly<Record<string, readonly string[]>>

/** Filled from the page before the start. */
export const $broughtSteps = createStore<BroughtSteps>({})

export const broughtStepsOf = (modules: PageData['modules']): BroughtSteps =>
  Object.fromEntries(Object.values(modules).map(({ name, steps }) => [name, steps]))

/** Whether the screen exists in this release set; a route whose screen is not built yet is not reachable. */
export function isBrought(brought: BroughtSteps, visit: StepVisit): boolean {
  return brought[routeOf(visit.name).module]?.includes(visit.name) ?? false
}
