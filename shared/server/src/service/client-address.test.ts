import { expect, it } from 'vitest'
import { clientAddress } from './client-address.ts'

const secret = 'the-proxy-secret-of-this-test'

it.each([
  ['the site server says it with the secret', { 'x-checkin-client': '203.0.113.7', 'x-checkin-proxy': secret }, '203.0.113.7'],
  ['somebody says it without the secret', { 'x-checkin-client': '203.0.113.7' }, '127.0.0.1'],
  ['somebody says it with a wrong secret', { 'x-checkin-client': '203.0.113.7', 'x-checkin-proxy': 'guess' }, '127.0.0.1'],
  ['nobody says anything', {}, '127.0.0.1'],
])('the address of the renter when %s', (_case, headers, expected) => {
  expect(clientAddress({ headers, ip: '127.0.0.1' }, secret)).toBe(expected)
})
