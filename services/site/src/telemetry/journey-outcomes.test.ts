import { journeyMs, mostAdded, saleBounds } from '@checkin/telemetry'
import { describe, expect, it } from 'vitest'
import { JourneyOutcomes } from './journey-outcomes.ts'
import { Reporter } from './reporter.ts'

const offers = (session: string) => [{ session, host: 'a.example', module: 'mfe-offers', version: '1.1.0', settings: '' }]
const open = { isCompleted: false, total: 10_000, currency: 'EUR' }
const completed = { isCompleted: true, total: 13_000, currency: 'EUR' }

describe('what becomes of a session that found a reservation', () => {
  it('is counted when its time is over, whatever was known before: completed or not, and what it added (DEC-295)', () => {
    const journeys = new JourneyOutcomes()
    for (const session of ['s1', 's2', 's3']) journeys.began(session, offers(session), open, 0)
    journeys.became('s1', completed, 1)
    journeys.became('s2', { ...completed, total: 10_000 }, 1)
    expect(journeys.drain(journeyMs - 1)).toEqual({ journeys: [], values: [] })
    const [row] = journeys.drain(journeyMs).journeys
    expect(row).toMatchObject({ module: 'mfe-offers', completed: 2, unfinished: 1 })
    expect(saleBounds.map((bound, at) => [bound, row?.more[at], row?.less[at]])).toEqual([[0, 1, 1], [1_000, 1, 1], [2_500, 1, 1], [5_000, 0, 2], [10_000, 0, 2], [25_000, 0, 2]])
    expect(journeys.drain(2 * journeyMs)).toEqual({ journeys: [], values: [] })
  })

  it('is no journey where check-in was completed before (DEC-295)', () => {
    const journeys = new JourneyOutcomes()
    journeys.began('s1', offers('s1'), completed, 0)
    expect(journeys.drain(journeyMs)).toEqual({ journeys: [], values: [] })
  })

  it('is worth what the API says that its total grew by when check-in was completed, and took as long as until then (DEC-346)', () => {
    const journeys = new JourneyOutcomes()
    for (const session of ['s1', 's2', 's3']) journeys.began(session, offers(session), open, 0)
    journeys.became('s1', { ...open, total: 90_000 }, 30_000)
    journeys.became('s1', completed, 60_400)
    journeys.became('s1', { ...completed, total: 99_000 }, 70_000)
    journeys.became('s2', { ...completed, total: 11_000 }, 120_000)
    expect(journeys.drain(journeyMs).values).toEqual([{
      host: 'a.example', module: 'mfe-offers', version: '1.1.0', settings: '', currency: 'EUR',
      sessions: 3, added: 4_000, addedSquares: 10_000_000, finished: 2, seconds: 180, secondsSquares: 18_000,
    }])
  })

  it('is worth nothing that can be added where the API of an earlier version says no currency, and no slip is worth more than all else (DEC-346)', () => {
    const journeys = new JourneyOutcomes()
    journeys.began('s1', offers('s1'), { ...open, currency: null }, 0)
    journeys.began('s2', offers('s2'), open, 0)
    journeys.became('s2', { ...completed, total: 900_000_000_000 }, 1)
    const { journeys: counted, values } = journeys.drain(journeyMs)
    expect(counted).toMatchObject([{ completed: 1, unfinished: 1 }])
    expect(values).toMatchObject([{ currency: 'EUR', sessions: 1, added: mostAdded }])
  })

  it('counts once for a reservation, and sets as many bad ends of a version that is tried aside as reservations may lie (DEC-295, DEC-309)', () => {
    const reporter = new Reporter({ hostileNetworks: 10, hostileReservations: 3, isCanary: ({ version }) => version === '1.1.0' })
    const set = (version: string) => ({ shell: { version: '1.0.0' }, modules: { 'mfe-offers': { version } } })
    const goes = (session: string, reservation: string, version: string): void => {
      reporter.foundReservation(session, reservation)
      reporter.journey({ session, address: '203.0.113.7', now: 0 }, 'a.example', set(version), open)
    }
    for (let at = 0; at < 9; at += 1) goes(`again ${at}`, `of ${at % 3}`, '1.0.0')
    for (let at = 0; at < 5; at += 1) goes(`once ${at}`, `own ${at}`, '1.1.0')
    const batch = reporter.drain(journeyMs)
    const rows = batch?.journeys.filter(({ module }) => module === 'mfe-offers').map(({ version, unfinished }) => [version, unfinished])
    expect(rows).toEqual([['1.0.0', 3], ['1.1.0', 2]])
    // So does what it is worth: nobody pulls a version's mean down by opening one reservation again and again (DEC-346).
    expect(batch?.values.filter(({ module }) => module === 'mfe-offers').map(({ version, sessions }) => [version, sessions])).toEqual([['1.0.0', 3], ['1.1.0', 2]])
  })
})
