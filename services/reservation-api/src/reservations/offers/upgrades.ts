import type { UpsellOption } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import { decimalOf, type Minor } from '../../pricing/money.ts'
import { isPeriod } from '@checkin/api/period-type'
import { areAgesAllowed } from '@checkin/driver-rules'
import type { ExtraRow, StoredReservation, UpgradeRow } from '../reservation-store.ts'
import { ExtraDetails } from '../stored-documents.ts'
import { reservationTotals, wireSummary } from '../wire-summary.ts'
import { offerMessages } from './messages.ts'

/** The line by which an upgrade is paid; the company's system uses the same id. */
export const upgradeExtraId = 'UPGRADE'

const noDetails = ExtraDetails.parse({})

/** Whether the renter has a higher group already (OFFERS-29, DEC-73). */
export const isUpgraded = ({ extras }: StoredReservation): boolean =>
  extras.some((row) => row.is_accepted && isPeriod(row.rate_period_type, 'DaysUpselling'))

/** Whether every saved driver is of an age for the offered group (DEC-98). */
export const isForSavedDrivers = ({ row, driver, addDriver }: StoredReservation, { vehicle }: Pick<UpgradeRow, 'vehicle'>): boolean =>
  areAgesAllowed([driver, addDriver].flatMap((each) => each?.birth_date ?? []), row.check_out_at.slice(0, 10), vehicle)

/** Higher groups that the company offers still: none for an upgraded reservation or one with an agreement, none that is no step up (OFFERS-31). */
function higherGroups(stored: StoredReservation, offers: readonly UpgradeRow[]): readonly UpgradeRow[] {
  if (isUpgraded(stored) || stored.row.has_rental_agreement) return []
  return offers.filter((offer) => offer.group_id !== stored.row.vehicle.groupId && offer.daily_difference_minor > 0)
}

/** What may be taken of a group: its offer; nothing, as there is none; or nothing, as a saved driver may not drive it. */
export type FoundOffer = { readonly kind: 'open'; readonly offer: UpgradeRow } | { readonly kind: 'unknown' | 'age-not-allowed' }

/** The offer of a group by its id (DEC-98). */
export function findOffer(stored: StoredReservation, offers: readonly UpgradeRow[], groupId: string | undefined): FoundOffer {
  const offer = higherGroups(stored, offers).find((each) => each.group_id === groupId)
  if (!offer) return { kind: 'unknown' }
  return isForSavedDrivers(stored, offer) ? { kind: 'open', offer } : { kind: 'age-not-allowed' }
}

/** Higher groups that the renter may still take: those whose ages every saved driver meets (DEC-98). */
export const openOffers = (stored: StoredReservation, offers: readonly UpgradeRow[]): readonly UpgradeRow[] =>
  higherGroups(stored, offers).filter((offer) => isForSavedDrivers(stored, offer))

/** An upgrade is a line like any other: so many days at the group's difference (P-11). */
function upgradeLine(offer: UpgradeRow): ExtraRow {
  const called = ({ Upgrade }: { readonly Upgrade: string }) => Upgrade.replace('{{group}}', () => offer.vehicle.name)
  const { en, ...others } = offerMessages
  return {
    tenant_id: offer.tenant_id, reservation_id: offer.reservation_id, extra_id: upgradeExtraId,
    description: called(en), observations: null,
    translations: Object.fromEntries(Object.entries(others).map(([language, messages]) => [language, { description: called(messages), observations: null }])),
    category: null, rate_period_type: 'DaysUpselling', order_to_show: 1,
    value_minor: offer.daily_difference_minor, tax_rate: offer.tax_rate, tax_id: null, discount_rate: 0, quantity: 1, included_quantity: 0, units: 1,
    is_accepted: true, is_included: false, flags: ['isToTranslate'], accepted_at: null, details: noDetails,
  }
}

/** The reservation with a higher group: its vehicle, and the line that pays for it. */
export function upgraded(stored: StoredReservation, offer: UpgradeRow): StoredReservation {
  const others = stored.extras.filter((row) => row.extra_id !== upgradeExtraId)
  return { ...stored, row: { ...stored.row, vehicle: offer.vehicle }, extras: [...others, upgradeLine(offer)] }
}

/** An offer priced by the very rules that price the reservation once it is taken, so that the two never differ (DATA-08, P-11). */
export function wireUpsellOption(stored: StoredReservation, offer: UpgradeRow, language: Language): UpsellOption {
  const after = upgraded(stored, offer)
  const totals = reservationTotals(after)
  const paying = totals.lines.find(({ line }) => line.row.extra_id === upgradeExtraId)
  if (!paying) throw new Error('an upgrade has a line that pays for it')
  const { vehicle } = offer
  const amount = (minor: Minor): number => decimalOf(minor, stored.currency)
  return {
    groupId: offer.group_id, groupName: vehicle.name, groupImageURL: vehicle.imageURL, seats: vehicle.seats, doors: vehicle.doors, fuel: vehicle.fuel,
    transmission: vehicle.transmission, co2: vehicle.co2, extras: wireSummary(after, language).extras,
    dailyDifference: amount(offer.daily_difference_minor), dailyDifferenceWithTax: amount(paying.price.unitWithTax),
    totalValue: amount(paying.price.total.net), totalValueWithTax: amount(paying.price.total.gross),
    finalReservationValue: amount(totals.cashier.preview),
  }
}
