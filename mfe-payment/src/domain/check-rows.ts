import type { Driver, Reservation } from '@checkin/api'

/** A part of the rental that has a screen of its own (DEC-184). */
export type Section = 'driver' | 'document' | 'licence' | 'additional-driver' | 'offer-driver' | 'vehicle' | 'extras'

export interface CheckRow {
  readonly section: Section
  /** What is on file, numbers masked; null where nothing is. */
  readonly text: string | null
  readonly canChange: boolean
}

/** What the tenant and the reservation still allow, as the flow decides it. */
export interface Allowed {
  readonly canAddDriver: boolean
  readonly canUpgrade: boolean
  readonly hasExtras: boolean
}

const shownSigns = 3

/** The last three signs of a number, so that it can be recognised and not read off (DEC-184). */
export const maskedNumber = (number: string | null | undefined): string | null => {
  const bare = number?.replace(/\s/g, '') ?? ''
  return bare === '' ? null : `•••• ${bare.length > shownSigns ? bare.slice(-shownSigns) : ''}`.trimEnd()
}

const nameOf = (driver: Driver | null): string | null => [driver?.name, driver?.surname].filter(Boolean).join(' ') || null

/** What a renter checks before paying, in the order in which it is given (DEC-184). */
export function checkRows({ reservation, driver, addDriver }: { readonly reservation: Reservation; readonly driver: Driver | null; readonly addDriver: Driver | null }, { canAddDriver, canUpgrade, hasExtras }: Allowed): readonly CheckRow[] {
  const main = driver ?? reservation.driver
  const second = nameOf(addDriver ?? reservation.addDriver)
  return [
    { section: 'driver', text: nameOf(main), canChange: true },
    { section: 'document', text: maskedNumber(main?.document?.id), canChange: true },
    { section: 'licence', text: maskedNumber(main?.driverLicense?.id), canChange: true },
    ...(second === null ? (canAddDriver ? [{ section: 'offer-driver', text: null, canChange: true } as const] : []) : [{ section: 'additional-driver', text: second, canChange: true } as const]),
    { section: 'vehicle', text: reservation.vehicle.vehicle, canChange: canUpgrade },
    ...(hasExtras ? [{ section: 'extras', text: null, canChange: true } as const] : []),
  ]
}
