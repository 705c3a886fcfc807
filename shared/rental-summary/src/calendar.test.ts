import { aReservation } from '@checkin/api/testing'
import { saveFileFx } from '@checkin/async/save-file'
import { allSettled, createEvent, createStore, fork } from 'effector'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createCalendar } from './calendar.model.ts'
import { calendarOf } from './calendar.ts'

afterEach(() => { vi.unstubAllEnvs() })

const texts = { pickUp: 'Pick up the car, Costa Verde', dropOff: 'Return the car, Costa Verde', description: 'Reservation CV1001\nQuestions? Call +351 289 000 000' }
const stops = {
  reference: 'CV1001',
  checkOut: { dateAndTime: '2026-12-01T10:30', place: 'Faro, Airport' },
  checkIn: { dateAndTime: '2026-12-06T18:00', place: 'Lisboa' },
}

describe('the calendar file of a rental (DEC-105)', () => {
  it.each(['Europe/Lisbon', 'America/New_York', 'Asia/Tokyo'])('has pick-up and return at the clock of the location, whatever the device\'s zone is: %s', (zone) => {
    vi.stubEnv('TZ', zone)
    const lines = calendarOf(stops, texts).split('\r\n')
    expect(lines.filter((line) => line.startsWith('DTSTART'))).toEqual(['DTSTART:20261201T103000', 'DTSTART:20261206T180000'])
    expect(lines.filter((line) => line.startsWith('SUMMARY'))).toEqual(['SUMMARY:Pick up the car\\, Costa Verde', 'SUMMARY:Return the car\\, Costa Verde'])
    expect(lines.filter((line) => line.startsWith('LOCATION'))).toEqual(['LOCATION:Faro\\, Airport', 'LOCATION:Lisboa'])
    expect(lines.filter((line) => line.startsWith('DESCRIPTION'))).toHaveLength(2)
    expect([lines[0], lines.includes('METHOD:PUBLISH'), lines.filter((line) => line.startsWith('DTEND'))]).toEqual(['BEGIN:VCALENDAR', true, []])
  })

  it('added twice stays one pair of entries', () => {
    const ids = (): string[] => calendarOf(stops, texts).split('\r\n').filter((line) => line.startsWith('UID'))
    expect(ids()).toEqual(['UID:CV1001-pick-up@checkin', 'UID:CV1001-return@checkin'])
    expect(ids()).toEqual(ids())
  })
})

describe('adding a rental to the calendar', () => {
  const setting = (save: (given: { readonly file: Blob; readonly name: string }) => void) => {
    const problems: unknown[] = []
    const problemOccurred = createEvent<{ readonly key: string }>()
    problemOccurred.watch((problem) => { problems.push(problem) })
    const $reservation = createStore<Parameters<typeof createCalendar>[0]['$reservation'] extends { getState: () => infer Loaded } ? Loaded : never>(aReservation().loaded())
    const calendar = createCalendar({ $reservation, problemOccurred, addressOf: ({ path }) => `/api${path}` })
    return { ...calendar, $reservation, problems, scope: fork({ handlers: [[saveFileFx, save]] as never }) }
  }

  it('is by the server\'s file where the rental has a ticket, and by one of the page elsewhere (DEC-281)', () => {
    const { $calendar } = setting(() => undefined)
    expect($calendar.getState()).toBeNull()
    const ticketCalendar = `/ticket/${'t'.repeat(43)}/calendar.ics`
    const { $calendar: $named } = createCalendar({ $reservation: createStore({ ...aReservation().loaded(), ticketCalendar }), addressOf: ({ path }) => `/api${path}`, problemOccurred: createEvent<{ readonly key: string }>() })
    expect($named.getState()).toBe(`/api${ticketCalendar}`)
  })

  it('saves one file named by the reference (DEC-105)', async () => {
    const saved: { readonly file: Blob; readonly name: string }[] = []
    const { calendarPressed, scope, problems } = setting((given) => { saved.push(given) })
    await allSettled(calendarPressed, { scope, params: texts })
    expect(saved.map(({ name, file }) => [name, file.type])).toEqual([[`${aReservation().reservation.reference}.ics`, 'text/calendar;charset=utf-8']])
    expect(await saved[0]?.file.text()).toContain('BEGIN:VEVENT')
    expect(problems).toEqual([])
  })

  it('without a reservation does nothing', async () => {
    const saved: unknown[] = []
    const { calendarPressed, $reservation } = setting(() => undefined)
    const scope = fork({ values: [[$reservation, null]], handlers: [[saveFileFx, (given: unknown) => { saved.push(given) }]] as never })
    await allSettled(calendarPressed, { scope, params: texts })
    expect(saved).toEqual([])
  })
})
