import { listTenants } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
let now = new Date('2026-12-01T12:00:00Z')
const hosts = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example']
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now, wideTenants: 4 })
  op = operator(registry)
  await op.publishAll()
  for (const host of hosts) await op.tenantWith(host)
})
afterAll(() => registry.close())

const later = () => { now = new Date(now.getTime() + 2 * 3_600_000) }
const revision = async () => (await registry.client().call(listTenants)).revision
const all = async (body: object, token?: string) => op.call('PUT', '/pointers', { ifMatch: await revision(), body, ...(token && { token }) })
const wanted = (version: string) => ({ modules: { 'mfe-driver': version } })
const simulated = async (body: object) => (await op.post('/dry-run', body)).body['needsSecondPerson']

describe('what a change reaches decides, not how it is written', () => {
  it.each([['all of them as such', 'all'], ['all by name', hosts], ['all but one by name', hosts.slice(1)]])('%s waits for a second person, and the dry run says so (ROL-3)', async (_how, named) => {
    later()
    expect(await simulated({ hosts: named, ...wanted('1.1.0') })).toEqual(['everyone'])
    expect((await op.pending(await all({ hosts: named, ...wanted('1.1.0') }))).needs).toEqual(['everyone'])
  })
  it('a plan for as many waits too (ROL-3)', async () => {
    later()
    const plan = { name: 'driver 1.1.0', hosts: hosts.slice(1), modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 1, dwellMinutes: 1 }] }
    expect((await op.pending(await op.post('/plans', plan))).needs).toEqual(['everyone'])
  })
  it('fewer are changed at once', async () => {
    later()
    expect(await simulated({ hosts: hosts.slice(3), ...wanted('1.1.0') })).toEqual([])
    expect((await all({ hosts: hosts.slice(3), ...wanted('1.1.0') })).status).toBe(200)
    expect((await all({ hosts: hosts.slice(3), ...wanted('1.0.0') })).status).toBe(200)
  })
  it('one by one they count together for an hour, whichever token the same person uses (ROL-3)', async () => {
    later()
    const answers: number[] = []
    for (const host of hosts.slice(0, 3)) answers.push((await op.set(host, { 'mfe-driver': '1.2.0' })).status)
    expect(answers).toEqual([200, 200, 200])
    // The same tenant again reaches nobody new; a further one does.
    expect((await op.set('a.example', { 'mfe-driver': '1.1.0' })).status).toBe(200)
    expect((await op.pending(await op.set('d.example', { 'mfe-driver': '1.2.0' }))).needs).toEqual(['everyone'])
    expect(await simulated({ hosts: ['d.example'], ...wanted('1.2.0') })).toEqual(['everyone'])
    expect((await op.back('d.example').catch(() => ({ status: 0 }))).status).not.toBe(202)
    later()
    expect((await op.set('d.example', { 'mfe-driver': '1.2.0' })).status).toBe(200)
  })
  it('what a second person approved does not count as done alone', async () => {
    later()
    const { id } = await op.pending(await all({ hosts, ...wanted('1.1.0') }))
    expect((await op.approve(id)).status).toBe(200)
    expect((await op.set('a.example', { 'mfe-driver': '1.2.0' })).status).toBe(200)
  })
})
