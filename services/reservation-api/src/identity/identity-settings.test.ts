import { describe, expect, it } from 'vitest'
import { identitySettings } from './identity-settings.ts'
import { siteAddress } from '../tenants/site-address.ts'

const secrets = { CHECKIN_CODE_SECRET: 'a-secret-for-codes-of-this-test', CHECKIN_PROXY_SECRET: 'a-secret-for-proxies-of-this-test' }

describe('settings of identity', () => {
  it('are the decided ones in production (DEC-08, DEC-09, DEC-77, DEC-85, DEC-311)', () => {
    const settings = identitySettings({ ...secrets, CHECKIN_MODE: 'production' })
    expect(settings).toMatchObject({
      reference: { misses: 5, beyond: 'work' }, network: { misses: 20, windowSeconds: 3600, lockSeconds: 900 }, link: { misses: 10, windowSeconds: 60 },
      code: { lifetimeSeconds: 600, tries: 5, perHour: 3, resendSeconds: 55 }, session: { idleSeconds: 1800, totalSeconds: 14_400 }, sessions: { most: 10 },
    })
    expect(siteAddress(settings.site, 'rent.example')).toBe('https://rent.example')
  })

  it('let the visitors of a demo share its reservations, with the same guard against guessing (DEC-09)', () => {
    const settings = identitySettings({ ...secrets, CHECKIN_PORT: '5000' })
    expect(settings).toMatchObject({ reference: { misses: 5 }, network: { misses: 20 }, code: { perHour: 60, resendSeconds: 0 }, sessions: { most: 1000 } })
    expect(siteAddress(settings.site, 'costaverde.localhost')).toBe('http://costaverde.localhost:5000')
  })

  it.each([
    ['CHECKIN_CODE_SECRET', 'short'], ['CHECKIN_REFERENCE_MISSES', '0'], ['CHECKIN_NETWORK_MISSES', 'many'], ['CHECKIN_MISS_FLOOR_MS', '-1'], ['CHECKIN_SESSION_HOURS', 'x'],
  ])('name the variable %s when it cannot be used', (name, value) => {
    expect(() => identitySettings({ ...secrets, [name]: value })).toThrow(name)
  })
})
