import { databaseOutage } from '@checkin/testing/database-outage'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from './test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

describe('the registry while its database is away', () => {
  it('is answered with 503; the registry goes on with schedules and plans afterwards, and needs nobody for that', async () => {
    const outage = databaseOutage(registry.database.adminUrl)
    await outage.begin()
    for (const [method, path] of [['GET', '/modules'], ['GET', '/snapshot'], ['GET', '/audit'], ['PUT', '/publishers/offers'], ['GET', '/changes']] as const) {
      const answer = await registry.call(method, path, method === 'PUT' ? { body: { publicKey: registry.publicKey } } : {})
      expect([path, answer.status, answer.headers['retry-after']]).toEqual([path, 503, '2'])
      expect(answer.body).toMatchObject({ code: 'DatabaseUnavailable' })
    }
    await expect(registry.tick()).rejects.toMatchObject({ name: 'DatabaseUnavailable' })
    await outage.end()
    await registry.tick()
    expect((await registry.call('GET', '/modules')).status).toBe(200)
  })
})
