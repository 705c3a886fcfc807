import { providedScreens } from '@checkin/releases'
import { matchAddress, tableOf, type RouteTable } from '@checkin/routes'
import type { Releases } from './snapshot.ts'

const tables = new WeakMap<Releases, RouteTable>()

/** Whether some release set that is served or pinned brings a screen at an address (DEC-198): who stands on one that is gone did not mistype it. */
export function isScreenOfSomeSet(releases: Releases, path: string): boolean {
  const table = tables.get(releases) ?? tableOf([...releases.sets.values()].flatMap(providedScreens))
  tables.set(releases, table)
  return matchAddress(path, table) !== null
}
