import type { FleetReservationInput } from '@checkin/fleet'
import type { Booking } from '../pages/renter.ts'
import type { Tenant } from '../support/addresses.ts'
import { fleetReservation, putReservation } from '../support/fleet.ts'
import { ownReservation } from '../support/own-reservation.ts'
import { readyRenter } from '../support/ready-renter.ts'

/** What the company holds of a reservation. */
export interface Held {
  readonly terms: boolean
  readonly driver: boolean
  readonly additional: boolean
  readonly upgraded: boolean
  readonly completed: boolean
  readonly signed: boolean
}

interface KindOfReservation {
  /** Whose; Costa Verde's where none is named. */
  readonly tenant?: Tenant
  /** The demo reservation that it is a copy of. */
  readonly like: string
  readonly change?: Partial<FleetReservationInput>
  /** Terms agreed to and the main driver's data given beforehand, by the API. */
  readonly isReady?: boolean
  /** What the company holds at the beginning. */
  readonly holds: Partial<Held>
}

const ready = { isReady: true, holds: { terms: true, driver: true } } as const
const completed = { change: { isCompleted: true }, isReady: true, holds: { terms: true, driver: true, completed: true } } as const

/** The reservations that renters walk with: each opens transitions that others cannot reach. */
export const kinds = {
  usual: { like: 'CV1001', holds: {} },
  ready: { like: 'CV1001', ...ready },
  onePage: { tenant: 'norte', like: 'NO4001', ...ready },
  nothingDue: { like: 'CV1003', ...ready },
  noUpgrades: { like: 'CV1007', ...ready },
  hasBoth: { like: 'CV1005', isReady: true, holds: { terms: true, driver: true, additional: true, upgraded: true } },
  noAddress: { like: 'CV1010', change: { customer: { name: 'Jonas', surname: 'Müller-Lüdenscheidt', email: null } }, holds: {} },
  nothingOnFile: { like: 'CV1001', change: { customer: { name: 'Maria', surname: 'Silva', email: null } }, holds: {} },
  tooYoung: { like: 'CV1010', holds: {} },
  undesirable: { like: 'CV1008', holds: {} },
  agreement: { like: 'CV1002', holds: {} },
  checkedIn: { like: 'CV1009', ...completed },
  checkedInNoUpgrades: { like: 'CV1007', ...completed },
  checkedInHasBoth: { like: 'CV1005', change: { isCompleted: true }, isReady: true, holds: { terms: true, driver: true, additional: true, upgraded: true, completed: true } },
  notEligible: { like: 'CV1009', change: { isCompleted: true, isPrecheckoutEligible: false }, isReady: true, holds: { terms: true, driver: true, completed: true } },
} as const satisfies Readonly<Record<string, KindOfReservation>>

export type Kind = keyof typeof kinds

/** A reservation of one's own of a kind. */
export async function bookingOf(kind: Kind): Promise<Booking> {
  const { tenant = 'costaverde', like, change, isReady }: KindOfReservation = kinds[kind]
  const booking = await ownReservation(tenant, like, { ...change, ...(isReady && change?.isCompleted && { isCompleted: false }) })
  if (isReady) {
    await readyRenter(booking)
    if (change) await companyChanges(booking, change)
  }
  return booking
}

/** Day of the pick-up, YYYY-MM-DD. */
export async function pickUpDay({ tenant, reference }: Booking): Promise<string> {
  return (await fleetReservation(tenant, reference)).reservation.checkOut.dateAndTime.slice(0, 10)
}

/** The company's own system changes the reservation while a renter is at it. */
export async function companyChanges({ tenant, reference }: Booking, change: Partial<FleetReservationInput>): Promise<void> {
  const { reservation } = await fleetReservation(tenant, reference)
  await putReservation(tenant, reference, { ...reservation, ...change })
}

/** The company loses the main driver's telephone number: something is missing again (DEC-95). */
export async function companyLosesTelephone(booking: Booking): Promise<void> {
  const { reservation } = await fleetReservation(booking.tenant, booking.reference)
  if (!reservation.driver) throw new Error('there is no driver yet')
  await companyChanges(booking, { driver: { ...reservation.driver, mobileObj: null } })
}

/** Another renter, whose e-mail address belongs to another driver on file. */
export async function somebodyElse(): Promise<Booking> {
  const booking = await ownReservation('costaverde', 'CV1001', { driver: { name: 'Ana', surname: 'Reis' } })
  await readyRenter(booking)
  return booking
}
