import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { internalFetch, type Service } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { slowClient } from '@checkin/testing/slow-clients'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registryService } from '../app.ts'
import type { Tables } from '../storage/tables.ts'
import { newKey } from './test-registry.ts'

const patience = { timeout: 30_000, interval: 100 }
let database: TestDatabase<Tables>
let service: Service
let folder: string
let port: number
beforeAll(async () => {
  vi.stubEnv('CHECKIN_HEADER_SECONDS', '2')
  vi.stubEnv('CHECKIN_BODY_SECONDS', '2')
  vi.stubEnv('CHECKIN_BODY_STALL_SECONDS', '2')
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
    const clients = Array.from({ length: 30 }, () => slowClient({ port, halfSent, path: '/registry/v1/modules/mfe-offers/versions', host: 'registry' }))
    const sites = Array.from({ length: 10 }, () => internalFetch(`http://127.0.0.1:${port}/registry/v1/snapshot`))
    expect((await Promise.all(sites)).map((answer) => answer.status)).toEqual(sites.map(() => 200))
    await expect.poll(() => clients.filter((each) => !each.isClosed()).length, patience).toBe(0)
    expect(new Set(clients.map((each) => each.heard().split(' ')[1]))).toEqual(new Set([status]))
  })
