import { expect, it } from 'vitest'
import { isLoopback, requireTlsDatabase, requireTlsHops } from './plain-hops.ts'

it.each([
  ['localhost', true], ['costaverde.localhost', true], ['127.0.0.1', true], ['127.8.8.8', true], ['::1', true], ['[::1]', true],
  ['127.0.0.1.evil.example', false], ['localhost.evil.example', false], ['10.0.0.1', false], ['api', false], ['0.0.0.0', false],
])('%s is this machine itself: %s (SEC-13)', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

it('names every address that would be called in clear text (SEC-13)', () => {
  const addresses = { ONE: 'http://one:1', TWO: 'https://two', THREE: 'http://localhost:3', FOUR: undefined, FIVE: 'http://five' }
  expect(() => { requireTlsHops(addresses, { demo: false, plainHops: false }) }).toThrow(/ONE: [^]*FIVE: /)
  expect(() => { requireTlsHops(addresses, { demo: false, plainHops: false }) }).not.toThrow(/TWO|THREE|FOUR/)
  for (const mode of [{ demo: true, plainHops: false }, { demo: false, plainHops: true }]) requireTlsHops(addresses, mode)
})

it.each([
  ['postgres://a:b@db.internal/checkin', false], ['postgres://a:b@db.internal/checkin?sslmode=require', false], ['postgres://a:b@db.internal/checkin?sslmode=no-verify', false],
  ['postgres://a:b@localhost/checkin?host=db.internal', false], ['postgres://a:b@db.internal/checkin?sslmode=verify-full&sslrootcert=/etc/ca.pem', true],
  ['postgres://a:b@127.0.0.1/checkin', true], ['postgres://a:b@localhost/checkin?host=/run/postgresql', true],
])('a database at %s may be used in production: %s (ASVS 12.3.1)', (address, expected) => {
  const required = (mode: Parameters<typeof requireTlsDatabase>[1]) => () => { requireTlsDatabase(address, mode) }
  if (expected) expect(required({ demo: false, plainHops: false })).not.toThrow()
  else expect(required({ demo: false, plainHops: false })).toThrow(/DATABASE_URL: must say sslmode=verify-full/)
  for (const mode of [{ demo: true, plainHops: false }, { demo: false, plainHops: true }]) expect(required(mode)).not.toThrow()
})
