import type { Registry } from '../../registry.ts'
import { getServiceLevels } from './levels.contract.ts'
import { serviceLevels } from './levels-view.ts'

/** How well the site servers keep what is promised. */
export function levelRoutes({ serve, database, clock }: Registry): void {
  serve(getServiceLevels, ({ query: { minutes } }) => serviceLevels(database, { minutes, now: clock() }))
}
