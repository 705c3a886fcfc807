import type { Config, Country, DocumentType, ModuleStatus, Reservation } from '@checkin/api'
import type { InvitedTrip } from '@checkin/api/invitation'
import { ageWindow, ageYears, type AgeWindow, type AgeYears, type DriverFacts, type Upload } from '@checkin/driver-rules'
import { todayIn, type PlainDate } from '@checkin/forms'
import { $config, $fieldRules, $lists, $moduleStatus, $reservation, $secondLicenceRules, stepTags } from '@checkin/flow'
import { combine } from 'effector'
import { $invitedTrip } from '../invitation/invited-trip.ts'

/** What the forms need to know of the reservation. All days are the rental location's own. */
export interface Trip {
  readonly reservation: string
  readonly pickUp: PlainDate
  readonly dropOff: PlainDate
  readonly ages: AgeWindow
  /** The same in full years at pick-up. */
  readonly years: AgeYears
}

/** What the rules of every form here depend on; the rules are those of the driver whose turn it is. */
export interface Facts extends Omit<DriverFacts, 'today'> {
  readonly trip: Trip | null
  /** The tenant lets the zone of a document be read on the renter's own device. */
  readonly isScanAvailable: boolean
  /** A driver may begin with pictures of the documents (DEC-176); where they cannot be read, they are asked for later alone. */
  readonly isScanFirst: boolean
  readonly countries: readonly Country[]
  readonly documentTypes: readonly DocumentType[]
  readonly timeZone: string | undefined
}

const dayOf = (moment: string): PlainDate => moment.slice(0, 10)

/** The trip of a loaded reservation. Check-out is the pick-up, check-in the return (DEC-01). */
function tripOf({ reservation, checkOut, checkIn, vehicle }: Reservation): Trip {
  const pickUp = dayOf(checkOut.dateAndTime)
  return { reservation, pickUp, dropOff: dayOf(checkIn.dateAndTime), ages: ageWindow(pickUp, vehicle), years: ageYears(vehicle) }
}

/** The same of an invited driver, who knows no reservation. */
function invitedTripOf({ reservation, checkOut, checkIn, minAge, maxAge }: InvitedTrip): Trip {
  const pickUp = dayOf(checkOut.dateAndTime)
  const vehicle = { groupMinAge: minAge, groupMaxAge: maxAge }
  return { reservation, pickUp, dropOff: dayOf(checkIn.dateAndTime), ages: ageWindow(pickUp, vehicle), years: ageYears(vehicle) }
}

/** Images are accepted where the tenant takes them and the reservation's upload step is not switched off (DEC-30, DEC-71). */
function uploadOf(config: Config | null, status: readonly ModuleStatus[] | null): Upload {
  const step = [...(status ?? []), ...(config?.modules ?? [])].find(({ viewTag }) => viewTag === stepTags.upload)
  const isAvailable = (config?.isUploadAvailable ?? false) && step?.isEnabled !== false
  return { isAvailable, isMandatory: isAvailable && (config?.isUploadMandatory ?? false) }
}

export const $facts = combine(
  { config: $config, status: $moduleStatus, lists: $lists, rules: $fieldRules, secondRules: $secondLicenceRules, loaded: $reservation, invited: $invitedTrip },
  ({ config, status, lists, rules, secondRules, loaded, invited }): Facts => ({
    trip: invited ? invitedTripOf(invited) : loaded && tripOf(loaded.reservation),
    // An invited driver is an additional one, whatever this tab was about before (DEC-209).
    rules: invited ? lists.fields?.additional ?? null : rules,
    secondRules,
    upload: invited ? { isAvailable: invited.takesPictures, isMandatory: invited.takesPictures && (config?.isUploadMandatory ?? false) } : uploadOf(config, status),
    isScanAvailable: config?.isDocumentScanAvailable ?? false,
    isScanFirst: (config?.isDocumentScanAvailable ?? false) && config?.driverEntry === 'scan',
    countries: lists.countries ?? [],
    documentTypes: lists.documentTypes ?? [],
    timeZone: config?.timeZone,
  }),
)

/** With today at the rental location: asked whenever rules are applied, so that a page left open over midnight is right. */
export const factsToday = (facts: Facts): Facts & DriverFacts => ({ ...facts, today: todayIn(facts.timeZone) })

/** Code of the currency of a fee. */
export const $currency = $config.map((config) => config?.currency ?? 'EUR')
