import type { Service } from '@checkin/server'
import { guarded, withTwoHosts } from '@checkin/server/testing/guarded-answers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../test/whole-site.fixture.ts'

let site: WholeSite
let api: Service
beforeAll(async () => {
  api = anApi()
  api.app.get('/api/countries', () => [])
  api.app.get('/api/paper', (_request, reply) => reply.type('application/pdf').send('%PDF-'))
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), demo: false })
})
afterAll(async () => {
  await site.stop()
  await api.stop()
})

it.each([
  ['a page and its cookies', '/', '200', {}],
  ['a page that does not exist', '/nowhere/at/all', '404', {}],
  ['an asset that is none', '/assets/nothing.js', '404', {}],
  ['the manifest', '/manifest.webmanifest', '200', {}],
  ['data of the API', '/api/countries', '200', {}],
  ['a paper of the API', '/api/paper', '200', {}],
  ['a call that is none', '/api/nothing', '404', {}],
  ['a report of a browser', '/beacon/policy', '204', { method: 'POST', headers: { 'content-type': 'application/csp-report' }, body: '{}' }],
  ['another name', '/', '421', { headers: { host: 'evil.example' } }],
] as const)('the site guards every answer in production: %s (SEC-13, SEC-15, SEC-16)', async (_what, path, expected, request) => {
  expect(await guarded({ port: site.port, host: tenant, byHttps: true }, path, request)).toBe(expected)
})

it('the site takes no request for two hosts (SEC-19)', async () => {
  expect(await withTwoHosts({ port: site.port, host: tenant }, '/')).toBe('400')
})
