import { isPeriod } from '../../pricing/listing-order.ts'
import type { ExtraRow, StoredReservation, UpgradeRow } from '../reservations/reservation-store.ts'
import { ExtraDetails } from '../reservations/stored-documents.ts'
import en from './locales/en.json' with { type: 'json' }
import fr from './locales/fr.json' with { type: 'json' }
import pt from './locales/pt.json' with { type: 'json' }

/** The line by which an upgrade is paid; the company's system uses the same id. */
export const upgradeExtraId = 'UPGRADE'

const noDetails = ExtraDetails.parse({})

/** Whether the renter has a higher group already (OFFERS-29, DEC-73). */
export const isUpgraded = ({ extras }: StoredReservation): boolean =>
  extras.some((row) => row.is_accepted && isPeriod(row.rate_period_type, 'DaysUpselling'))

/** Higher groups that may still be taken: none for an upgraded reservation or one with an agreement, none that is no step up (OFFERS-31). */
export function openOffers(stored: StoredReservation, offers: readonly UpgradeRow[]): readonly UpgradeRow[] {
  if (isUpgraded(stored) || stored.row.has_rental_agreement) return []
  return offers.filter((offer) => offer.group_id !== stored.row.vehicle.groupId && offer.daily_difference_minor > 0)
}

/** An upgrade is a line like any other: so many days at the group's difference (P-11). */
function upgradeLine(offer: UpgradeRow): ExtraRow {
  const called = (sentence: string) => sentence.replace('{{group}}', offer.vehicle.name)
  return {
    tenant_id: offer.tenant_id, reservation_id: offer.reservation_id, extra_id: upgradeExtraId,
    description: called(en.Upgrade), observations: null,
    translations: { pt: { description: called(pt.Upgrade), observations: null }, fr: { description: called(fr.Upgrade), observations: null } },
    category: null, rate_period_type: 'DaysUpselling', order_to_show: 1,
    value_minor: offer.daily_difference_minor, tax_rate: offer.tax_rate, tax_id: null, discount_rate: 0, quantity: 1, units: 1,
    is_accepted: true, is_included: false, flags: ['isToTranslate'], accepted_at: null, details: noDetails,
  }
}

/** The reservation with a higher group: its vehicle, and the line that pays for it. */
export function upgraded(stored: StoredReservation, offer: UpgradeRow): StoredReservation {
  const others = stored.extras.filter((row) => row.extra_id !== upgradeExtraId)
  return { ...stored, row: { ...stored.row, vehicle: offer.vehicle }, extras: [...others, upgradeLine(offer)] }
}
