import { routeNames, type RouteName } from '@checkin/remote'
import { leaveWithinMs } from '@checkin/remote/reports'
import { describe, expect, it } from 'vitest'
import { Stays } from './stays.ts'

const place = (step: RouteName = 'upselling', version = '1.0.22') => ({ host: 'a.example', module: 'mfe-offers', version, step })
const time = leaveWithinMs('upselling') ?? expect.fail('nobody leaves the upgrade')
const counted = (stays: Stays, now: number) => stays.drain(now).map(({ version, step, left, stuck }) => [version, step, left, stuck])

describe('a screen that a visit came to', () => {
  it('is counted when its time is over, as left or as not left, and not a moment sooner', () => {
    const stays = new Stays()
    for (const visit of ['v1', 'v2', 'v3']) stays.reached(visit, place(), 0)
    stays.left('v1', place())
    expect(counted(stays, time - 1)).toEqual([])
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 1, 2]])
    expect(counted(stays, 10 * time)).toEqual([])
  })

  it('counts as not left when the renter goes on too late, and once only, however often the page is loaded again', () => {
    const stays = new Stays()
    expect([stays.reached('v1', place(), 0), stays.reached('v1', place(), 1000)]).toEqual([true, false])
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 0, 1]])
    stays.left('v1', place())
    stays.reached('v1', place(), 2 * time)
    expect(counted(stays, 9 * time)).toEqual([])
  })

  it('is left also by a visit that loaded its page again before it went on', () => {
    const stays = new Stays()
    stays.reached('v1', place(), 0)
    stays.reached('v1', place(), 60_000)
    stays.left('v1', place())
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 1, 0]])
  })

  it('has more time where renters type, take pictures or wait for the bank', () => {
    const stays = new Stays()
    stays.reached('v1', place('driver-document'), 0)
    stays.reached('v1', place('upselling'), 0)
    expect(counted(stays, time)).toEqual([['1.0.22', 'upselling', 0, 1]])
    expect(counted(stays, 2 * time)).toEqual([['1.0.22', 'driver-document', 0, 1]])
  })

  it('is not watched where check-in ends', () => {
    const stays = new Stays()
    const watched = routeNames.filter((step) => stays.reached('v1', place(step), 0))
    expect(routeNames.filter((step) => !watched.includes(step))).toEqual(['complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment', 'complete-signed', 'test-token'])
  })
})
