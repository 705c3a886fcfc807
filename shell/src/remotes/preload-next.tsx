import { routeOf, type ModuleName, type ScreenName } from '@checkin/routes'
import { combine } from 'effector'
import { useUnit } from 'effector-react'
import { useEffect, type ReactNode } from 'react'
import { $listsLoaded } from '../config/lists.model.ts'
import { $hasOffers } from '../flow/offers.model.ts'
import { $served } from '../navigation/page-document.model.ts'
import { $visit } from '../navigation/visit.model.ts'
import { $restoring } from '../session/restore.model.ts'
import { useRemoteLoader } from './mount-step.tsx'

/** How the module of the likely next screen is loaded ahead. */
export interface Preload {
  /** `run`: loaded and run, the next screen renders at once. `fetch`: into the browser's cache only, its screens need a full page load, or others come before them. */
  readonly kind: 'run' | 'fetch'
  readonly module: ModuleName
  /** Address of the document that is loaded for it. */
  readonly opens?: string
}

/**
 * What to load ahead while the renter fills in a screen; null on payment pages, whose documents load nobody else's code. To run a module
 * takes a phone some tenths of a second in one piece: not while a reservation is looked for and a code typed, with the reservation still to be read (DEC-305).
 */
export function preloadFor(name: ScreenName, hasOffers: boolean): Preload | null {
  const { likelyNext, needs } = routeOf(name)
  if (likelyNext === null) return null
  const { module, document, path } = routeOf(hasOffers ? likelyNext.withOffers : likelyNext.otherwise)
  if (document === 'payment') return { kind: 'fetch', module, opens: path }
  return { kind: needs === 'reservation' ? 'run' : 'fetch', module }
}

const $preload = combine($visit, $hasOffers, (visit, hasOffers) => visit && preloadFor(visit.name, hasOffers))

/** The module of the address that this page was opened at, while the reservation of the tab's session is on its way: nothing else is decided before. */
export const $awaited = combine($restoring, $served, (restoring, served) => (restoring === 'pending' ? served?.module ?? null : null))

/** What the browser reports about the connection, where it reports anything. */
interface Connection {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** A renter who saves data, or hardly has a connection, loads what is on the screen and nothing ahead. */
export function mayLoadAhead(connection = Reflect.get(navigator, 'connection') as Connection | undefined): boolean {
  return connection?.saveData !== true && !/2g$/.test(connection?.effectiveType ?? '')
}

const whenIdle = (work: () => void): (() => void) => {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(work, 500)
    return () => { clearTimeout(timer) }
  }
  const handle = requestIdleCallback(work)
  return () => { cancelIdleCallback(handle) }
}

/**
 * Loads the next screen's module in an idle moment, once the screen and its lists are there. Before any screen is there it loads the module
 * of the page's own address, whose code runs while the server answers: an overview comes by a full page load, and phones take longest for that.
 * A document that comes next is marked, so that browsers that know how ask for it meanwhile; the link is nobody's to see or to use.
 */
export function PreloadNext(): ReactNode {
  const loader = useRemoteLoader()
  const [preload, listsLoaded, awaited] = useUnit([$preload, $listsLoaded, $awaited])
  const { kind, module, opens }: Partial<Preload> = (listsLoaded && mayLoadAhead() && preload) || {}
  useEffect(() => module && whenIdle(() => void (kind === 'run' ? loader.prepare(module) : loader.fetchAhead(module))), [loader, kind, module])
  useEffect(() => {
    if (awaited !== null) void loader.prepare(awaited)
  }, [loader, awaited])
  return opens && <a className="ck-hidden" href={opens} data-ahead="" aria-hidden="true" tabIndex={-1} />
}
