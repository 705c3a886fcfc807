import { describe, expect, it } from 'vitest'
import { routeNames } from '@checkin/remote'
import { laneFor, laneStops } from './lane-stops.ts'

const alone = { hasOffers: true, forAdditionalDriver: false }

describe('the lane', () => {
  it('knows where on the road every screen is', () => {
    const places = routeNames.map((name) => ({ name, lane: laneFor(name, alone) }))
    expect(places.filter(({ lane }) => lane === null).map(({ name }) => name)).toEqual(['test-token'])
    expect(places.every(({ lane }) => lane === null || lane.current >= 0)).toBe(true)
  })

  it('never leads backwards on the main way through check-in', () => {
    const way = ['verify-reservation', 'verify-code', 'reservation', 'verify-driver', 'driver-details', 'driver-contact', 'driver-document',
      'driver-document-license', 'additional-driver', 'upselling', 'add-extras', 'extras', 'overview', 'complete'] as const
    const positions = way.map((name) => laneFor(name, alone)?.current ?? -1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('has no stop for extras and upgrades where a tenant offers none', () => {
    expect(laneFor('overview', { hasOffers: false, forAdditionalDriver: false })).toEqual({ stops: laneStops.filter((id) => id !== 'offers'), current: 4 })
  })

  it('stays at the offers while the additional driver is entered', () => {
    expect(laneFor('driver-details', { hasOffers: true, forAdditionalDriver: true })?.current).toBe(laneStops.indexOf('offers'))
  })
})
