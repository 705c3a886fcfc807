import { guardsOf } from '@checkin/server/testing/guarded-answers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from './test-registry.ts'

let registry: TestRegistry
beforeAll(async () => { registry = await testRegistry({ demo: false, hstsSubdomains: false }) })
afterAll(() => registry.close())

describe('the registry guards every answer in production (SEC-13, SEC-16, ASVS 3.4.1)', () => {
  it.each([
    ['what is public', '/registry/v1/status', 200], ['what sites poll', '/registry/v1/snapshot', 200], ['a call of operators without their token', '/registry/v1/tenants', 401],
    ['what does not exist', '/nothing', 404], ['a probe', '/healthz', 200], ['metrics', '/metrics', 200],
  ])('%s', async (_what, path, code) => {
    const { status, headers } = await registry.stranger(path)
    expect(guardsOf({ status, headers }, true)).toBe(String(code))
  })

  it('names below its own are left to other systems where the installation says so (CHECKIN_HSTS_SUBDOMAINS)', async () => {
    expect((await registry.stranger('/healthz')).headers['strict-transport-security']).toBe('max-age=63072000')
  })
})

it('the demo, which is one machine without TLS, asks no browser to come by https', async () => {
  const demo = await testRegistry()
  expect((await demo.stranger('/healthz')).headers['strict-transport-security']).toBeUndefined()
  await demo.close()
})
