import type { ModuleName, RouteName } from '@checkin/remote'
import { routeOf } from '../routes/route-table.ts'

/** How the module of the likely next screen is got ready. */
export type Preparation =
  /** Loaded and run: the next screen is drawn at once. */
  | { readonly kind: 'run'; readonly module: ModuleName }
  /** Fetched only: its screens open a document of their own, which finds the files in the browser's cache. */
  | { readonly kind: 'fetch'; readonly module: ModuleName }

/** The screen that most renters see next where another module brings it; others wait until somebody goes there. */
const likelyNext: Partial<Record<RouteName, (hasOffers: boolean) => RouteName>> = {
  'verify-reservation': () => 'verify-driver',
  'verify-guid': () => 'verify-driver',
  'verify-code': () => 'verify-driver',
  reservation: () => 'verify-driver',
  'verify-driver': (hasOffers) => (hasOffers ? 'upselling' : 'overview'),
  'driver-details': (hasOffers) => (hasOffers ? 'upselling' : 'overview'),
  'driver-contact': (hasOffers) => (hasOffers ? 'upselling' : 'overview'),
  'driver-document': (hasOffers) => (hasOffers ? 'upselling' : 'overview'),
  'driver-document-license': (hasOffers) => (hasOffers ? 'upselling' : 'overview'),
  'additional-driver': () => 'overview',
  upselling: () => 'overview',
  'add-extras': () => 'overview',
  extras: () => 'overview',
}

/** What to get ready while the renter fills in a screen; null on payment pages, whose documents load nobody else's code. */
export function preparationFor(route: RouteName, hasOffers: boolean): Preparation | null {
  const next = likelyNext[route]?.(hasOffers)
  if (next === undefined) return null
  const { module, scripts } = routeOf(next)
  return { kind: scripts === 'card' ? 'fetch' : 'run', module }
}
