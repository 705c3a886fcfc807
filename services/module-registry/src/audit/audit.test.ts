import { afterAll, beforeAll, expect, it } from 'vitest'
import { behindTheBack } from '../test/behind-the-back.ts'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'

interface Audit {
  firstBroken: number | null
  entries: { entry: number; actor: string; action: string; subject: string; before: unknown; after: unknown; reason: string }[]
}

let registry: TestRegistry
beforeAll(async () => {
  registry = await testRegistry()
  for (const name of ['shell', 'mfe-driver']) await registry.publish(aModule(name))
  await registry.publish(aModule('mfe-driver', '1.1.0'))
  await registry.call('PUT', '/tenants/a.example/pointer', { ifMatch: 0, body: { modules: { shell: '1.0.0', 'mfe-driver': '1.0.0' }, reason: 'first release' } })
  await registry.call('PUT', '/tenants/a.example/pointer', { ifMatch: 1, body: { modules: { 'mfe-driver': '1.1.0' }, reason: 'clearer wording' } })
})
afterAll(() => registry.close())

const audit = async (query = ''): Promise<Audit> => (await registry.call('GET', `/audit${query}`, { token: 'demo-viewer' })).body

it('says who changed what, from what to what and why, newest first', async () => {
  const { entries, firstBroken } = await audit('?subject=a.example')
  expect(firstBroken).toBeNull()
  expect(entries.map(({ actor, action, before, after, reason }) => ({ actor, action, before, after, reason }))).toEqual([
    { actor: 'demo-operator', action: 'emergency', before: { revision: 1, setId: 1 }, after: { revision: 2, setId: 2, sha256: expect.any(String) as unknown }, reason: 'clearer wording' },
    { actor: 'demo-operator', action: 'set', before: null, after: { revision: 1, setId: 1, sha256: expect.any(String) as unknown }, reason: 'first release' },
  ])
  expect((await audit()).entries.map(({ action }) => action)).toEqual(expect.arrayContaining(['publish', 'new set', 'set', 'publisher key']))
})

it('shows nothing of a change that was refused', async () => {
  const before = (await audit()).entries.length
  await registry.call('PUT', '/tenants/a.example/pointer', { ifMatch: 1, body: { modules: { 'mfe-driver': '1.0.0' } } })
  expect((await audit()).entries).toHaveLength(before)
})

it('names the first entry that somebody changed in the database', async () => {
  await behindTheBack(registry.database, 'update audit set actor = \'somebody else\' where entry = 3')
  expect((await audit()).firstBroken).toBe(3)
})
