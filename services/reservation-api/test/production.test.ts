import { SettingsError } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tenantDirectory } from '../src/tenants/tenant-directory.ts'
import { apiSettings } from '../src/settings.ts'
import { adminToken, tenantSettings, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

const url = 'postgres://checkin@localhost/checkin'
const strong = 'a-token-that-nobody-can-guess-0123456789'

describe('settings', () => {
  it('in the demo only the database must be named', () => {
    expect(apiSettings({ DATABASE_URL: url, CHECKIN_PORT: '5000' })).toMatchObject({ demo: true, port: 5004, host: '127.0.0.1', adminToken: 'demo-admin' })
  })
  it('browsers come by https to names below the API\'s own, unless it is said that these are not its own (ASVS 3.4.1)', () => {
    expect([apiSettings({ DATABASE_URL: url }).hstsSubdomains, apiSettings({ DATABASE_URL: url, CHECKIN_HSTS_SUBDOMAINS: 'false' }).hstsSubdomains]).toEqual([true, false])
  })
  it.each([
    ['DATABASE_URL', {}], ['DATABASE_URL', { DATABASE_URL: 'mysql://x' }], ['CHECKIN_PORT', { DATABASE_URL: url, CHECKIN_PORT: 'high' }],
    ['CHECKIN_ADMIN_TOKEN', { DATABASE_URL: url, CHECKIN_MODE: 'production' }], ['CHECKIN_ADMIN_TOKEN', { DATABASE_URL: url, CHECKIN_MODE: 'production', CHECKIN_ADMIN_TOKEN: 'demo-admin-demo-admin-demo-admin' }],
  ])('a wrong setting is named: %s of %j', (variable, env) => {
    expect(() => apiSettings(env)).toThrow(SettingsError)
    expect(() => apiSettings(env)).toThrow(variable)
  })
})

describe('in production', () => {
  let api: WholeApi
  beforeAll(async () => { api = await wholeApi({ demo: false }) })
  afterAll(() => api.stop())

  it('the document of the API is not published', async () => {
    for (const path of ['/api/openapi.json', '/api/reference', '/fleet/v1/openapi.json', '/fleet/v1/reference', '/internal/v1/openapi.json', '/internal/v1/reference']) {
      expect((await api.call('GET', path)).json(), path).toMatchObject({ status: 404, code: 'NotFound' })
    }
  })
  it.each([['demo-fleet-newtenant-demo-fleet-newtenant', 400], ['too-short-a-token', 400], [strong, 200]])('the fleet token %s answers %i', async (fleetToken, status) => {
    const answer = await api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/newtenant', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'new.localhost', settings: tenantSettings(), fleetToken },
    })
    expect(answer.statusCode).toBe(status)
  })
  it('a token that was replaced opens nothing any more', async () => {
    const put = (fleetToken: string) => api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/newtenant', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'new.localhost', settings: tenantSettings(), fleetToken },
    })
    const ask = async (token: string) => (await api.app.inject({ url: '/fleet/v1/events', headers: { authorization: `Bearer ${token}` } })).statusCode
    await put(strong)
    expect(await ask(strong)).toBe(200)
    await put(`${strong}-new`)
    expect([await ask(strong), await ask(`${strong}-new`)]).toEqual([401, 200])
  })
  it('a tenant\'s settings are kept for a moment, and a host that is no tenant is never remembered', async () => {
    let now = 0
    const directory = tenantDirectory(api.database.kysely, { keepMs: 1000, now: () => now })
    expect(await directory.byHost('late.localhost')).toBeNull()
    const rename = (firmName: string) => api.app.inject({
      method: 'PUT', url: '/internal/v1/tenants/latetenant', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'late.localhost', settings: tenantSettings({ firmName }) },
    })
    const name = async () => (await directory.byHost('late.localhost'))?.settings.firmName
    await rename('First')
    expect(await name()).toBe('First')
    await rename('Second')
    expect(await name()).toBe('First')
    now = 1001
    expect(await name()).toBe('Second')
  })
})
