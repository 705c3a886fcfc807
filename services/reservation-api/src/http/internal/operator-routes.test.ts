import type { TenantForOperators } from '@checkin/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aRenter } from '../../../test/fixtures/renter.fixture.ts'
import { adminToken, aFleetReservation, tenantSettings, wholeApi, type WholeApi } from '../../../test/fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

const ask = (method: 'GET' | 'PUT', path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) =>
  api.app.inject({ method, url: `/internal/v1${path}`, headers: { authorization: `Bearer ${adminToken}`, ...headers }, ...(body && { payload: body }) })
const renamed = (firmName: string) => ({ host: 'costaverde.localhost', settings: tenantSettings({ firmName }) })
const costaverde = async () => (await ask('GET', '/tenants')).json<{ tenants: { id: string; revision: number; settings: { firmName: string } }[] }>().tenants.find(({ id }) => id === 'costaverde')!

describe('a tenant\'s settings', () => {
  it('are changed against the revision that the operator saw: the second of two is refused', async () => {
    const { revision } = await costaverde()
    const headers = { 'if-match': `"${revision}"`, 'x-checkin-actor': 'Olga%20Ops' }
    expect((await ask('PUT', '/tenants/costaverde', { headers, body: renamed('Costa Nova') })).json()).toMatchObject({ revision: revision + 1 })
    const late = await ask('PUT', '/tenants/costaverde', { headers, body: renamed('Costa Velha') })
    expect(late.statusCode).toBe(412)
    expect(late.json()).toMatchObject({ code: 'RevisionChanged', data: { revision: revision + 1 } })
    expect((await costaverde()).settings.firmName).toBe('Costa Nova')
  })

  it('leave a record of who changed which, and the same settings again leave none', async () => {
    const before = await ask('GET', '/tenant-changes')
    await ask('PUT', '/tenants/costaverde', { body: renamed('Costa Nova') })
    expect((await ask('GET', '/tenant-changes')).json()).toEqual(before.json())
    expect(before.json<{ rows: object[] }>().rows[0]).toMatchObject({ host: 'costaverde.localhost', actor: 'Olga Ops', fields: ['firmName'] })
  })

  it('that an operator changed survive the next start of the demo', async () => {
    await ask('PUT', '/tenants/costaverde', { headers: { 'x-checkin-actor': 'demo' }, body: renamed('Costa Verde') })
    expect((await costaverde()).settings.firmName).toBe('Costa Nova')
  })

  it('cannot be unwritten from the record', async () => {
    await expect(api.database.kysely.deleteFrom('tenant_change').execute()).rejects.toThrow('permission denied')
  })

  it('are read of one tenant, and not at all where all are listed', async () => {
    const { body: one } = await ask('GET', '/tenants/costaverde')
    expect(JSON.parse(one)).toEqual(await costaverde())
    expect((await ask('GET', '/tenants/nobody')).json()).toMatchObject({ status: 404, code: 'UnknownTenant' })
    const { tenants } = (await ask('GET', '/tenant-summaries')).json<{ tenants: { id: string }[] }>()
    const { revision, settings: { firmName, currency, timeZone, modules, gateways }, changedAt, host } = JSON.parse(one) as TenantForOperators
    expect(tenants.find(({ id }) => id === 'costaverde')).toEqual({
      id: 'costaverde', host, revision, changedAt, firmName, currency, timeZone, steps: modules.filter(({ isEnabled }) => isEnabled).length, gateways: gateways.map(({ name }) => name),
    })
    expect(tenants.map(({ id }) => id)).toContain('alpen')
  })

  it('that cannot be read are told as such, and their tenant is listed with what they do say', async () => {
    await api.asAdmin(`insert into tenant (id, host, settings) values ('damaged', 'damaged.localhost', '{"firmName":"Damaged","modules":"none"}')`)
    expect((await ask('GET', '/tenants/damaged')).statusCode).toBe(503)
    const { tenants } = (await ask('GET', '/tenant-summaries')).json<{ tenants: { id: string }[] }>()
    expect(tenants.find(({ id }) => id === 'damaged')).toMatchObject({ firmName: 'Damaged', currency: null, steps: 0, gateways: [] })
    await api.asAdmin("delete from tenant where id = 'damaged'")
  })

  it.each(['/tenants', '/tenant-summaries', '/tenants/costaverde', '/check-ins', '/funnel', '/attention', '/tenant-changes'])('%s needs the admin token', async (path) => {
    expect((await ask('GET', path, { headers: { authorization: 'Bearer guess' } })).statusCode).toBe(401)
  })
})

describe('the day of a tenant', () => {
  it('counts reservations that were opened, once each, and nothing personal leaves', async () => {
    const one = await aRenter(api, 'D1', aFleetReservation())
    await api.session('costaverde', one.id, 'verified')
    await aRenter(api, 'D2', aFleetReservation())
    const answer = await ask('GET', '/check-ins')
    expect(answer.json()).toEqual({ rows: expect.arrayContaining([{ host: 'costaverde.localhost', started: 2, completed: 0 }, { host: 'alpen.localhost', started: 0, completed: 0 }]) as unknown })
    expect(answer.body).not.toContain('Silva')
  })

  it('shows a mail that could not be delivered to a person', async () => {
    const { id } = await api.stored('costaverde', 'D3')
    await api.database.withTenant('costaverde', (transaction) => transaction.insertInto('mail_outbox').values({
      tenant_id: 'costaverde', id: crypto.randomUUID(), kind: 'code', reservation_id: id, to_address: null, language: 'en', payload: null, state: 'failed', expires_at: new Date(),
    }).execute())
    expect((await ask('GET', '/attention')).json()).toMatchObject({ rows: [{ host: 'costaverde.localhost', kind: 'mail-undelivered', reference: 'D3' }] })
  })
})
