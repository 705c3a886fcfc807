import type { CommonKey } from '@checkin/i18n'
import type { RouteName } from '@checkin/remote'

/** The stops of the lane, in the order of the road. */
export const laneStops = ['find', 'confirm', 'about', 'documents', 'offers', 'review', 'ready'] as const
export type LaneStopId = (typeof laneStops)[number]

/** Words of a stop. */
export const stopKey = (id: LaneStopId): CommonKey => `Lane.${id}`

/** Which stop a screen belongs to; a screen off the road has none. */
const stopOfRoute: Readonly<Record<RouteName, LaneStopId | null>> = {
  'verify-reservation': 'find',
  'verify-guid': 'find',
  'verify-code': 'confirm',
  reservation: 'about',
  'verify-driver': 'about',
  'driver-details': 'about',
  'driver-contact': 'about',
  'driver-document': 'documents',
  'driver-document-license': 'documents',
  'additional-driver': 'offers',
  upselling: 'offers',
  'add-extras': 'offers',
  extras: 'offers',
  overview: 'review',
  'overview-precheckout': 'review',
  paymentLog: 'review',
  paymentCancel: 'review',
  'precheckout-guid': 'find',
  precheckout: 'review',
  'precheckout-steps': 'review',
  'rental-agreement': 'review',
  'verify-damages': 'ready',
  'verify-km': 'ready',
  'verify-fuel': 'ready',
  complete: 'ready',
  'complete-rental-agreement': 'ready',
  'complete-rental-agreement-no-payment': 'ready',
  'complete-signed': 'ready',
  'test-token': null,
}

/** What the lane needs to know besides the screen. */
export interface LaneSituation {
  /** Anything to offer: another driver, an upgrade or extras. Without, the road has no such stop. */
  readonly hasOffers: boolean
  /** The renter enters the additional driver: the same screens, but further down the road. */
  readonly forAdditionalDriver: boolean
}

/** The stops that this renter passes and the position of the current one; null where there is no road. */
export function laneFor(route: RouteName, { hasOffers, forAdditionalDriver }: LaneSituation): { readonly stops: readonly LaneStopId[]; readonly current: number } | null {
  const own = stopOfRoute[route]
  if (own === null) return null
  const stop = forAdditionalDriver && (own === 'about' || own === 'documents') && route !== 'reservation' ? 'offers' : own
  const stops = laneStops.filter((id) => id !== 'offers' || hasOffers || stop === 'offers')
  return { stops, current: stops.indexOf(stop) }
}
