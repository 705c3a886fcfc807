import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Service } from '@checkin/server'
import { guarded, withTwoHosts } from '@checkin/server/testing/guarded-answers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionAnswers } from '../test/test-registry.fixture.ts'
import { upstream } from '../test/upstream.fixture.ts'
import { consoleService } from './app.ts'
import { testSettings } from '../test/test-settings.fixture.ts'

let service: Service
let registry: Awaited<ReturnType<typeof upstream>>
let pages: string
let port: number
beforeAll(async () => {
  registry = await upstream(sessionAnswers(() => ({ label: 'Olga', role: 'operator', module: null, hosts: null })).answers)
  pages = await mkdtemp(join(tmpdir(), 'console-'))
  await mkdir(join(pages, 'assets'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  await writeFile(join(pages, 'assets', 'main.js'), 'void 0')
  service = await consoleService(
    testSettings(pages, { names: ['ops.example'], demo: false }),
    { registry: registry.url, reservations: 'http://127.0.0.1:9' }, { level: 'silent' },
  )
  port = await service.listen({ port: 0 })
})
afterAll(async () => {
  await service.stop()
  registry.stop()
  await rm(pages, { recursive: true })
})

const own = { host: 'ops.example', origin: 'https://ops.example', 'x-checkin-console': '1' }
it.each([
  ['a page', '/tenants', '200', {}],
  ['an asset', '/assets/main.js', '200', {}],
  ['an asset that is none', '/assets/nothing.js', '404', {}],
  ['a call without a session', '/api/session', '401', { headers: own }],
  ['a call of another page', '/api/session', '403', {}],
  ['a session and its cookie', '/api/session', '200', { method: 'POST', headers: { ...own, 'content-type': 'application/json' }, body: JSON.stringify({ token: 'an-operator' }) }],
  ['another name', '/', '421', { headers: { host: 'evil.example' } }],
] as const)('the console guards every answer in production: %s (SEC-13, SEC-15, SEC-16)', async (_what, path, expected, request) => {
  expect(await guarded({ port, host: 'ops.example', byHttps: true }, path, request)).toBe(expected)
})

it('the console takes no request for two hosts (SEC-19)', async () => {
  expect(await withTwoHosts({ port, host: 'ops.example' }, '/')).toBe('400')
})
