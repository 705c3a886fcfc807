import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@checkin/releases/signing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aModule, newKey, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { addDemoKeys } from './demo-keys.ts'
import { keyFileOf } from './key-files.ts'

let registry: TestRegistry
let keysDir: string
beforeAll(async () => {
  registry = await testRegistry()
  keysDir = await mkdtemp(join(tmpdir(), 'checkin-keys-'))
})
afterAll(async () => {
  await registry.close()
  await rm(keysDir, { recursive: true, force: true })
})

it('the demo\'s modules can be published from its first start, without anybody proposing keys', async () => {
  await addDemoKeys(registry.database, keysDir, 0)
  const key = await keyFileOf(keysDir, 'mfe-payment')
  registry.keys.set('mfe-payment', key)
  expect((await registry.publish(aModule('mfe-payment'), { key })).status).toBe(201)
  expect((await registry.call('GET', '/changes')).body).toEqual({ changes: [] })
})

it('a later start leaves a key alone that two persons put in its place', async () => {
  const op = operator(registry)
  const next = newKey()
  await op.approve((await op.pending(await op.call('PUT', '/publishers/mfe-payment', { body: { publicKey: publicKeyOf(next) } }))).id)
  await addDemoKeys(registry.database, keysDir, 0)
  expect((await registry.publish(aModule('mfe-payment', '1.1.0'), { key: next })).status).toBe(201)
})
