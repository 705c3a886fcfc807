import type { Reservation } from '@checkin/api'
import type { PlainDate } from '@checkin/forms'
import { ageWindow, type AgeWindow } from './age-window.ts'

/** What the rules of a driver's data need to know of the reservation. All days are the rental location's own. */
export interface Trip {
  readonly reservation: string
  readonly pickUp: PlainDate
  readonly dropOff: PlainDate
  readonly ages: AgeWindow
}

const dayOf = (moment: string): PlainDate => moment.slice(0, 10)

/** The trip of a loaded reservation. Check-out is the pick-up, check-in the return (DEC-01). */
export function tripOf({ reservation, checkOut, checkIn, vehicle }: Pick<Reservation, 'reservation' | 'checkOut' | 'checkIn' | 'vehicle'>): Trip {
  const pickUp = dayOf(checkOut.dateAndTime)
  return { reservation, pickUp, dropOff: dayOf(checkIn.dateAndTime), ages: ageWindow(pickUp, vehicle) }
}
