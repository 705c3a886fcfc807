import { dayIn } from './dates.ts'
import { demoReservations } from './demo-reservations.ts'
import { demoTenants } from './demo-tenants.ts'

export { demoReservations, demoTenants }
export type { DemoReservation } from './demo-reservation.ts'

/** Whether a stored demo reservation is worth nothing any more, because its pick-up day has passed where the car stands. */
export const replaceable = ({ reservation: { checkOut } }: Stored, now: Date): boolean => checkOut.dateAndTime.slice(0, 10) < dayIn(now, checkOut.timeZone)

/** What matters of an answer of the fleet API. */
interface Stored {
  readonly reservation: { readonly checkOut: { readonly dateAndTime: string; readonly timeZone: string } }
}
