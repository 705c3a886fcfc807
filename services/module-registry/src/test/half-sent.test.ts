import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { internalFetch, type Service } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { closedWhileOthersAreServed, endHalfSentSoon } from '@checkin/testing/half-sent'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registryService } from '../app.ts'
import type { Tables } from '../storage/tables.ts'
import { newKey } from './test-registry.ts'

let database: TestDatabase<Tables>
let service: Service
let folder: string
let port: number
beforeAll(async () => {
  endHalfSentSoon()
  folder = await mkdtemp(join(tmpdir(), 'checkin-registry-'))
  database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  service = await registryService({ database, assetsDir: folder, signingKey: newKey(), demo: true, log: { level: 'silent' }, tickMs: 3_600_000 })
  port = await service.listen({ port: 0 })
})
afterAll(async () => {
  await service.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
  vi.unstubAllEnvs()
})

it.each([['headers', '408'], ['body', '401'], ['chunks', '401']] as const)(
  'clients that stop within their %s are closed after %s, while site servers get the snapshot', async (halfSent, status) => {
    const snapshot = () => internalFetch(`http://127.0.0.1:${port}/registry/v1/snapshot`)
    expect(await closedWhileOthersAreServed({ port, halfSent, path: '/registry/v1/modules/mfe-offers/versions', host: 'registry' }, snapshot)).toEqual(new Set([status]))
  })
