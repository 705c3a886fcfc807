import { describe, expect, it } from 'vitest'
import { routeNames, stepperSteps } from '@checkin/routes'
import { stepperFor } from './stepper.ts'

const alone = { hasOffers: true, forAdditionalDriver: false }

describe('the progress stepper', () => {
  it('knows the step of every screen', () => {
    const places = routeNames.map((name) => ({ name, stepper: stepperFor(name, alone) }))
    expect(stepperFor('test-token', alone)).toBeNull()
    expect(places.every(({ stepper }) => stepper === null || stepper.current >= 0)).toBe(true)
  })

  it('never leads backwards on the main way through check-in', () => {
    const way = ['verify-reservation', 'verify-code', 'reservation', 'verify-driver', 'driver-details', 'driver-contact', 'driver-document',
      'driver-document-license', 'additional-driver', 'upselling', 'add-extras', 'extras', 'overview', 'complete'] as const
    const positions = way.map((name) => stepperFor(name, alone)?.current ?? -1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
  })

  it('has no step for extras and upgrades where a tenant offers none', () => {
    expect(stepperFor('overview', { hasOffers: false, forAdditionalDriver: false })).toEqual({ steps: stepperSteps.filter((id) => id !== 'offers'), current: 4 })
  })

  it('stays at the offers while the additional driver is entered', () => {
    expect(stepperFor('driver-details', { hasOffers: true, forAdditionalDriver: true })?.current).toBe(stepperSteps.indexOf('offers'))
  })
})
