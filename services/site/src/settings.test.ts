import { describe, expect, it } from 'vitest'
import { siteLimits } from './settings.ts'

describe('the limits of the site', () => {
  it('have their standard values when nothing is set', () => {
    expect(siteLimits({})).toEqual({
      connectionsPerNetwork: 256, bodiesPerNetwork: 128, uploadsPerNetwork: 16, apiConnections: 256, apiUploads: 64, queueMs: 3000, connectMs: 1000, readMs: 15_000, writeMs: 120_000,
    })
  })

  it.each([['CHECKIN_BODIES_PER_NETWORK', '0'], ['CHECKIN_UPLOADS_PER_NETWORK', 'many'], ['CHECKIN_PROXY_CONNECTIONS', '1.5'], ['CHECKIN_PROXY_WRITE_MS', '0']])(
    'are named when they cannot be used: %s=%s', (variable, value) => {
      expect(() => siteLimits({ [variable]: value })).toThrow(`${variable}: must be`)
    })
})
