import { assembledRoutes } from './assembled.ts'
import type { ModuleName, RouteInput, RouteRow } from './route-row.ts'
import { rowDefaults } from './row-defaults.ts'

/** Every screen by its name in docs/spec/flow.md. */
export type RouteName = (typeof assembledRoutes)[number]['name']
/** A row of the assembled table: its name and likely next screens exist. */
export interface Route extends RouteRow {
  readonly name: RouteName
  readonly likelyNext: { readonly withOffers: RouteName, readonly otherwise: RouteName } | null
}

/** The rows of a module (`mfe-*\/routes.ts`); `npm run check -- --write` assembles them. */
export const defineRoutes = <const Name extends string>(module: ModuleName, rows: readonly (RouteInput & { readonly name: Name })[]): readonly (RouteRow & { readonly name: Name })[] =>
  rows.map((row) => ({ ...rowDefaults, ...row, module }))

/** THE table of screens: 26 paths, 29 names (SHELL-07 to SHELL-32), and those that decisions add (DEC-205). */
export const routes: readonly Route[] = assembledRoutes.map((row) => ({ ...rowDefaults, ...row }))

/** Names of all screens. */
export const routeNames = routes.map(({ name }) => name) as [RouteName, ...RouteName[]]

/** The federated modules that bring screens; also their folder names and the values of `data-module`. */
export const moduleNames: readonly ModuleName[] = [...new Set(routes.map(({ module }) => module))]

const byName = new Map<string, Route>(routes.map((row) => [row.name, row]))

/** The row of a name that came from outside, for example from an answer of a newer API; undefined where no screen has it. */
export const findRoute = (name: string): Route | undefined => byName.get(name)

/** The row of a screen. */
export function routeOf(name: RouteName): Route {
  const found = byName.get(name)
  if (!found) throw new Error(`no route is called ${name}`)
  return found
}
