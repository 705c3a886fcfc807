import { routes, tableOf, type RouteTable, type SparseRow } from '@checkin/routes'
import type { ModuleManifest } from './manifest.ts'

/** What of a release set says which screens it has. */
export interface ScreenSource {
  readonly shell: ModuleManifest
  readonly modules: Readonly<Record<string, ModuleManifest>>
}

/** The rows that a shell was built with; those of this build for a shell from before they were written down. */
export const rowsOfFlow = ({ flow }: ModuleManifest): readonly SparseRow[] => flow?.screens ?? routes

/** Rows of a set that its shell was not built with, or otherwise: the page has to be told (DEC-195). A shell from before would not look at them. */
export function providedScreens({ shell, modules }: ScreenSource): readonly SparseRow[] {
  const { flow } = shell
  if (flow === undefined) return []
  const known = new Map(flow.screens.map((row) => [row.name, JSON.stringify(row)]))
  return Object.entries(modules).sort(([one], [other]) => (one < other ? -1 : 1)).flatMap(([, { screens = [] }]) => screens.filter((row) => known.get(row.name) !== JSON.stringify(row)))
}

const tables = new WeakMap<object, RouteTable>()

/** The screens at the addresses of a set, as its shell reads them (DEC-198); worked out once per set. */
export function tableOfSet(set: ScreenSource): RouteTable {
  const table = tables.get(set) ?? tableOf([...rowsOfFlow(set.shell), ...providedScreens(set)])
  tables.set(set, table)
  return table
}
