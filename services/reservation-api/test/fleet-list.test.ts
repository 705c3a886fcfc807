import type { ReservationList } from '@checkin/fleet'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aFleetReservation, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
/** Pick-up days of May 2032 by reference; those of one day come after each other in the order in which they were made. */
const days = { LA: 3, LB: 1, LC: 2, LD: 3, LE: 9 } as const
const at = (day: number) => ({ dateAndTime: `2032-05-0${day}T10:30`, place: day === 9 ? 'Porto' : 'Faro Airport', timeZone: 'Europe/Lisbon' })
beforeAll(async () => {
  api = await wholeApi()
  for (const [reference, day] of Object.entries(days)) await api.stored('costaverde', reference, aFleetReservation({ checkOut: at(day), checkIn: { ...at(day), dateAndTime: '2032-05-20T10:00' } }))
  await api.stored('alpen', 'LA')
})
afterAll(() => api.stop())

const list = async (query = '', tenant = 'costaverde'): Promise<ReservationList> => (await api.fleet(tenant, 'GET', `/reservations${query}`)).json()
const references = async (query: string) => (await list(query)).reservations.map(({ reference }) => reference)

describe('the list of reservations', () => {
  it('comes by pick-up, with names, times and status and nothing personal (API-80, DEC-269)', async () => {
    const answer = await api.fleet('costaverde', 'GET', '/reservations')
    expect(answer.json<ReservationList>().reservations.map(({ reference }) => reference)).toEqual(['LB', 'LC', 'LA', 'LD', 'LE'])
    expect(answer.json<ReservationList>().reservations[0]).toMatchObject({ status: 'open', rowVersion: 1, checkOut: at(1), isPrecheckoutEligible: true })
    expect(answer.body).not.toMatch(/maria|silva|example\.com/i)
    expect(answer.headers['cache-control']).toBe('no-store')
  })
  it('is read page by page without a gap or a repetition, also where new ones come in between (API-80)', async () => {
    const first = await list('?limit=3')
    expect([first.reservations.length, typeof first.next]).toEqual([3, 'string'])
    await api.stored('costaverde', 'EARLY', aFleetReservation({ checkOut: { ...at(1), dateAndTime: '2032-04-30T10:30' }, checkIn: at(9) }))
    const second = await list(`?limit=3&after=${String(first.next)}`)
    expect([...first.reservations, ...second.reservations].map(({ reference }) => reference)).toEqual(['LB', 'LC', 'LA', 'LD', 'LE'])
    expect(second.next).toBeNull()
    await api.fleet('costaverde', 'DELETE', '/reservations/EARLY/personal-data')
    expect(await references('?status=erased')).toEqual(['EARLY'])
  })
  it('is narrowed by status, station and days of pick-up (API-80)', async () => {
    await api.stored('costaverde', 'DONE', aFleetReservation({ checkOut: at(2), checkIn: at(9), isCompleted: true }))
    await api.stored('costaverde', 'SIGNED', aFleetReservation({ checkOut: at(2), checkIn: at(9), isCompleted: true, hasRentalAgreement: true }))
    expect(await references('?status=completed')).toEqual(['DONE'])
    expect(await references('?status=agreement')).toEqual(['SIGNED'])
    expect(await references('?station=Porto')).toEqual(['LE'])
    expect(await references('?status=open&pickUpFrom=2032-05-02&pickUpTo=2032-05-03')).toEqual(['LC', 'LA', 'LD'])
  })
  it('tells what changed since the list before, by whomever (API-80)', async () => {
    const { asOf } = await list('?limit=1')
    await api.asAdmin("update reservation set updated_at = now() - interval '1 hour' where reference <> 'LD'")
    expect(await references(`?changedSince=${asOf}`)).toEqual(['LD'])
    await api.stored('costaverde', 'LC', aFleetReservation({ checkOut: at(2), checkIn: at(9), paidValue: 5 }))
    expect(await references(`?changedSince=${asOf}`)).toEqual(['LC', 'LD'])
  })
  it('is of one company only, whatever cursor is given (API-80)', async () => {
    const { next } = await list('?limit=1')
    expect((await list('', 'alpen')).reservations.map(({ guid }) => guid)).toEqual([(await api.fleet('alpen', 'GET', '/reservations/LA')).json<{ guid: string }>().guid])
    expect((await list(`?after=${String(next)}`, 'alpen')).reservations).toEqual([])
  })
  it.each(['?limit=501', '?limit=0', '?status=lost', '?pickUpFrom=tomorrow', '?changedSince=2032-05-01', '?after=x', '?after=2032-13-01T10:30_01900000-0000-7000-8000-000000000000', '?after=2032-05-01T10:30_x'])('refuses %s (API-80)', async (query) => {
    const answer = await api.fleet('costaverde', 'GET', `/reservations${query}`)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'InvalidRequest'])
  })
  it('has an index for pick-ups and one for changes (API-80)', async () => {
    const names = (await api.asAdmin("select indexname from pg_indexes where tablename = 'reservation'")).map(({ indexname }) => indexname)
    expect(names).toEqual(expect.arrayContaining(['reservation_by_pick_up', 'reservation_changed']))
  })
})
