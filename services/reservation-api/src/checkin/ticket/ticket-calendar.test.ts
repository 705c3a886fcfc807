import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import { ticketCalendar } from './ticket-calendar.ts'

afterEach(() => { vi.unstubAllEnvs() })

/** Zones of servers; each but the first leaves out an hour in spring. */
const serverZones = ['UTC', 'Europe/Lisbon', 'Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kolkata'] as const

const startsOf = (at: string, serverZone: string): readonly string[] => {
  vi.stubEnv('TZ', serverZone)
  const row = { reference: 'CV1001', row_version: 3, check_out_at: at, check_out_zone: 'Asia/Tokyo', check_out_place: 'Tokyo', check_in_at: at, check_in_zone: 'Europe/Lisbon', check_in_place: 'Faro' }
  return ticketCalendar({ row: row as unknown as StoredReservation['row'], stations: { checkOut: null, checkIn: null } }, { firm: 'Costa Verde', phone: null, language: 'en' }).split('\r\n').filter((line) => line.startsWith('DTSTART;'))
}

describe('the calendar file of a ticket, whatever the clock of the server is (DEC-207, DEC-224)', () => {
  it.each(serverZones)('has times that a server in %s leaves out in spring (DEC-224)', (zone) => {
    for (const [day, hour] of [['2031-03-30', '01:30'], ['2031-03-30', '02:30'], ['2031-03-09', '02:30'], ['2031-10-05', '02:15']] as const) {
      const figures = `${day.replaceAll('-', '')}T${hour.replace(':', '')}00`
      expect(startsOf(`${day}T${hour}`, zone)).toEqual([`DTSTART;TZID=Asia/Tokyo:${figures}`, `DTSTART;TZID=Europe/Lisbon:${figures}`])
    }
  })

  it('has the figures that the company gave, at any minute of any server zone (DEC-224)', () => {
    const minutes = fc.date({ min: new Date('2026-01-01T00:00Z'), max: new Date('2036-01-01T00:00Z'), noInvalidDate: true }).map((date) => date.toISOString().slice(0, 16))
    fc.assert(fc.property(minutes, fc.constantFrom(...serverZones), (at, zone) => {
      expect(startsOf(at, zone)[0]).toBe(`DTSTART;TZID=Asia/Tokyo:${at.replaceAll(/[-:]/g, '')}00`)
    }))
  })
})
