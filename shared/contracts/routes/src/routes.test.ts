import { describe, expect, it } from 'vitest'
import { pageAt } from './addresses.ts'
import { RouteRow } from './route-row.ts'
import { findRoute, matchAddress, moduleNames, routeNames, routeOf, routes } from './route-table.ts'

const segmentsOf = (path: string): string[] => path.split('/').slice(1)
const parametersOf = (path: string): number => segmentsOf(path).filter((segment) => segment.startsWith(':')).length

/** Whether some address fits both paths. */
function overlap(one: string, other: string): boolean {
  const [these, those] = [segmentsOf(one), segmentsOf(other)]
  return these.length === those.length && these.every((segment, at) => segment === those[at] || segment.startsWith(':') || those[at]?.startsWith(':'))
}

/** SHELL-07 to SHELL-32, written once more by hand: name, path, safe, frame, tag. */
const specified: readonly (readonly [id: string, name: string, path: string, safe: boolean, frame: string, tag: string | null])[] = [
  ['SHELL-07', 'verify-reservation', '/', false, 'calendar', null],
  ['SHELL-08', 'verify-guid', '/:guid', false, 'calendar', null],
  ['SHELL-09', 'verify-code', '/verify-code', false, 'calendar', null],
  ['SHELL-10', 'reservation', '/reservation', true, 'calendar', null],
  ['SHELL-11', 'verify-driver', '/verify-driver', true, 'driver', 'driver'],
  ['SHELL-12', 'driver-details', '/driver-details', true, 'driver', 'driver'],
  ['SHELL-13', 'driver-contact', '/driver-contact', true, 'driver', 'driver'],
  ['SHELL-14', 'driver-document', '/driver-document', true, 'driver-id', 'driver'],
  ['SHELL-15', 'driver-document-license', '/driver-document-license', true, 'driver-license', 'driver'],
  ['SHELL-16', 'additional-driver', '/additional-driver', false, 'driver', 'addriver'],
  ['SHELL-17', 'add-extras', '/add-extras', false, 'car', 'extras'],
  ['SHELL-18', 'extras', '/extras', false, 'none', 'extras'],
  ['SHELL-19', 'upselling', '/upselling', false, 'none', null],
  ['SHELL-20', 'overview', '/overview', false, 'none', null],
  ['SHELL-20', 'overview-precheckout', '/overview', false, 'none', null],
  ['SHELL-21', 'paymentLog', '/reservation/:guid/success', false, 'none', null],
  ['SHELL-22', 'paymentCancel', '/reservation/:guid/cancel', false, 'none', null],
  ['SHELL-23', 'precheckout-guid', '/precheckout/:guid', false, 'none', null],
  ['SHELL-24', 'precheckout', '/precheckout', false, 'none', null],
  ['SHELL-25', 'precheckout-steps', '/precheckout/steps', false, 'none', null],
  ['SHELL-26', 'rental-agreement', '/rental-agreement', false, 'none', null],
  ['SHELL-27', 'verify-damages', '/verify/damages', true, 'car', null],
  ['SHELL-28', 'verify-km', '/verify/km', true, 'car', null],
  ['SHELL-29', 'verify-fuel', '/verify/fuel', true, 'car', null],
  ['SHELL-30', 'complete', '/complete', false, 'none', null],
  ['SHELL-30', 'complete-rental-agreement', '/complete', false, 'none', null],
  ['SHELL-30', 'complete-rental-agreement-no-payment', '/complete', false, 'none', null],
  ['SHELL-31', 'complete-signed', '/completed/signed/:guid/:id', false, 'none', null],
  ['SHELL-32', 'test-token', '/test/token', false, 'none', null],
]

/** The rows of the specification's screens. */
const own = routes.filter(({ name }) => specified.some(([, each]) => each === name))

describe('the table of screens', () => {
  it('has the 29 screens of the specification on 26 paths, and each row is valid (SHELL-02, SHELL-95)', () => {
    expect(routes.map((row) => RouteRow.parse(row))).toEqual(routes)
    expect(new Set(routeNames).size).toBe(routes.length)
    expect([...new Set(routes.map(({ module }) => module))]).toEqual(moduleNames)
    expect(routeNames.map((name) => routeOf(name).name)).toEqual(routeNames)
    expect(findRoute('a-screen-of-tomorrow')).toBeUndefined()
    expect([specified.length, new Set(specified.map(([, , path]) => path)).size]).toEqual([29, 26])
  })

  it.each(specified)('%s: %s stands at %s (safe %s, frame %s, tag %s) (DEC-52)', (_id, name, path, safe, frame, tag) => {
    expect(routeOf(name as never)).toMatchObject({ path, safe, frame, tag })
  })

  it.each([
    ['extras', 'upgrade'], ['upselling', 'full'], ['overview', 'narrow'], ['overview-precheckout', 'narrow'], ['precheckout', 'narrow'],
    ['complete', 'narrow'], ['complete-rental-agreement', 'narrow'], ['complete-rental-agreement-no-payment', 'narrow'],
  ] as const)('lays %s out as %s, everything else as the standard grid (SHELL-71, DEC-105, UX-19)', (name, container) => {
    expect(routeOf(name).container).toBe(container)
    expect(own.filter((row) => row.container !== 'grid')).toHaveLength(8)
  })

  it('loads the card script on overview, agreement and test page only (SHELL-37)', () => {
    expect(own.filter((row) => row.scripts === 'card').map((row) => row.name)).toEqual(['overview', 'overview-precheckout', 'test-token', 'rental-agreement'])
  })

  it('asks before leaving the licence, upselling and the additional driver forward, and add-extras any way (SHELL-41, DEC-16)', () => {
    expect(own.filter((row) => row.leave === 'ask-forward').map((row) => row.name).sort()).toEqual(['additional-driver', 'driver-document-license', 'upselling'])
    expect(own.filter((row) => row.leave === 'ask-always').map((row) => row.name)).toEqual(['add-extras'])
  })

  it('is ambiguous at no address: where two paths fit, one has fewer parameters', () => {
    const paths = [...new Set(routes.map(({ path }) => path))]
    const pairs = paths.flatMap((one, at) => paths.slice(at + 1).map((other) => [one, other] as const))
    expect(pairs.filter(([one, other]) => overlap(one, other) && parametersOf(one) === parametersOf(other))).toEqual([])
    expect(pairs.filter(([one, other]) => overlap(one, other)).length).toBeGreaterThan(10)
  })

  it('tells screens that share a path apart, and serves the same page for them (DEC-17)', () => {
    for (const { path } of routes) {
      const screens = routes.filter((row) => row.path === path)
      if (screens.length === 1) expect(screens[0]?.when, path).toBeNull()
      else expect(new Set(screens.map(({ when }) => JSON.stringify(when ?? path))).size, path).toBe(screens.length)
      const facts = screens.map(({ document, preRendered, providerReturn, link, history }) => ({ document, preRendered, providerReturn, link, history }))
      for (const each of facts) expect(each, path).toEqual(facts[0])
      if (screens.length > 1) expect(screens.some(({ preRendered }) => preRendered), path).toBe(false)
    }
  })

  it('names screens that exist as likely next ones', () => {
    for (const { name, likelyNext } of routes) for (const next of Object.values(likelyNext ?? {})) expect(findRoute(next), `${name} -> ${next}`).toBeDefined()
  })

  it('refuses a row that shell and site could not keep', () => {
    const row = { name: 'park', module: 'mfe-parking', path: '/park' }
    expect(RouteRow.parse(row)).toMatchObject({ ...row, needs: 'reservation', document: 'plain' })
    for (const change of [{ path: 'park' }, { path: '/Park' }, { path: '/park/' }, { preRendered: true }, { scripts: 'card' }, { module: 'parking' }, { colour: 'red' }]) {
      expect(RouteRow.safeParse({ ...row, ...change }).success, JSON.stringify(change)).toBe(false)
    }
  })
})

describe('the screens at an address', () => {
  it('gives the parameters as they were written', () => {
    expect(matchAddress('/RESERVATION/AbCd_-12/Success/')).toMatchObject({ params: { guid: 'AbCd_-12' }, screens: [{ name: 'paymentLog' }] })
    expect(matchAddress('/completed/signed/AbCdEfGh/sig.1%2F2')?.params).toEqual({ guid: 'AbCdEfGh', id: 'sig.1/2' })
  })

  it.each(['/favicon.ico', '/short', '/a/b/c', `/${'x'.repeat(65)}`, '/precheckout/no', '/reservation/x/success', '/verify/other', '/%', '/completed/signed/AbCdEfGh/'])('%s: none', (path) => {
    expect(matchAddress(path)).toBeNull()
  })
})

describe('what the site serves at an address', () => {
  it.each([
    ['/', 'mfe-verification', 'verify-reservation'], ['/AbCd_-1234567890', 'mfe-verification', 'verify-guid'], ['/reservation', 'mfe-verification', null],
    ['/driver-details', 'mfe-driver', null], ['/extras', 'mfe-offers', null], ['/upselling', 'mfe-offers', null], ['/overview', 'mfe-payment', null],
    ['/reservation/AbCdEfGh/success', 'mfe-payment', 'paymentLog'], ['/reservation/AbCdEfGh/cancel', 'mfe-payment', 'paymentCancel'],
    ['/precheckout/AbCdEfGh', 'mfe-precheckout', 'precheckout-guid'], ['/precheckout', 'mfe-precheckout', null], ['/precheckout/steps', 'mfe-precheckout', null],
    ['/completed/signed/AbCdEfGh/sig.1', 'mfe-precheckout', 'complete-signed'], ['/complete', null, null],
    // What no link looks like leads to the beginning, once the page's code has read it.
    ['/precheckout/short', null, null], ['/reservation/a.b.c.d.e/success', null, null], ['/no/such/place', null, null],
    ['//', 'mfe-verification', 'verify-reservation'], ['/AbCdEfGh/', 'mfe-verification', 'verify-guid'], ['/Overview//', 'mfe-payment', null], ['/%6Fverview', 'mfe-payment', null], ['/%', null, null],
  ] as const)('%s: a page for %s, with %s in its HTML', (path, module, preRendered) => {
    expect(pageAt(path)).toMatchObject({ module, preRendered })
  })

  it.each(['/overview', '/Overview/', '/%6Fverview', '/RENTAL-AGREEMENT', '/test/token', '/reservation/AbCdEfGh/success', '/reservation/AbCdEfGh/cancel'])('%s is a payment page, however it is written', (path) => {
    expect(pageAt(path).document).toBe('payment')
  })

  it.each(['/', '/AbCdEfGh', '/overviews', '/overview/x', '/reservation', '/extras', '/precheckout/AbCdEfGh', '/completed/signed/AbCdEfGh/1', '/%'])('%s is none', (path) => {
    expect(pageAt(path).document).toBe('plain')
  })

  it.each([
    ['/', false], ['/verify-code', true], ['/verify-driver', true], ['/AbCdEfGh12345678', true], ['/precheckout/AbCdEfGh12345678', true], ['/reservation/AbCdEfGh12345678/success', true], ['/no/such/screen', false],
  ])('the page at %s calls the API before anybody touches it: %s (decision 0301)', (path, expected) => {
    expect(pageAt(path).callsAtOnce).toBe(expected)
  })

  it('knows the addresses that a provider sends a renter back to', () => {
    expect(own.filter(({ providerReturn }) => providerReturn).map(({ name }) => name)).toEqual(['paymentLog', 'paymentCancel', 'complete-signed'])
    expect(['/reservation/AbCdEfGh/success', '/completed/signed/AbCdEfGh/1', '/overview', '/reservation'].map((path) => pageAt(path).isProviderReturn)).toEqual([true, true, false, false])
  })
})
