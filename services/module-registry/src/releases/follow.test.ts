import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now, followPlan: { steps: [{ percent: 5, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 20 } }, wideTenants: 4 })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())

let hours = 0
/** Long after what was before: nothing of it counts together with what comes. */
const later = () => { hours += 2; clock.now = new Date(clock.start.getTime() + hours * 3_600_000) }
const after = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
const label = (name: string, version: string, module = 'mfe-driver') => op.call('PUT', `/modules/${module}/labels/${name}`, { body: { version, reason: 'a test' } })
const plans = async () => (await op.call('GET', '/plans')).body['plans'] as { name: string; state: string; hosts: string[]; note: string; actor: string }[]
const waiting = async () => (await op.call('GET', '/changes?state=waiting')).body['changes'] as { id: number; proposedBy: string; needs: string[]; hosts: { host: string }[] }[]
const reports = (host: string, version: string, good: number, bad: number) => op.report({ outcomes: [samples(host, version, good, bad)] })

describe('a label that is moved', () => {
  it('reaches its followers in watched steps, and they go on following it (ROL-4)', async () => {
    await label('stable', '1.0.0')
    await op.tenantWith('one.example', { ...first, 'mfe-driver': 'stable' })
    await op.tenantWith('two.example', { ...first, 'mfe-driver': 'stable' })
    await label('stable', '1.1.0')
    await registry.tick()
    for (const host of ['one.example', 'two.example']) expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [{ modules: { 'mfe-driver': '1.1.0' }, percent: 5 }] })
    expect(await plans()).toMatchObject([{ name: 'follow mfe-driver@1.1.0', hosts: ['one.example', 'two.example'], actor: 'demo-operator', state: 'running' }])
    await after(31)
    expect((await plans())[0]?.note).toBe('0 of 20 session samples')
    for (const host of ['one.example', 'two.example']) await reports(host, '1.1.0', 15, 0)
    await after(1)
    for (const host of ['one.example', 'two.example']) expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-driver': '1.1.0' }, wishes: { 'mfe-driver': 'stable' }, rollouts: [] })
  })
  it('to a bad version is rolled back, and does not begin again automatically (ROL-4)', async () => {
    later()
    await label('stable', '1.2.0')
    await registry.tick()
    for (let time = 0; time < 12; time += 1) {
      await reports('one.example', '1.2.0', 0, 5)
      await reports('one.example', '1.1.0', 60, 0)
    }
    expect(await op.tenant('one.example')).toMatchObject({ modules: { 'mfe-driver': '1.1.0' }, rollouts: [] })
    await after(1)
    await after(120)
    expect(await op.tenant('one.example')).toMatchObject({ modules: { 'mfe-driver': '1.1.0' }, rollouts: [] })
    expect((await plans())[0]).toMatchObject({ name: 'follow mfe-driver@1.2.0', state: 'halted' })
  })
  it('that nobody follows just moves', async () => {
    later()
    const before = (await plans()).length
    expect((await label('nobody', '1.1.0')).status).toBe(200)
    await registry.tick()
    expect(await plans()).toHaveLength(before)
  })
  it('of payment, and one that protected tenants follow, waits for a second person, who is not the one who moved it', async () => {
    later()
    await label('steady', '1.0.0', 'mfe-payment')
    await label('steady', '1.0.0')
    await op.tenantWith('pay.example', { ...first, 'mfe-payment': 'steady' })
    await op.tenantWith('safe.example', { ...first, 'mfe-driver': 'steady' })
    await op.call('PUT', '/tenants/safe.example/options', { body: { protected: true } })
    await label('steady', '1.1.0', 'mfe-payment')
    await label('steady', '1.1.0')
    await registry.tick()
    await registry.tick()
    const kept = await waiting()
    expect(kept.map(({ needs, hosts, proposedBy }) => [needs, hosts.map(({ host }) => host), proposedBy]).sort()).toEqual([
      [['payment'], ['pay.example'], 'demo-operator'], [['protected'], ['safe.example'], 'demo-operator'],
    ])
    for (const { id } of kept) expect((await op.approve(id)).status).toBe(200)
    await registry.tick()
    expect((await op.tenant('pay.example')).rollouts).toMatchObject([{ modules: { 'mfe-payment': '1.1.0' }, percent: 5 }])
    expect((await op.tenant('safe.example')).rollouts).toMatchObject([{ modules: { 'mfe-driver': '1.1.0' }, percent: 5 }])
  })
  it('that many tenants follow waits for a second person too; a rejection is final', async () => {
    later()
    await label('wide', '1.0.0')
    const hosts = ['w1.example', 'w2.example', 'w3.example', 'w4.example']
    for (const host of hosts) await op.tenantWith(host, { ...first, 'mfe-driver': 'wide' })
    await label('wide', '1.1.0')
    await registry.tick()
    const [change] = await waiting()
    expect(change).toMatchObject({ needs: ['everyone'], hosts: hosts.map((host) => ({ host })) })
    await op.post(`/changes/${change?.id ?? 0}/reject`, { reason: 'not today' }, 'demo-approver')
    await registry.tick()
    expect(await waiting()).toEqual([])
    for (const host of hosts) expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [] })
  })
})

it('a version that comes into a range reaches its followers in steps, and waits while they are frozen (ROL-4)', async () => {
  later()
  await op.tenantWith('range.example', { ...first, 'mfe-driver': '^1.2' })
  await op.post('/freezes', { host: 'range.example', reason: 'Christmas' })
  await registry.publish(aModule('mfe-driver', '1.3.0'))
  await registry.tick()
  expect((await op.tenant('range.example')).rollouts).toEqual([])
  await op.post('/freezes/lift', { host: 'range.example' })
  await registry.tick()
  expect(await op.tenant('range.example')).toMatchObject({ modules: { 'mfe-driver': '1.2.0' }, rollouts: [{ modules: { 'mfe-driver': '1.3.0' }, percent: 5 }] })
})
