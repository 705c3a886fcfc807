import { internalContract } from '@checkin/internal'
import { looksAtPrimary, type Looks } from '@checkin/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Tables } from '../src/tables.ts'
import { apiSettings } from '../src/settings.ts'
import { adminToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

/** Whose rows were looked at since the last call; `all` of what no tenant's wall stands around. */
const looked: string[] = []
let api: WholeApi
let reservation: { readonly id: string; readonly number: string }
beforeAll(async () => {
  api = await wholeApi({
    looks: (database): Looks<Tables> => {
      const looks = looksAtPrimary(database)
      return {
        withTx: (work) => { looked.push('all'); return looks.withTx(work) },
        withTenant: (tenantId, work) => { looked.push(tenantId); return looks.withTenant(tenantId, work) },
      }
    },
  })
  reservation = await api.stored('costaverde', 'LOOK1')
  const { token } = await api.session('costaverde', reservation.id)
  await api.call('GET', `/api/reservation/modules/status/${reservation.number}`, { token })
})
afterAll(() => api.stop())
beforeEach(() => { looked.length = 0 })

const operator = async (path: string) => {
  const { statusCode, body } = await api.app.inject({ method: 'GET', url: path, headers: { authorization: `Bearer ${adminToken}` } })
  return { statusCode, answer: body === '' ? null : JSON.parse(body) as { rows?: readonly object[] } }
}
const reads = Object.values(internalContract).filter(({ method, access }) => method === 'GET' && access === 'operator')
const fromReplica = ['countCheckIns', 'countOfferAnswers', 'listTenantChanges', 'listStations']
/** A path whose parameters name what exists, where this company has something of the kind. */
const filled = (path: string): string => Object.entries({ id: 'costaverde', reference: 'LOOK1', language: 'en', kind: 'card', revision: '1', draftId: crypto.randomUUID(), item: 'none', host: 'costaverde.localhost' })
  .reduce((text, [name, value]) => text.replace(`:${name}`, value), path)

describe('what operators only look at may come from a replica (DEC-365)', () => {
  it('and is right there: what they see needs no write', async () => {
    const { answer: checkIns } = await operator('/internal/v1/check-ins')
    expect(checkIns?.rows).toContainEqual({ host: 'costaverde.localhost', started: 1, completed: 0 })
    expect(looked).toEqual(['all', 'costaverde', 'all'])
    expect((await operator('/internal/v1/tenant-changes')).answer?.rows?.length).toBeGreaterThan(1)
    expect((await operator('/internal/v1/tenants/costaverde/stations')).answer?.rows).toContainEqual(expect.objectContaining({ place: 'Lisbon Airport' }))
    expect((await operator('/internal/v1/tenants/nobody/stations')).statusCode).toBe(404)
  })

  it.each(reads.filter(({ name }) => fromReplica.includes(name)))('$name', async ({ path }) => {
    expect((await operator(filled(path))).statusCode).toBe(200)
    expect(looked.length).toBeGreaterThan(0)
  })

  it.each(reads.filter(({ name }) => !fromReplica.includes(name)))('but not $name, upon which somebody acts or which shows what was just written', async ({ path }) => {
    await operator(filled(path))
    expect(looked).toEqual([])
  })

  it('but nothing that renters and companies read', async () => {
    const { token } = await api.session('costaverde', reservation.id)
    await api.call('GET', `/api/reservation/modules/status/${reservation.number}`, { token })
    for (const path of ['/reservations', '/reservations/LOOK1', '/events', '/tokens', '/reservations/LOOK1/personal-data']) expect((await api.fleet('costaverde', 'GET', path)).statusCode).toBe(200)
    expect(looked).toEqual([])
  })
})

describe('the address of a replica (DEC-365)', () => {
  const production = { CHECKIN_MODE: 'production', CHECKIN_ADMIN_TOKEN: 'an-admin-token-of-these-tests-that-is-long-enough-7f3a', DATABASE_URL: 'postgres://checkin@db.internal/checkin?sslmode=verify-full' }
  const replica = 'postgres://checkin@replica.internal/checkin'
  it('is nobody\'s by default', () => {
    expect([apiSettings(production).replicaUrl, apiSettings({ ...production, CHECKIN_REPLICA_URL: '' }).replicaUrl]).toEqual([null, null])
  })
  it('is one of PostgreSQL by TLS, as that of the primary, and a refusal names the variable alone', () => {
    expect(() => apiSettings({ ...production, CHECKIN_REPLICA_URL: replica })).toThrow(/^These settings cannot be used:\n {2}CHECKIN_REPLICA_URL: must say sslmode=verify-full/)
    expect(() => apiSettings({ ...production, CHECKIN_REPLICA_URL: 'mysql://replica' })).toThrow(/CHECKIN_REPLICA_URL: must begin with postgres/)
    expect(apiSettings({ ...production, CHECKIN_REPLICA_URL: `${replica}?sslmode=verify-full` }).replicaUrl).toBe(`${replica}?sslmode=verify-full`)
    expect(apiSettings({ ...production, CHECKIN_PLAIN_HOPS: 'true', CHECKIN_REPLICA_URL: replica }).replicaUrl).toBe(replica)
  })
})
