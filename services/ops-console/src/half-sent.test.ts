import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { internalFetch, type Service } from '@checkin/server'
import { closedWhileOthersAreServed, endHalfSentSoon } from '@checkin/testing/half-sent'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { consoleService } from './app.ts'
import { testSettings } from '../test/test-settings.fixture.ts'

let service: Service
let pages: string
let port: number
beforeAll(async () => {
  endHalfSentSoon()
  pages = await mkdtemp(join(tmpdir(), 'console-'))
  await writeFile(join(pages, 'index.html'), '<!doctype html><title>Control room</title>')
  service = await consoleService(
    testSettings(pages),
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
  const page = () => internalFetch(`http://ops.localhost:${port}/`)
  expect(await closedWhileOthersAreServed({ port, halfSent, path: '/api/session', host: 'ops.localhost' }, page)).toEqual(new Set([status]))
})
