import type { StoredReservation } from '../reservations/reservation-store.ts'

const isAddDriver = ({ flags }: StoredReservation['extras'][number]): boolean => flags.includes('isAddDriver')

/** The line that an additional driver is priced by; null when the reservation has none. */
export const addDriverLine = ({ extras }: StoredReservation) => extras.find(isAddDriver) ?? null
