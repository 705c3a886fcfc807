import { securityEvents } from '@checkin/server/security-events'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const own = securityEvents.filter(({ service }) => service === 'reservation-api')
/** Names of the events that the service wrote so far. */
const written = (): readonly string[] => api.logs().split('\n').flatMap((line) => /"event\.name":"([^"]+)"/.exec(line)?.[1] ?? [])

describe('security events of the API (DEC-216)', () => {
  it('each name a call that this service has', () => {
    for (const { name, call } of own) {
      if (call === undefined) continue
      const [method = '', url = ''] = call.split(' ')
      expect(api.app.hasRoute({ method: method, url }), `${name}: ${call}`).toBe(true)
    }
  })

  it('come from the real handlers, once for each call', async () => {
    const { id } = await api.stored('costaverde', 'E1', undefined)
    const { token } = await api.session('costaverde', id, 'pending')
    const { token: verified } = await api.session('costaverde', id)
    const happened: readonly (readonly [string, () => Promise<{ readonly json: () => unknown; readonly statusCode: number }>])[] = [
      ['renter.code.refused', () => api.call('GET', '/api/validate/123456', { token })],
      ['renter.code.refused', () => api.call('POST', '/api/validate', { token, body: { code: '123456' } })],
      ['renter.lookup.refused', () => api.call('POST', '/api/reservation/prelookup', { body: { reference: 'NOSUCH', surname: 'Nobody', checkoutdate: '', mail: '' } })],
      ['renter.link.refused', () => api.call('GET', `/api/reservation/resume/${'x'.repeat(43)}`)],
      ['renter.link.refused', () => api.call('POST', '/api/reservation/resume', { body: { guid: 'x'.repeat(43) } })],
      ['renter.page.foreign', () => api.call('POST', '/api/analytics', { token: verified, body: {}, headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } })],
      ['credential.refused', () => api.call('GET', '/api/draft')],
      ['host.refused', () => api.call('GET', '/api/config', { host: 'nobody.localhost' })],
      ['callback.refused', () => api.app.inject({ method: 'POST', url: '/provider/v1/card/callback/costaverde', payload: '{}', headers: { 'content-type': 'application/json' } })],
      ['signature.callback.refused', () => api.app.inject({ method: 'POST', url: '/provider/v1/sign/callback/costaverde', payload: '{}', headers: { 'content-type': 'application/json' } })],
      ['wallet.device.refused', () => api.call('POST', `/api/wallet/apple/v1/devices/d1/registrations/pass.example/${id}`, { body: { pushToken: '00'.repeat(32) } })],
      ['wallet.pass.refused', () => api.call('GET', `/api/wallet/apple/v1/passes/pass.example/${id}`)],
      ['fleet.token.made', () => api.fleet('costaverde', 'POST', '/tokens', {})],
      ['data.exported', () => api.fleet('costaverde', 'GET', '/reservations/E1/personal-data')],
      ['data.erased', () => api.fleet('costaverde', 'DELETE', '/reservations/E1/personal-data')],
    ]
    for (const [name, call] of happened) {
      const before = written().length
      const { statusCode } = await call()
      expect([name, written().slice(before)], `answered ${statusCode}`).toEqual([name, [name]])
    }
  })
})
