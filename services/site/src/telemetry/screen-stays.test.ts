import { routeNames, type RouteName } from '@checkin/remote'
import { leaveWithinMs } from '@checkin/telemetry'
import { describe, expect, it } from 'vitest'
import { ScreenStays } from './screen-stays.ts'

const screen = (session: string, step: RouteName = 'upselling', version = '1.0.22') => ({ session, host: 'a.example', module: 'mfe-offers', version, settings: '', step })
const time = leaveWithinMs('upselling') ?? expect.fail('nobody leaves the upgrade')
const counted = (stays: ScreenStays, now: number) => stays.drain(now).map(({ version, step, left, stuck }) => [version, step, left, stuck])

describe('a screen that a session came to', () => {
  it('is counted when its time is over, as left or as not left, and not a moment sooner', () => {
    const stays = new ScreenStays()
    for (const session of ['s1', 's2', 's3']) stays.reached(screen(session), 0)
    stays.left(screen('s1'), 1000)
    expect(counted(stays, time - 1)).toEqual([])
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 1, 2]])
    expect(counted(stays, 10 * time)).toEqual([])
  })

  it('counts as not left when the renter goes on too late, and once only, however often the page is loaded again', () => {
    const stays = new ScreenStays()
    expect([stays.reached(screen('s1'), 0), stays.reached(screen('s1'), 1000)]).toEqual([true, false])
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 0, 1]])
    stays.left(screen('s1'), 1000)
    stays.reached(screen('s1'), 2 * time)
    expect(counted(stays, 9 * time)).toEqual([])
  })

  it('is left also by a session that loaded its page again before it went on', () => {
    const stays = new ScreenStays()
    stays.reached(screen('s1'), 0)
    stays.reached(screen('s1'), 60_000)
    stays.left(screen('s1'), 1000)
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 1, 0]])
  })

  it('has more time where renters type, take pictures or wait for the bank', () => {
    const stays = new ScreenStays()
    stays.reached(screen('s1', 'driver-document'), 0)
    stays.reached(screen('s1', 'upselling'), 0)
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 0, 1]])
    expect(counted(stays, 2 * time)).toEqual([['1.0.22', 'driver-document', 0, 1]])
  })

  it('is not watched where check-in ends', () => {
    const stays = new ScreenStays()
    const watched = routeNames.filter((step) => stays.reached(screen('s1', step), 0))
    expect(routeNames.filter((step) => !watched.includes(step)).sort()).toEqual(expect.arrayContaining(['complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment', 'complete-signed', 'test-token']))
  })

  it('says of those who went on how many took long, for each sense of long (DEC-295)', () => {
    const stays = new ScreenStays()
    for (const [session, after] of [['s1', 4_000], ['s2', 30_000], ['s3', 170_000]] as const) {
      stays.reached(screen(session), 0)
      stays.left(screen(session), after)
      // Going on again is not going on later.
      stays.left(screen(session), after + 1)
    }
    expect(stays.drain(360_000)).toMatchObject([{ left: 3, stuck: 0, quick: [1, 1, 2, 2], slow: [2, 2, 1, 1] }])
  })
})
