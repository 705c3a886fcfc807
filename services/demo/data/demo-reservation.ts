import type { FleetReservationInput } from '@checkin/fleet'
import { bornYearsBefore, daysLater } from './dates.ts'
import type { DemoTenantId } from './demo-tenants.ts'
import type { DemoExtra } from './extras.ts'

/** A reservation as the rental company's system puts it through the fleet API; those of the demo name themselves and their extras. */
export type FleetReservation = FleetReservationInput & { readonly reference: string; readonly extras: readonly DemoExtra[] }

/** A reservation of the demo with the case that it shows. */
export interface DemoReservation {
  readonly tenant: DemoTenantId
  readonly title: string
  readonly reservation: FleetReservation
}

export interface Station {
  readonly place: string
  readonly timeZone: string
  /** What renters read of it; some say nothing, as a company may. */
  readonly station?: NonNullable<FleetReservationInput['checkOut']['station']>
}

export interface Trip {
  readonly today: string
  /** Days from today to the pick-up. */
  readonly inDays: number
  readonly days: number
  readonly from: Station
  readonly to: Station
  /** Local times HH:mm. */
  readonly pickUp: string
  readonly giveBack: string
}

const stop = (day: string, time: string, station: Station) => ({ dateAndTime: `${day}T${time}`, ...station })

/** Pick-up and return of a trip. */
export const stops = (trip: Trip) => ({
  checkOut: stop(daysLater(trip.today, trip.inDays), trip.pickUp, trip.from),
  checkIn: stop(daysLater(trip.today, trip.inDays + trip.days), trip.giveBack, trip.to),
  nrDays: trip.days,
})

/** The renter of nearly every demo reservation. */
export const maria = { name: 'Maria', surname: 'Silva', email: 'maria.silva@example.com' }

/** What the company has on file of a driver who has been here before; `number` makes licence and document differ between drivers. */
export const fullDriver = (today: string, who: { readonly name: string; readonly surname: string; readonly email: string }, age: number, number: number) => ({
  ...who, birthDate: bornYearsBefore(today, age), birthPlace: 'Coimbra',
  address: 'Rua da Alegria 27, 2.º Esq.', zipCode: '8000-138', city: 'Faro',
  countryId: 620,
  nationalityId: 620, mobileObj: { prefix: '351', phone: `91${2_340_000 + number}` }, taxNumber: '123456789',
  document: { idType: 'id-card', id: `1${2_345_670 + number}4ZY2`, issuePlace: 'Faro', issueDate: daysLater(today, -700), expiryDate: daysLater(today, 2900) },
  driverLicense: { id: `FA-${number}00123`, issuePlace: 'IMT Faro', issueDate: daysLater(today, -2400), expiryDate: daysLater(today, 3000), issueCountryId: 620 },
})
