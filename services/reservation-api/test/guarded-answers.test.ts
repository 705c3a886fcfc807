import type { AddressInfo } from 'node:net'
import { guardsOf, withTwoHosts } from '@checkin/server/testing/guarded-answers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi({ demo: false }) })
afterAll(() => api.stop())

it.each([
  ['data', '/api/config', 200], ['a call that is not made by this method', '/api/reservation', 405], ['what does not exist', '/api/nothing', 404], ['a call of a company without its token', '/fleet/v1/readings', 401],
  ['a call of operators without their token', '/internal/v1/tenants', 401], ['a probe', '/healthz', 200], ['metrics', '/metrics', 200],
])('the API guards every answer in production: %s (SEC-13, SEC-16)', async (_what, path, status) => {
  const { statusCode, headers } = path.startsWith('/api') ? await api.call('GET', path) : await api.app.inject(path)
  expect(guardsOf({ status: statusCode, headers }, true)).toBe(String(status))
})

it('the API takes no request for two hosts (SEC-19)', async () => {
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  expect(await withTwoHosts({ port: (api.app.server.address() as AddressInfo).port, host: 'costaverde.localhost' }, '/api/config')).toBe('400')
})

it('the API leaves names below its own to other systems where the installation says so, and asks no browser of the demo to come by https (CHECKIN_HSTS_SUBDOMAINS)', async () => {
  for (const [options, asked] of [[{ demo: false, hstsSubdomains: false }, 'max-age=63072000'], [{ demo: false }, 'max-age=63072000; includeSubDomains'], [{}, undefined]] as const) {
    const other = await wholeApi(options)
    expect((await other.app.inject('/healthz')).headers['strict-transport-security']).toBe(asked)
    await other.stop()
  }
})
