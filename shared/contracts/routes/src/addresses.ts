import type { ModuleName } from './route-row.ts'
import { routes, type Route, type RouteName } from './route-table.ts'

/** DEC-04: what a link's token may look like; nothing else in its place is asked of the server. */
const linkToken = /^[A-Za-z0-9_-]{8,64}$/

const segmentsOf = (path: string): string[] => path.replace(/^\/|\/+$/g, '').split('/')
const isParameter = (segment: string): boolean => segment.startsWith(':')

/** Literal paths before those with parameters: the names of screens may look like a link. */
const paths = [...new Set(routes.map(({ path }) => path))]
  .map((path) => ({ path, segments: segmentsOf(path) }))
  .sort((one, other) => one.segments.filter(isParameter).length - other.segments.filter(isParameter).length)

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
 * Shell and site server both ask here, so that a page is served as what it will show.
 */
export function matchAddress(pathname: string): AddressMatch | null {
  const given = decoded(segmentsOf(pathname))
  const match = given && paths.find(({ segments }) => segments.length === given.length
    && segments.every((segment, at) => (isParameter(segment) ? given[at] !== '' : segment === given[at]?.toLowerCase())))
  if (!given || !match) return null
  const params = Object.fromEntries(match.segments.flatMap((segment, at) => (isParameter(segment) ? [[segment.slice(1), given[at] ?? '']] : [])))
  if (params.guid !== undefined && !linkToken.test(params.guid)) return null
  return { screens: routes.filter(({ path }) => path === match.path), params }
}

/** What an address says about its page before anything of a session is known. */
export interface PageFacts {
  readonly document: Route['document']
  /** The module that brings the screen; null where none stands or the session decides between modules. */
  readonly module: ModuleName | null
  /** The screen with which every tab without a session begins, where it is pre-rendered. */
  readonly preRendered: RouteName | null
  readonly isProviderReturn: boolean
}

const unknown: PageFacts = { document: 'plain', module: null, preRendered: null, isProviderReturn: false }

/** What the site serves at an address. Screens that share a path share these facts, but for the module (tested). */
export function pageAt(pathname: string): PageFacts {
  const screens = matchAddress(pathname)?.screens ?? []
  const [first] = screens
  if (!first) return unknown
  return {
    document: first.document,
    module: screens.every(({ module }) => module === first.module) ? first.module : null,
    preRendered: first.preRendered ? first.name : null,
    isProviderReturn: first.providerReturn,
  }
}
