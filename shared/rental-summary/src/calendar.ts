import type { Reservation } from '@checkin/api'
import ical, { ICalCalendarMethod } from 'ical-generator'

/** Words of a calendar file, in the renter's language. */
export interface CalendarTexts {
  readonly pickUp: string
  readonly dropOff: string
  /** Below both: by what the company knows the reservation, and its telephone. */
  readonly description: string
}

/**
 * Pick-up and return as a calendar file (RFC 5545). Times are floating: they are those of the location's own clock, and a zone is known of the
 * company only, not of each location. How long either takes nobody has said, so neither has an end.
 */
export function calendarOf({ reference, checkOut, checkIn }: Pick<Reservation, 'reference' | 'checkOut' | 'checkIn'>, texts: CalendarTexts): string {
  const calendar = ical({ prodId: { company: 'checkin', product: 'express-checkout' }, method: ICalCalendarMethod.PUBLISH })
  const add = (kind: string, summary: string, { dateAndTime, place }: Reservation['checkOut']): void => {
    // Written as if it were UTC, so that no zone of the device moves the figures.
    calendar.createEvent({ id: `${reference}-${kind}@checkin`, start: new Date(`${dateAndTime}Z`), floating: true, summary, location: place, description: texts.description })
  }
  add('pick-up', texts.pickUp, checkOut)
  add('return', texts.dropOff, checkIn)
  return calendar.toString()
}
