import type { ReservationUpdate } from '@checkin/api'
import type { Minor } from '../pricing/money.ts'
import { chooseExtras, type ExtraChange } from '../reservations/offers/choose-extras.ts'
import type { StoredReservation, UpgradeRow } from '../reservations/reservation-store.ts'
import { findOffer, isUpgraded, upgraded, type FoundOffer } from '../reservations/offers/upgrades.ts'

/** What an update asks for, read by the rules: the reservation as it would stand, and in what it differs. */
export interface UpdatePlan {
  readonly kind: 'planned'
  readonly next: StoredReservation
  readonly upgrade: UpgradeRow | null
  readonly changes: readonly ExtraChange[]
  /** Group of the upgrade that is taken back by the ticket; null for none (DEC-282). */
  readonly withdrawnUpgrade: { readonly groupId: string } | null
  /** What goes back of which payment because of it, in minor units. */
  readonly refunds: readonly { readonly paymentId: string; readonly amountMinor: Minor }[]
  /** Whether this update is the one that completes. */
  readonly completes: boolean
}
export type Planned = UpdatePlan
  /** `code` says why: a rule of changes, or a saved driver's age (DEC-98). */
  | { readonly kind: 'refused'; readonly code: 'CannotUpdate' | 'AgeNotAllowed'; readonly data: Readonly<Record<string, unknown>> | null }

const refused = (data: Readonly<Record<string, unknown>>, code: 'CannotUpdate' | 'AgeNotAllowed' = 'CannotUpdate'): Planned => ({ kind: 'refused', code, data })

/** Whether the rental itself would change: its vehicle or its lines. */
export const changesRental = ({ upgrade, changes }: UpdatePlan): boolean => upgrade !== null || changes.length > 0

/** Whether anything at all would change. */
export const isChange = (plan: UpdatePlan): boolean => changesRental(plan) || plan.completes

/** The offer that an update takes; null for none, also when the reservation has that group already: an update may be sent twice. */
function offerOf(
  stored: StoredReservation, offers: readonly UpgradeRow[], { reservation, hasClickedUpgrade }: ReservationUpdate,
): FoundOffer | null {
  if (!hasClickedUpgrade) return null
  const groupId = reservation.vehicle?.groupId
  if (isUpgraded(stored) && (groupId ?? stored.row.vehicle.groupId) === stored.row.vehicle.groupId) return null
  return findOffer(stored, offers, groupId)
}

/**
 * Reads an update. The group of the vehicle, ids, quantities and events of extras and the two flags are all that counts of it; prices, totals
 * and flags of lines are the server's (DEC-23).
 */
export function planUpdate(stored: StoredReservation, offers: readonly UpgradeRow[], update: ReservationUpdate): Planned {
  const found = offerOf(stored, offers, update)
  const asked = { groupId: update.reservation.vehicle?.groupId ?? null }
  if (found?.kind === 'unknown') return refused(asked)
  if (found?.kind === 'age-not-allowed') return refused(asked, 'AgeNotAllowed')
  const upgrade = found?.kind === 'open' ? found.offer : null
  const withGroup = upgrade ? upgraded(stored, upgrade) : stored
  const chosen = chooseExtras(withGroup.extras, update.extras)
  if (chosen.kind === 'refused') return refused({ extraID: chosen.extraId })
  const { extras, changes } = chosen
  return { kind: 'planned', next: { ...withGroup, extras }, upgrade, changes, withdrawnUpgrade: null, refunds: [], completes: update.hasCompletedReservation && !stored.row.is_completed }
}
