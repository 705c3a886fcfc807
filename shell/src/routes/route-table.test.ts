import { moduleNames, routeNames } from '@checkin/remote'
import { describe, expect, it } from 'vitest'
import { addressOf, visitOf } from './addresses.ts'
import { frames, routeOf, routeTable, tags } from './route-table.ts'

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

const main = { mode: 'main', completion: null } as const
const token = 'aB3_'.repeat(10)
const example = (path: string): string => path.replace(':guid', token).replace(':id', '17')

describe('the table of screens', () => {
  it('has every screen of the specification once: 29 names on 26 paths', () => {
    expect(routeTable.map((row) => row.name)).toEqual(specified.map(([, name]) => name))
    expect([...routeTable.map((row) => row.name)].sort()).toEqual([...routeNames].sort())
    expect(new Set(routeTable.map((row) => row.path)).size).toBe(26)
  })

  it.each(specified)('%s: %s stands at %s (safe %s, frame %s, tag %s)', (_id, name, path, safe, frame, tag) => {
    expect(routeOf(name as never)).toMatchObject({ path, safe, frame, tag })
  })

  it('uses frames and tags of the set only (SHELL-40)', () => {
    for (const row of routeTable) {
      expect(frames).toContain(row.frame)
      if (row.tag !== null) expect(tags).toContain(row.tag)
      expect(moduleNames).toContain(row.module)
    }
  })

  it('gives each module its own screens', () => {
    const of = (module: string): string[] => routeTable.filter((row) => row.module === module).map((row) => row.name)
    expect(of('mfe-verification')).toEqual(['verify-reservation', 'verify-guid', 'verify-code', 'reservation'])
    expect(of('mfe-driver')).toEqual(['verify-driver', 'driver-details', 'driver-contact', 'driver-document', 'driver-document-license'])
    expect(of('mfe-offers')).toEqual(['additional-driver', 'add-extras', 'extras', 'upselling'])
    expect(of('mfe-payment')).toEqual(['overview', 'overview-precheckout', 'paymentLog', 'paymentCancel', 'complete', 'test-token'])
    expect(of('mfe-precheckout')).toHaveLength(10)
  })

  it.each([
    ['extras', 'upgrade'], ['upselling', 'full'], ['overview', 'narrow'], ['overview-precheckout', 'narrow'], ['precheckout', 'narrow'],
  ] as const)('lays %s out as %s, everything else as the standard grid (SHELL-71)', (name, container) => {
    expect(routeOf(name).container).toBe(container)
    expect(routeTable.filter((row) => row.container !== 'grid')).toHaveLength(5)
  })

  it('loads the card script on overview, agreement and test page only (SHELL-37)', () => {
    expect(routeTable.filter((row) => row.scripts === 'card').map((row) => row.name)).toEqual(['overview', 'overview-precheckout', 'rental-agreement', 'test-token'])
  })

  it('asks before leaving the licence, upselling and the additional driver forward, and add-extras any way (SHELL-41, DEC-16)', () => {
    expect(routeTable.filter((row) => row.leave === 'ask-forward').map((row) => row.name).sort()).toEqual(['additional-driver', 'driver-document-license', 'upselling'])
    expect(routeTable.filter((row) => row.leave === 'ask-always').map((row) => row.name)).toEqual(['add-extras'])
  })
})

describe('from address to screen and back', () => {
  const single = specified.filter(([, , path]) => path !== '/overview' && path !== '/complete')

  it.each(single)('%s: the address of %s opens it and nothing else (SHELL-33)', (_id, name, path) => {
    expect(visitOf(example(path), '', main)?.name).toBe(name)
  })

  it.each([
    ['/overview', 'main', null, 'overview'], ['/overview', 'precheckout', null, 'overview-precheckout'],
    ['/complete', 'main', 'complete', 'complete'], ['/complete', 'precheckout', 'ra', 'complete-rental-agreement'],
    ['/complete', 'precheckout', 'ra-no-payment', 'complete-rental-agreement-no-payment'],
  ] as const)('%s in mode %s with completion %s is %s (DEC-17)', (path, mode, completion, name) => {
    expect(visitOf(path, '', { mode, completion })?.name).toBe(name)
  })

  it('has no screen for /complete before anything is complete (DEC-17)', () => {
    expect(visitOf('/complete', '', main)).toBeNull()
  })

  it.each(['/favicon.ico', '/short', '/a/b/c', `/${'x'.repeat(65)}`, '/über-uns-und-mehr', '/precheckout/no', '/reservation/x/success', '/verify/other'])(
    'knows no screen at %s, so nothing is asked of the server (SHELL-33, DEC-04)', (path) => {
      expect(visitOf(path, '', main)).toBeNull()
    })

  it('takes a link token of 8 to 64 characters (DEC-04)', () => {
    expect(visitOf('/abcd1234', '', main)).toMatchObject({ name: 'verify-guid', params: { guid: 'abcd1234' } })
    expect(visitOf(`/${'x'.repeat(64)}`, '', main)?.name).toBe('verify-guid')
  })

  it('opens the steps, not a link called "steps" (SHELL-25)', () => {
    expect(visitOf('/precheckout/steps', '', main)).toEqual({ name: 'precheckout-steps', params: {}, query: {} })
  })

  it('hands the query to the screen (DEC-14, DEC-68)', () => {
    expect(visitOf('/verify-driver', '?isBack=true', main)?.query).toEqual({ isBack: 'true' })
    expect(addressOf({ name: 'verify-driver', params: {}, query: { isBack: 'true' } })).toBe('/verify-driver?isBack=true')
    expect(addressOf({ name: 'precheckout-guid', params: { guid: token }, query: {} })).toBe(`/precheckout/${token}`)
  })
})
