import { describe, expect, it } from 'vitest'
import { clientAddress, networkOf, siteNetworkOf } from './addresses.ts'
import { isFromSite, siteKey, type SiteProof } from './site-proof.ts'

describe('the network of a renter', () => {
  it.each([
    ['203.0.113.7', '203.0.113.0/24'], ['203.0.113.254', '203.0.113.0/24'], ['::ffff:203.0.113.9', '203.0.113.0/24'],
    ['2001:db8:1:2aff::1', '2001:0db8:0001:2a00::/56'], ['2001:DB8:1:2a01:9:9:9:9', '2001:0db8:0001:2a00::/56'], ['2001:db8::1', '2001:0db8:0000:0000::/56'],
    ['::1', '0000:0000:0000:0000::/56'], ['fe80::1%eth0', 'fe80:0000:0000:0000::/56'],
    ['no address', 'unknown'], ['', 'unknown'],
  ])('of %s is %s (DEC-09)', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })

  it.each([
    ['2001:db8:1:2aff::1', '2001:0db8:0001::/48'], ['2001:db8:1:ff00::9', '2001:0db8:0001::/48'], ['2001:db8::1', '2001:0db8:0000::/48'], ['203.0.113.7', null], ['::ffff:203.0.113.9', null], ['no address', null],
  ])('of %s is part of %s (DEC-158)', (address, network) => {
    expect(siteNetworkOf(address)).toBe(network)
  })

  it('is another one a network further (DEC-09)', () => {
    expect(networkOf('203.0.114.7')).not.toBe(networkOf('203.0.113.7'))
    expect(networkOf('2001:db8:1:2b00::1')).not.toBe(networkOf('2001:db8:1:2aff::1'))
  })
})

const secret = 'the-proxy-secret-of-this-test'

it.each([
  ['the site server says it with its key', { 'x-checkin-client': '203.0.113.7', 'x-checkin-key': siteKey(secret, 'client-address') }, '203.0.113.7'],
  ['a site of the release before says it with the secret', { 'x-checkin-client': '203.0.113.7', 'x-checkin-proxy': secret }, '203.0.113.7'],
  ['somebody says it without the secret', { 'x-checkin-client': '203.0.113.7' }, '127.0.0.1'],
  ['somebody says it with a wrong secret', { 'x-checkin-client': '203.0.113.7', 'x-checkin-proxy': 'guess' }, '127.0.0.1'],
  ['nobody says anything', {}, '127.0.0.1'],
])('the address of the renter when %s', (_case, headers, expected) => {
  expect(clientAddress({ headers, ip: '127.0.0.1' }, secret)).toBe(expected)
})

describe('the keys of a site server (SEC-25)', () => {
  const proofs: readonly SiteProof[] = ['client-address', 'reports', 'session-end']

  it.each(proofs)('open one thing each: %s', (proof) => {
    expect(proofs.filter((each) => isFromSite({ 'x-checkin-key': siteKey(secret, proof) }, secret, each))).toEqual([proof])
  })

  it('do not tell the secret, and are others where it is another', () => {
    expect(new Set([...proofs.map((proof) => siteKey(secret, proof)), ...proofs.map((proof) => siteKey(`${secret}2`, proof)), secret]).size).toBe(7)
  })

  it('are looked at first: a wrong one is not made up for by the secret of before', () => {
    expect(isFromSite({ 'x-checkin-key': 'wrong', 'x-checkin-proxy': secret }, secret, 'reports')).toBe(false)
    expect(isFromSite({}, secret, 'reports')).toBe(false)
  })
})
