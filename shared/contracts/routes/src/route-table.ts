import { assembledRoutes } from './assembled.ts'
import type { ModuleName, RouteInput, RouteRow, SparseRow } from './route-row.ts'
import { rowDefaults } from './row-defaults.ts'

/** Every screen of the flow's contract by its name in docs/spec/flow.md. */
export type RouteName = (typeof assembledRoutes)[number]['name']
/** A screen of the running release set: one of the flow's contract, or one that a module brought with it (DEC-195). */
export type ScreenName = RouteName | (string & {})
export type Route = RouteRow

/** The rows of a module (`mfe-*\/routes.ts`). `npm run check -- --write` assembles those of the flow's contract. */
export const defineRoutes = <const Name extends string>(module: ModuleName, rows: readonly (RouteInput & { readonly name: Name })[]): readonly (RouteRow & { readonly name: Name })[] =>
  rows.map((row) => ({ ...rowDefaults, ...row, module }))

const segmentsOf = (path: string): string[] => path.replace(/^\/|\/+$/g, '').split('/')
const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Screens by name and by address. */
export interface RouteTable {
  readonly byName: ReadonlyMap<string, Route>
  /** Literal paths before those with parameters: the names of screens may look like a link. */
  readonly paths: readonly { readonly screens: readonly Route[]; readonly segments: readonly string[] }[]
}

/** The table of some rows; of two with one name the later one counts. */
export function tableOf(rows: readonly SparseRow[]): RouteTable {
  const byName = new Map(rows.map((row): [string, Route] => [row.name, { ...rowDefaults, ...row }]))
  const paths = [...Map.groupBy(byName.values(), ({ path }) => path)].map(([path, screens]) => ({ screens, segments: segmentsOf(path) }))
  return { byName, paths: paths.sort((one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length) }
}

/** The table of this page. A page runs one release set: what it brings is added once, before anything looks. */
const table = tableOf(assembledRoutes)

/** THE table of the flow's contract: 26 paths, 29 names (SHELL-07 to SHELL-32), and those that decisions add (DEC-205). */
export const routes: readonly (Route & { readonly name: RouteName })[] = [...table.byName.values()] as never

/** Makes the table of this page that of its release set (DEC-195): rows that the flow's contract has not, or that look otherwise. */
export const setScreens = (rows: readonly SparseRow[]): void => void Object.assign(table, tableOf([...assembledRoutes, ...rows]))

/** Names of all screens of the flow's contract. */
export const routeNames = routes.map(({ name }) => name) as [RouteName, ...RouteName[]]

/** The modules that bring them; also their folder names and the values of `data-module`. A release set may have others. */
export const moduleNames: readonly ModuleName[] = [...new Set(routes.map(({ module }) => module))]

/** Every screen of this page's release set. */
export const screensNow = (): Iterable<Route> => table.byName.values()

/** The row of a name that came from outside, for example from an answer of a newer API; undefined where no screen has it. */
export const findRoute = (name: string): Route | undefined => table.byName.get(name)

/** The row of a screen. */
export function routeOf(name: ScreenName): Route {
  const found = findRoute(name)
  if (!found) throw new Error(`no route is called ${name}`)
  return found
}

/** DEC-04: what a link's token may look like; nothing else in its place is asked of the server. */
const linkToken = /^[A-Za-z0-9_-]{8,64}$/

/** Percent-encoded letters of each segment decoded; null where they mean nothing. */
function decoded(segments: readonly string[]): string[] | null {
  try {
    return segments.map(decodeURIComponent)
  } catch {
    return null
  }
}

export interface AddressMatch {
  /** The screens that stand at the path: one, or several that the session tells apart (`Route.when`). */
  readonly screens: readonly Route[]
  /** Values of the path's parameters. */
  readonly params: Readonly<Record<string, string>>
}

/**
 * The screens at an address, read in any case, with slashes at its end and with letters written as numbers; null where none stands.
 * Shell and site server both ask here, so that a page is served as what it will show; the site names the table of the session's set.
 */
export function matchAddress(pathname: string, { paths }: RouteTable = table): AddressMatch | null {
  const given = decoded(segmentsOf(pathname))
  const match = given && paths.find(({ segments }) => segments.length === given.length
    && segments.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at]?.toLowerCase())))
  if (!given || !match) return null
  const params = Object.fromEntries(match.segments.flatMap((segment, at) => (isParameter(segment) ? [[segment.slice(1), given[at] ?? '']] : [])))
  if (params.guid !== undefined && !linkToken.test(params.guid)) return null
  return { screens: match.screens, params }
}
