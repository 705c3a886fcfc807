import { dayIn } from './dates.ts'
import { demoReservations } from './demo-reservations.ts'
import { demoTenants } from './demo-tenants.ts'

export { demoReservations, demoTenants }
export type { DemoReservation } from './demo-reservation.ts'

/** What matters of an answer of the fleet API. */
interface Stored {
  readonly reservation: { readonly checkOut: { readonly dateAndTime: string; readonly timeZone: string } }
}

/** Whether a stored demo reservation is worth nothing any more, because its pick-up day has passed where the car stands. */
export function replaceable(stored: unknown, now: Date): boolean {
  const { reservation: { checkOut } } = stored as Stored
  return checkOut.dateAndTime.slice(0, 10) < dayIn(now, checkOut.timeZone)
}
