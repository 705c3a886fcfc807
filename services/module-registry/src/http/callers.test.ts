import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { internalFetch, signPerson, type Service } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { certificateAuthority, type CertificateAuthority } from '@checkin/testing/tls-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registryService } from '../app.ts'
import type { Tables } from '../storage/tables.ts'
import { newKey } from '../test/test-registry.ts'

let database: TestDatabase<Tables>
let service: Service
let folder: string
let port: number
let authority: CertificateAuthority
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-registry-callers-'))
  authority = await certificateAuthority()
  const { cert, key } = await authority.issue({ name: 'registry.example' })
  const files = { CHECKIN_TLS_CERTIFICATE: cert, CHECKIN_TLS_KEY: key, CHECKIN_INTERNAL_CA: authority.certificate }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
    vi.stubEnv(name, join(folder, name))
  }
  vi.stubEnv('CHECKIN_CALLERS', 'site=site.example,console=console.example')
  database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  service = await registryService({ database, assetsDir: folder, signingKey: newKey(), demo: true, log: { level: 'silent' }, tickMs: 3_600_000 })
  port = await service.listen({ port: 0 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await service.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

interface Asked { readonly as?: string; readonly token?: string; readonly body?: object }

/** The status and code of a call with the certificate of that name, or without one. */
async function ask(path: string, { as, token, body }: Asked = {}): Promise<readonly [number, string]> {
  const shown = as === undefined ? {} : await authority.issue({ name: as })
  const answer = await internalFetch(`https://localhost:${port}/registry/v1${path}`, {
    tls: { ca: authority.certificate, ...shown }, headers: token === undefined ? {} : { authorization: `Bearer ${token}` }, ...(body && { method: 'POST', body }),
  })
  return [answer.status, answer.status < 400 ? '' : (answer.json() as { code: string }).code]
}

it('releases are given to a site and to nobody else, and reports are taken from none but one (ASVS 13.2.1)', async () => {
  expect(await ask('/snapshot', { as: 'site.example' })).toEqual([200, ''])
  for (const as of [undefined, 'console.example', 'registry.example']) expect(await ask('/snapshot', as === undefined ? {} : { as })).toEqual([403, 'WrongCaller'])
  expect(await ask('/reports', { as: 'console.example', body: {} })).toEqual([403, 'WrongCaller'])
  // The certificate is a proof beside the key, not instead of it.
  expect(await ask('/reports', { as: 'site.example', body: { outcomes: [], errors: [], vitals: [] } })).not.toEqual([403, 'WrongCaller'])
})

it('a session is opened and used by the console alone, whoever knows its secret (ASVS 13.2.1)', async () => {
  const body = { hash: 'a'.repeat(64), agent: 'Firefox', refresh: null }
  for (const as of [undefined, 'site.example']) expect(await ask('/console-sessions', { token: 'demo-operator', body, ...(as && { as }) })).toEqual([403, 'WrongCaller'])
  expect(await ask('/console-sessions', { token: 'demo-operator', body, as: 'console.example' })).not.toEqual([403, 'WrongCaller'])
  const vouched = signPerson('secret of the test', { label: 'olga', role: 'operator', hosts: null }, Date.now() + 60_000)
  for (const token of ['cse_stolen', vouched]) expect(await ask('/tenants', { token })).toEqual([403, 'WrongCaller'])
  expect(await ask('/tenants', { token: 'cse_unknown', as: 'console.example' })).toEqual([401, 'Unauthorized'])
})

it('people and pipelines need no certificate for what their own token opens, nor who reads what is public', async () => {
  expect(await ask('/tenants', { token: 'demo-viewer' })).toEqual([200, ''])
  expect(await ask('/status')).toEqual([200, ''])
})
