import { routeNames, routeOf } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { asksBeforeLeaving, blocksLeaving, guard, leftAs, type GuardFacts } from './guards.ts'

const ready: GuardFacts = { hasReservation: true, hasLookup: true, completion: 'complete', isSandbox: true, isAvailable: true, origin: 'address' }
const nothing: GuardFacts = { ...ready, hasReservation: false, hasLookup: false, completion: null, isSandbox: false }

describe('who may open which screen', () => {
  it('lets every screen open when what it needs is there', () => {
    for (const name of routeNames) expect(guard(routeOf(name), { ...ready, completion: routeOf(name).needs === 'completion' ? 'complete' : null }), name).toBe('open')
  })

  it('shows the ending instead of what is finished, whichever way the renter came back to it (DEC-75)', () => {
    const finished = routeNames.filter((name) => guard(routeOf(name), ready) === 'finished')
    expect(finished).toEqual(expect.arrayContaining(['overview', 'extras', 'driver-details', 'rental-agreement']))
    for (const name of ['verify-reservation', 'precheckout-guid', 'complete', 'paymentLog', 'verify-damages'] as const) expect(finished).not.toContain(name)
  })

  it('without a session opens only the entries, the return points and the screens of a phone that read a code and of an invited driver (SHELL-07, 08, 21, 22, 23, 31, DEC-205, DEC-209)', () => {
    expect(routeNames.filter((name) => guard(routeOf(name), nothing) === 'open')).toEqual(
      ['verify-reservation', 'verify-guid', 'hand-over', 'invitation', 'paymentLog', 'paymentCancel', 'precheckout-guid', 'complete-signed'])
  })

  it('sends screens that are not marked safe to "/" too when nothing could be restored (SHELL-34)', () => {
    for (const name of ['overview', 'extras', 'upselling', 'rental-agreement', 'precheckout'] as const) expect(guard(routeOf(name), nothing), name).toBe('home')
  })

  it('opens the code screen only for somebody who asked for a code', () => {
    expect(guard(routeOf('verify-code'), { ...nothing, hasLookup: true })).toBe('open')
    expect(guard(routeOf('verify-code'), nothing)).toBe('home')
  })

  it('opens the token test page on a sandbox tenant only (DEC-50)', () => {
    expect(guard(routeOf('test-token'), { ...ready, isSandbox: false })).toBe('home')
  })

  it('says honestly that check-in continues at the counter where the next screen does not exist yet', () => {
    const missing = { ...ready, completion: null, isAvailable: false }
    expect(guard(routeOf('verify-driver'), { ...missing, origin: 'step' })).toBe('counter')
    expect(guard(routeOf('verify-driver'), { ...missing, origin: 'address' })).toBe('home')
    expect(guard(routeOf('verify-driver'), { ...missing, origin: 'step', hasReservation: false })).toBe('home')
  })
})

describe('leaving a screen by the browser or a link', () => {
  it.each([
    ['driver-document-license', 'forward', true], ['driver-document-license', 'back', false], ['upselling', 'forward', true], ['upselling', 'back', false],
    ['additional-driver', 'forward', true], ['additional-driver', 'back', false], ['add-extras', 'forward', true], ['add-extras', 'back', true],
    ['reservation', 'forward', false], ['overview', 'forward', false],
  ] as const)('%s, %s: asks = %s (SHELL-41, DEC-15, DEC-16)', (name, move, asks) => {
    expect(asksBeforeLeaving(routeOf(name), move)).toBe(asks)
  })

  it.each([
    ['verify-driver', { view: 'check' }, true], ['verify-driver', {}, false], ['verify-driver', { isBack: 'true' }, false], ['reservation', { view: 'check' }, false],
  ] as const)('%s with %o: asks forward = %s, because the view that is checked holds what only its Submit saves (SHELL-41, DEC-191)', (name, query, asks) => {
    expect(asksBeforeLeaving(leftAs({ name, params: {}, query }), 'forward')).toBe(asks)
    expect(asksBeforeLeaving(leftAs({ name, params: {}, query }), 'back')).toBe(false)
  })

  it('keeps the renter on the three endings when Back is pressed (DEC-75, PAY-40)', () => {
    expect(routeNames.filter((name) => blocksLeaving(routeOf(name), 'back'))).toEqual(['complete', 'complete-rental-agreement', 'complete-rental-agreement-no-payment'])
    expect(blocksLeaving(routeOf('complete'), 'forward')).toBe(false)
  })
})
