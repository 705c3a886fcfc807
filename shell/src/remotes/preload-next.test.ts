import { routeNames, routeOf } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { mayLoadAhead, preloadFor } from './preload-next.tsx'

describe('the module of the likely next screen', () => {
  it.each([
    ['verify-reservation', true, { kind: 'fetch', module: 'mfe-driver' }],
    ['verify-code', true, { kind: 'fetch', module: 'mfe-driver' }],
    ['reservation', true, { kind: 'run', module: 'mfe-driver' }],
    ['driver-document', true, { kind: 'run', module: 'mfe-offers' }],
    ['driver-document', false, { kind: 'fetch', module: 'mfe-payment' }],
    ['add-extras', true, { kind: 'fetch', module: 'mfe-payment' }],
    ['complete', true, null],
  ] as const)('on %s, with offers: %s', (route, hasOffers, expected) => {
    expect(preloadFor(route, hasOffers)).toEqual(expected)
  })

  it('is never run or fetched on a screen with card fields', () => {
    for (const route of routeNames.filter((name) => routeOf(name).scripts === 'card')) expect(preloadFor(route, true)).toBeNull()
  })

  it('is another one than the screen has already', () => {
    for (const route of routeNames) expect(preloadFor(route, true)?.module).not.toBe(routeOf(route).module)
  })

  it.each([
    [undefined, true], [{}, true], [{ effectiveType: '4g' }, true], [{ effectiveType: '3g', saveData: false }, true],
    [{ saveData: true }, false], [{ effectiveType: '2g' }, false], [{ effectiveType: 'slow-2g' }, false],
  ])('waits for nobody who saves data or hardly has a connection: %j', (connection, may) => {
    expect(mayLoadAhead(connection)).toBe(may)
  })
})
