import type { ModuleName } from './route-row.ts'
import { matchAddress, type Route, type RouteTable } from './route-table.ts'

/** What an address says about its page before anything of a session is known. */
export interface PageFacts {
  readonly document: Route['document']
  /** The module that brings the screen; null where none stands or the session decides between modules. */
  readonly module: ModuleName | null
  /** The screen with which every tab without a session begins, where it is pre-rendered. */
  readonly preRendered: string | null
  readonly isProviderReturn: boolean
  /** The page calls the API before anybody touches it: for a session, a link's token or a provider's answer. */
  readonly callsAtOnce: boolean
}

const unknown: PageFacts = { document: 'plain', module: null, preRendered: null, isProviderReturn: false, callsAtOnce: false }

/** What the site serves at an address. Screens that share a path share these facts, but for the module (tested). */
export function pageAt(pathname: string, table?: RouteTable): PageFacts {
  const screens = matchAddress(pathname, table)?.screens ?? []
  const [first] = screens
  if (!first) return unknown
  return {
    document: first.document,
    module: screens.every(({ module }) => module === first.module) ? first.module : null,
    preRendered: first.preRendered ? first.name : null,
    isProviderReturn: first.providerReturn,
    callsAtOnce: !first.preRendered || first.link || first.providerReturn,
  }
}
