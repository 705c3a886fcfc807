import { aReservation } from '@checkin/api/testing'
import { routeNames, routeOf, type RouteName } from '@checkin/routes'
import { act, render } from '@testing-library/react'
import { allSettled } from 'effector'
import { Provider } from 'effector-react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listsNeeded } from '../config/lists.model.ts'
import { $visit } from '../navigation/visit.model.ts'
import { aPage } from '../test/a-page.ts'
import type { RemoteLoader } from './load-remote.ts'
import { RemoteLoaderProvider } from './mount-step.tsx'
import { mayLoadAhead, PreloadNext, preloadFor } from './preload-next.tsx'

describe('the module of the likely next screen', () => {
  it.each([
    ['verify-reservation', true, { kind: 'fetch', module: 'mfe-driver' }],
    ['verify-code', true, { kind: 'fetch', module: 'mfe-driver' }],
    ['reservation', true, { kind: 'run', module: 'mfe-driver' }],
    ['driver-document', true, { kind: 'run', module: 'mfe-offers' }],
    ['driver-document', false, { kind: 'fetch', module: 'mfe-payment', opens: '/overview' }],
    ['add-extras', true, { kind: 'fetch', module: 'mfe-payment', opens: '/overview' }],
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

describe('the document that comes next', () => {
  beforeEach(() => { sessionStorage.clear() })
  afterEach(() => { Reflect.deleteProperty(navigator, 'connection') })

  /** The link that browsers find by the site's rules, on a screen of a renter who has proved the reservation. */
  async function marked(screen: RouteName): Promise<readonly (string | null)[]> {
    const page = await aPage({ values: [[$visit as never, { name: screen, params: {}, query: {} }]] })
    await allSettled(listsNeeded, { scope: page.scope })
    const loader = { load: vi.fn(), prepare: () => Promise.resolve(), fetchAhead: () => Promise.resolve(), stateOf: () => ({ kind: 'idle' }), subscribe: () => () => undefined, markFailed: () => undefined } as RemoteLoader
    const { container } = render(<Provider value={page.scope}><RemoteLoaderProvider value={loader}><PreloadNext /></RemoteLoaderProvider></Provider>)
    return [...container.querySelectorAll('a')].flatMap((link) => ['href', 'data-ahead', 'aria-hidden', 'tabindex'].map((name) => link.getAttribute(name)))
  }

  it('is marked on the screen before it, for nobody to see or to reach (DEC-371)', async () => {
    expect(await marked('add-extras')).toEqual(['/overview', '', 'true', '-1'])
  })

  it.each(['verify-reservation', 'reservation', 'complete'] as const)('is not marked on %s, which no such document follows (DEC-371)', async (screen) => {
    expect(await marked(screen)).toEqual([])
  })

  it('is not marked for a renter who saves data (DEC-371)', async () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } })
    expect(await marked('add-extras')).toEqual([])
  })
})

describe('the module of the page\'s own address', () => {
  beforeEach(() => { sessionStorage.clear() })

  const session = { guid: 'guid-of-cv1001', sessionKey: 'session-key-1', kind: 'code', termsAccepted: true }

  /** A page opened at an address of its own, whose reservation comes when `comes` is called. */
  async function openedAt(path: string) {
    const answer = Promise.withResolvers<unknown>()
    const page = await aPage({ startsSlowly: true, path, fakes: { getReservation: () => answer.promise as never } })
    const run = vi.fn<RemoteLoader['prepare']>(() => Promise.resolve())
    const loader: RemoteLoader = { load: vi.fn(), prepare: run, fetchAhead: () => Promise.resolve(), stateOf: () => ({ kind: 'idle' }), subscribe: () => () => undefined, markFailed: () => undefined }
    void page.open(path)
    await act(async () => { render(<Provider value={page.scope}><RemoteLoaderProvider value={loader}><PreloadNext /></RemoteLoaderProvider></Provider>) })
    return { run, comes: () => act(async () => { answer.resolve(aReservation().loaded()) }) }
  }

  it.each([['/overview', 'mfe-payment'], ['/driver-details', 'mfe-driver']])('of %s is run while the reservation of the tab\'s session is on its way (DEC-371)', async (path, module) => {
    sessionStorage.setItem('checkin.session', JSON.stringify({ session }))
    const { run, comes } = await openedAt(path)
    expect(run.mock.calls).toEqual([[module]])
    await comes()
    expect(run).toHaveBeenCalledTimes(1)
  })

  it('is not run for a tab without a session, which is led home (DEC-371)', async () => {
    const { run } = await openedAt('/overview')
    expect(run).not.toHaveBeenCalled()
  })
})
