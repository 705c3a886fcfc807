import { describe, expect, it } from 'vitest'
import { consoleSettings } from './settings.ts'

const env = { CHECKIN_MODE: 'production', CHECKIN_OPS_SECRET: 'qM3vT8xK1nR5wZ7pL2dY9sB4', CHECKIN_ADMIN_TOKEN: 'hG6jF2aV8cX4eU1iO7tQ3kN9' }

describe('what the console calls in production (SEC-13, REL-9)', () => {
  it.each([['CHECKIN_API_URL', 'http://api:4004'], ['CHECKIN_REGISTRY_URL', 'http://registry:4005']])('is not called in clear text: %s=%s', (variable, address) => {
    expect(() => consoleSettings({ ...env, [variable]: address })).toThrow(`${variable}: must be an https address in production`)
    expect(consoleSettings({ ...env, [variable]: address, CHECKIN_PLAIN_HOPS: 'true' }).demo).toBe(false)
  })

  it('is called with TLS, or on this very machine', () => {
    expect(consoleSettings({ ...env, CHECKIN_API_URL: 'https://api.inside.example/' }).upstreams).toEqual({ registry: 'http://127.0.0.1:4005', reservations: 'https://api.inside.example' })
  })
})

it('whom to tell about a weakness is read with its end (DEC-252)', () => {
  const { securityTxt } = consoleSettings({ ...env, CHECKIN_SECURITY_CONTACT: 'mailto:security@example.com', CHECKIN_SECURITY_EXPIRES: '2027-06-30T00:00:00Z' })
  expect(securityTxt).toEqual({ contacts: new Map([['', 'mailto:security@example.com']]), expires: '2027-06-30T00:00:00Z' })
  expect(consoleSettings(env).securityTxt).toBeNull()
})

it('browsers come by https to names below the console\'s own, unless it is said that these are not its own (ASVS 3.4.1)', () => {
  expect([consoleSettings(env).hstsSubdomains, consoleSettings({ ...env, CHECKIN_HSTS_SUBDOMAINS: 'false' }).hstsSubdomains]).toEqual([true, false])
})
