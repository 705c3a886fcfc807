import type { Language } from '@checkin/i18n'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc.js'
import ical, { ICalAlarmType, ICalCalendarMethod } from 'ical-generator'
import { tzlib_get_ical_block } from 'timezones-ical-library'
import { mailMessages } from '../../mail/mail-messages.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'

dayjs.extend(utc)

export interface CalendarTexts {
  readonly firm: string
  readonly phone: string | null
  readonly language: Language
}

/** Seconds before pick-up and return at which a calendar reminds: the day before, and in time to set off. */
const alarmsBefore = [24 * 3600, 2 * 3600] as const

// The figures that the company gave, whatever the server's own clock leaves out in spring: a Date would be of the server's zone.
const figuresOf = (localTime: string) => dayjs.utc(localTime.slice(0, 16))

const definitionOf = (zone: string): string | null => [tzlib_get_ical_block(zone)].flat()[0] ?? null

/**
 * Pick-up and return as a calendar file (RFC 5545, DEC-207), each on the clock of its place with the definition of that zone. An entry keeps its UID for
 * ever and its SEQUENCE grows with every change of the rental, so that a calendar that reads the file again moves what it has. How long either takes nobody has said,
 * so neither has an end.
 */
export function ticketCalendar({ row, stations }: Pick<StoredReservation, 'row' | 'stations'>, { firm, phone, language }: CalendarTexts): string {
  const t = mailMessages(language, { firm, reference: row.reference, phone: phone ?? '' })
  const calendar = ical({ prodId: { company: 'checkin', product: 'express-checkout' }, method: ICalCalendarMethod.PUBLISH })
  calendar.timezone({ name: null, generator: definitionOf })
  const description = [t('calendar.reference'), t('calendar.bring'), ...(phone === null ? [] : [t('calendar.phone')])].join('\n')
  const add = (kind: string, summary: string, localTime: string, timezone: string, place: string, address: string | null | undefined): void => {
    calendar.createEvent({
      id: `${row.reference}-${kind}@checkin`, sequence: row.row_version, start: figuresOf(localTime), timezone,
      summary, location: [place, address].filter(Boolean).join(', '), description,
      alarms: alarmsBefore.map((trigger) => ({ type: ICalAlarmType.display, trigger, description: summary })),
    })
  }
  add('pick-up', t('calendar.pickUp'), row.check_out_at, row.check_out_zone, row.check_out_place, stations.checkOut?.address)
  add('return', t('calendar.return'), row.check_in_at, row.check_in_zone, row.check_in_place, stations.checkIn?.address)
  return calendar.toString()
}
