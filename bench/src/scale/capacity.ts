/** What was measured of one check-in and one reservation, and what is assumed of a year (docs/capacity.md says where each value comes from). */
export interface CapacityInputs {
  /** Of one check-in, by the service that spends them. */
  readonly processorSeconds: Readonly<Record<string, number>>
  readonly calls: number
  readonly mails: number
  readonly walBytes: number
  /** First screen and what a browser asks for later, of a renter who comes for the first time. */
  readonly bytesToRenter: number
  readonly bytesFromRenter: number
  /** Of a reservation with its related rows and indexes, while its renter is known and once nobody is. */
  readonly reservationBytes: { readonly known: number; readonly erased: number }
  /** Sealed pictures and documents outside the database. */
  readonly fileBytes: { readonly pictures: number; readonly documents: number }
}

/** What nobody measured: how a year, a day and an hour are shared out, and how far a processor may be used. */
export interface CapacityAssumptions {
  /** Part of a year's check-ins in its busiest month. */
  readonly busiestMonth: number
  /** How much more the busiest day has than a day of that month. */
  readonly busiestDay: number
  /** Part of a day's check-ins in its busiest hour. */
  readonly busiestHour: number
  /** How much more the busiest minute has than a minute of that hour. */
  readonly busiestMinute: number
  /** Part of all reservations whose renters check in at home. */
  readonly takeUp: number
  /** Part of a processor that is used at the peak, so that a process or a machine may fail. */
  readonly processorUse: number
  readonly years: number
  readonly personalDataDays: number
  readonly pictureDays: number
}

export const assumptions: CapacityAssumptions = { busiestMonth: 0.18, busiestDay: 1.4, busiestHour: 0.12, busiestMinute: 2, takeUp: 0.6, processorUse: 0.5, years: 5, personalDataDays: 365, pictureDays: 42 }

/** What a year of so many check-ins needs. */
export interface Capacity {
  readonly peakHour: number
  readonly peakSecond: number
  readonly callsPerSecond: number
  /** Processors by service, so that none is used more than it may be. */
  readonly processors: Readonly<Record<string, number>>
  readonly mailsPerHour: number
  readonly megabitsToRenters: number
  readonly walMegabytesPerHour: number
  readonly databaseGigabytes: number
  readonly fileGigabytes: number
}

const daysOfMonth = 30.4
const digits = (value: number): number => Number(value.toPrecision(2))

/** What so many check-ins a year need at their busiest minute, and on disk once rows of all years are there. */
export function capacityFor(checkInsAYear: number, inputs: CapacityInputs, assumed: CapacityAssumptions = assumptions): Capacity {
  const peakHour = checkInsAYear * assumed.busiestMonth / daysOfMonth * assumed.busiestDay * assumed.busiestHour
  const peakSecond = peakHour / 3600 * assumed.busiestMinute
  const reservationsAYear = checkInsAYear / assumed.takeUp
  const knownYears = Math.min(assumed.personalDataDays / 365, assumed.years)
  const database = reservationsAYear * (inputs.reservationBytes.known * knownYears + inputs.reservationBytes.erased * (assumed.years - knownYears))
  const files = checkInsAYear * (inputs.fileBytes.pictures * assumed.pictureDays / 365 + inputs.fileBytes.documents * assumed.years)
  return {
    peakHour: digits(peakHour), peakSecond: digits(peakSecond), callsPerSecond: digits(peakSecond * inputs.calls),
    processors: Object.fromEntries(Object.entries(inputs.processorSeconds).map(([name, seconds]) => [name, digits(peakSecond * seconds / assumed.processorUse)])),
    mailsPerHour: digits(peakHour * inputs.mails), megabitsToRenters: digits(peakSecond * inputs.bytesToRenter * 8 / 1e6), walMegabytesPerHour: digits(peakHour * inputs.walBytes / 1e6),
    databaseGigabytes: digits(database / 1e9), fileGigabytes: digits(files / 1e9),
  }
}
