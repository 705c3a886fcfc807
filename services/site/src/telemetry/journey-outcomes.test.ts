import { journeyMs, saleBounds } from '@checkin/telemetry'
import { describe, expect, it } from 'vitest'
import { JourneyOutcomes } from './journey-outcomes.ts'
import { Reporter } from './reporter.ts'

const offers = (session: string) => [{ session, host: 'a.example', module: 'mfe-offers', version: '1.1.0' }]
const open = { isCompleted: false, total: 10_000 }
const completed = { isCompleted: true, total: 13_000 }

describe('what becomes of a session that found a reservation', () => {
  it('is counted when its time is over, whatever was known before: completed or not, and what it added (DEC-295)', () => {
    const journeys = new JourneyOutcomes()
    for (const session of ['s1', 's2', 's3']) journeys.began(session, offers(session), open, 0)
    journeys.became('s1', completed)
    journeys.became('s2', { ...completed, total: 10_000 })
    expect(journeys.drain(journeyMs - 1)).toEqual([])
    const [row] = journeys.drain(journeyMs)
    expect(row).toMatchObject({ module: 'mfe-offers', completed: 2, unfinished: 1 })
    expect(saleBounds.map((bound, at) => [bound, row?.more[at], row?.less[at]])).toEqual([[0, 1, 1], [1_000, 1, 1], [2_500, 1, 1], [5_000, 0, 2], [10_000, 0, 2], [25_000, 0, 2]])
    expect(journeys.drain(2 * journeyMs)).toEqual([])
  })

  it('is no journey where check-in was completed before (DEC-295)', () => {
    const journeys = new JourneyOutcomes()
    journeys.began('s1', offers('s1'), completed, 0)
    expect(journeys.drain(journeyMs)).toEqual([])
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
    const rows = reporter.drain(journeyMs)?.journeys.filter(({ module }) => module === 'mfe-offers').map(({ version, unfinished }) => [version, unfinished])
    expect(rows).toEqual([['1.0.0', 3], ['1.1.0', 2]])
  })
})
