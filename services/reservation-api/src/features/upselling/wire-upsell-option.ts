import type { UpsellOption } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import { decimalOf } from '../../pricing/decimal.ts'
import type { StoredReservation, UpgradeRow } from '../reservations/reservation-store.ts'
import { reservationTotals, wireSummary } from '../reservations/wire-summary.ts'
import { upgraded, upgradeExtraId } from './upgraded.ts'

/** An offer priced by the very rules that price the reservation once it is taken, so that the two never differ (DATA-08, P-11). */
export function wireUpsellOption(stored: StoredReservation, offer: UpgradeRow, language: Language): UpsellOption {
  const after = upgraded(stored, offer)
  const totals = reservationTotals(after)
  const paying = totals.lines.find(({ line }) => line.row.extra_id === upgradeExtraId)
  if (!paying) throw new Error('an upgrade has a line that pays for it')
  const { vehicle } = offer
  return {
    groupId: offer.group_id, groupName: vehicle.name, groupImageURL: vehicle.imageURL, seats: vehicle.seats, doors: vehicle.doors, fuel: vehicle.fuel,
    transmission: vehicle.transmission, co2: vehicle.co2, extras: wireSummary(after, language).extras,
    dailyDifference: decimalOf(offer.daily_difference_minor), dailyDifferenceWithTax: decimalOf(paying.price.unitWithTax),
    totalValue: decimalOf(paying.price.total.net), totalValueWithTax: decimalOf(paying.price.total.gross),
    finalReservationValue: decimalOf(totals.cashier.preview),
  }
}
