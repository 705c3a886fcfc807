import { routes } from '@checkin/routes'
import { describe, expect, it } from 'vitest'
import { addressOf, endingOf, isLink, visitOf } from './addresses.ts'

const main = { mode: 'main', completion: null } as const
const token = 'aB3_'.repeat(10)
const example = (path: string): string => path.replace(':guid', token).replace(':id', '17')

describe('from address to screen and back', () => {

  it.each(routes.filter(({ when }) => when === null))('$name: its address $path opens it and nothing else (SHELL-33)', ({ name, path }) => {
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
    expect(addressOf({ name: 'complete-signed', params: { guid: token, id: 'sig.1/2' }, query: {} })).toBe(`/completed/signed/${token}/sig.1%2F2`)
    expect(addressOf({ name: 'precheckout-guid', params: { guid: token }, query: {} })).toBe(`/precheckout/${token}`)
  })

  it('knows which ending a completion shows, and which addresses bring all that they need', () => {
    expect([endingOf('ra')?.name, endingOf('complete')?.name, endingOf(null)]).toEqual(['complete-rental-agreement', 'complete', null])
    expect([`/${token}`, `/precheckout/${token}`, `/completed/signed/${token}/17`].every(isLink)).toBe(true)
    expect(['/', '/precheckout/steps', `/reservation/${token}/success`, '/short'].some(isLink)).toBe(false)
  })
})
