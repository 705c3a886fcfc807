import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { internalFetch, type Service } from '@checkin/server'
import { slowClient } from '@checkin/testing/slow-clients'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleService } from './app.ts'

const patience = { timeout: 30_000, interval: 100 }
let service: Service
let pages: string
let port: number
beforeAll(async () => {
  vi.stubEnv('CHECKIN_HEADER_SECONDS', '2')
  vi.stubEnv('CHECKIN_BODY_SECONDS', '2')
  vi.stubEnv('CHECKIN_BODY_STALL_SECONDS', '2')
  pages = await mkdtemp(join(tmpdir(), 'console-'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    { port: 0, listenOn: '127.0.0.1', names: ['ops.localhost'], secret: 'a secret of this test', adminToken: 'the-admin-token', demo: true, openId: null, pages },
    { registry: 'http://127.0.0.1:9', reservations: 'http://127.0.0.1:9' }, { level: 'silent' },
  )
  port = await service.listen({ port: 0 })
})
afterAll(async () => {
  await service.stop()
  await rm(pages, { recursive: true })
  vi.unstubAllEnvs()
})

it.each([['headers', '408'], ['body', '403'], ['chunks', '403']] as const)('clients that stop within their %s are closed after %s, while operators get their pages', async (halfSent, status) => {
  const clients = Array.from({ length: 30 }, () => slowClient({ port, halfSent, path: '/api/session', host: 'ops.localhost' }))
  const operators = Array.from({ length: 10 }, () => internalFetch(`http://ops.localhost:${port}/`))
  expect((await Promise.all(operators)).map((answer) => answer.status)).toEqual(operators.map(() => 200))
  await expect.poll(() => clients.filter((each) => !each.isClosed()).length, patience).toBe(0)
  expect(new Set(clients.map((each) => each.heard().split(' ')[1]))).toEqual(new Set([status]))
})
