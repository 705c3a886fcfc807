import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RolloutEvent } from '@checkin/registry'
import { eventOf } from '../events/rollout-events.ts'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator, samples } from '../test/test-tenants.ts'

const clock = testClock()
const planned = { emergency: false }
let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll(['1.0.0', '1.1.0', '1.2.0'])
  await registry.publish(aModule('mfe-driver', '2.0.0', { change: { settings: { cards: { kind: 'number', says: 'How many cards', default: 3, least: 1, most: 6 } } } }))
})
afterAll(() => registry.close())

const later = async (minutes: number): Promise<void> => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
const revision = async (): Promise<number> => (await registry.call('GET', '/tenants')).body['revision']
const driverOf = async (host: string): Promise<string | undefined> => (await op.tenant(host)).modules['mfe-driver']

describe('a version that passed no staged plan', () => {
  it.each<[string, (host: string) => ReturnType<typeof op.call>]>([
    ['set for everybody', (host) => op.set(host, { 'mfe-driver': '1.1.0' }, planned)],
    ['a rollout raised to everybody', async (host) => { await op.set(host, { 'mfe-driver': '1.1.0' }, { ...planned, percent: 10 }); return op.set(host, { 'mfe-driver': '1.1.0' }, planned) }],
    ['nearly everybody', (host) => op.set(host, { 'mfe-driver': '1.1.0' }, { ...planned, percent: 99.99 })],
    ['rules that everybody meets', (host) => op.set(host, { 'mfe-driver': '1.1.0' }, { ...planned, percent: 0, cohorts: [{ when: { devices: ['phone', 'tablet', 'desktop'] }, percent: 100 }] })],
    ['an hour to come', (host) => op.set(host, { 'mfe-driver': '1.1.0' }, { ...planned, at: '2027-06-01T03:00' })],
    ['several tenants by name', async (host) => op.call('PUT', '/pointers', { ifMatch: await revision(), body: { hosts: [host], modules: { 'mfe-driver': '1.1.0' }, ...planned } })],
    ['all tenants', async () => op.call('PUT', '/pointers', { ifMatch: await revision(), body: { hosts: 'all', modules: { 'mfe-driver': '1.1.0' }, ...planned } })],
    ['a set that exists', async (host) => {
      const made = await op.call('POST', '/sets', { body: { modules: { shell: '1.0.0', 'mfe-driver': '1.1.0', 'mfe-payment': '1.0.0' } } })
      return op.call('PUT', `/tenants/${host}/pointer`, { ifMatch: (await op.tenant(host)).revision, body: { setId: made.body['id'], ...planned } })
    }],
    ['a plan of one step', (host) => op.post('/plans', { name: 'at once', hosts: [host], modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 100, dwellMinutes: 0 }] })],
    ['a plan whose first step is nearly everybody', (host) => op.post('/plans', { name: 'at once', hosts: [host], modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 90, dwellMinutes: 0 }, { percent: 100, dwellMinutes: 0 }] })],
    ['a plan that waits for no session', (host) => op.post('/plans', { name: 'at once', hosts: [host], modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 1, dwellMinutes: 0 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 } })],
  ])('does not reach everybody by %s (DEC-295)', async (way, change) => {
    const host = `${way.replaceAll(' ', '-')}.example`
    await op.tenantWith(host)
    expect(await change(host)).toMatchObject({ status: 409, body: { code: 'NotStaged' } })
    expect(await driverOf(host)).toBe('1.0.0')
  })

  it('is refused in the dry run too, with what to do instead (DEC-295)', async () => {
    await op.tenantWith('dry.example')
    expect((await op.post('/dry-run', { hosts: ['dry.example'], modules: { 'mfe-driver': '1.1.0' }, ...planned })).body['hosts']).toMatchObject([{ modules: [{ to: '1.1.0' }], problem: { code: 'NotStaged', title: expect.stringContaining('rollout stage') as string } }])
  })

  it('reaches some, staff, and everybody by a plan whose steps were judged (DEC-295, ROL-4)', async () => {
    await op.tenantWith('steps.example')
    expect((await op.set('steps.example', { 'mfe-driver': '1.1.0' }, { ...planned, percent: 5, cohorts: [{ when: { staff: true }, percent: 100 }] })).status).toBe(200)
    await op.back('steps.example')
    expect((await op.post('/plans', { name: 'usual', hosts: ['steps.example'], modules: { 'mfe-driver': '1.1.0' }, gate: { minSessions: 20 } })).body).toMatchObject({ steps: [{ percent: 5 }, { percent: 25 }, { percent: 100 }] })
    await later(0)
    for (const minutes of [31, 61]) {
      await later(minutes)
      expect(await driverOf('steps.example')).toBe('1.0.0')
      await op.report({ outcomes: [samples('steps.example', '1.1.0', 20, 0)] })
      await later(1)
    }
    expect(await driverOf('steps.example')).toBe('1.1.0')
    await op.set('steps.example', { 'mfe-driver': '1.2.0' })
    // It had everybody, and nobody went back from it.
    expect((await op.set('steps.example', { 'mfe-driver': '1.1.0' }, planned)).status).toBe(200)
  })

  it('reaches a tenant that is to follow a label in steps, not by the change that says so (DEC-295)', async () => {
    await op.tenantWith('label.example')
    await op.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.1.0' } })
    expect((await op.set('label.example', { 'mfe-driver': 'stable' }, planned)).status).toBe(200)
    expect(await op.tenant('label.example')).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, wishes: { 'mfe-driver': 'stable' }, rollouts: [] })
    await later(0)
    await later(0)
    expect(await op.tenant('label.example')).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [{ modules: { 'mfe-driver': '1.1.0' }, percent: 5 }] })
  })

  it('is what everybody went back from: it had everybody, and does not again at once (DEC-295)', async () => {
    await op.tenantWith('worse.example')
    await op.set('worse.example', { 'mfe-driver': '1.1.0' })
    expect((await op.back('worse.example')).status).toBe(200)
    expect((await op.set('worse.example', { 'mfe-driver': '1.1.0' }, planned)).body.code).toBe('NotStaged')
  })
})

describe('an emergency', () => {
  it('gives everybody a version at once, for a reason that history, timeline, audit and receivers have (DEC-295)', async () => {
    await op.tenantWith('now.example')
    const change = { emergency: true, reason: 'cards are refused' }
    expect((await op.set('now.example', { 'mfe-driver': '1.1.0' }, { ...change, reason: ' ' })).body.code).toBe('ReasonNeeded')
    expect((await op.set('now.example', { 'mfe-driver': '1.1.0' }, change)).status).toBe(200)
    expect((await op.tenant('now.example')).history[0]).toMatchObject({ action: 'emergency', reason: 'cards are refused', modules: { 'mfe-driver': '1.1.0' } })
    expect((await op.call('GET', '/tenants/now.example/timeline')).body['entries']).toMatchObject([{ action: 'emergency', reason: 'cards are refused', kind: 'releases' }, {}])
    const { before: _before, previous_hash: _hash, ...entry } = await registry.database.kysely.selectFrom('audit').selectAll().where('subject', '=', 'now.example').orderBy('entry', 'desc').executeTakeFirstOrThrow()
    expect(RolloutEvent.parse(eventOf(entry))).toMatchObject({ type: 'tenant.changed', emergency: true, reason: 'cards are refused' })
  })

  it('of payment waits for a second person, who reads that it is one, and is one when it is applied (DEC-295)', async () => {
    await op.tenantWith('paid.example')
    const pending = await op.pending(await op.set('paid.example', { 'mfe-payment': '1.1.0' }, { emergency: true, reason: 'cards are refused' }))
    expect(pending.wish).toMatchObject({ emergency: true })
    await op.approve(pending.id)
    expect((await op.tenant('paid.example')).history[0]).toMatchObject({ action: 'emergency' })
  })

  it('is a change like others where nothing needed it (DEC-295)', async () => {
    await op.tenantWith('calm.example')
    await op.set('calm.example', { 'mfe-driver': '1.1.0' }, { emergency: true, percent: 10 })
    expect((await op.tenant('calm.example')).history[0]).toMatchObject({ action: 'rollout' })
  })
})

it('settings of several tenants are tried on one of them first (DEC-295)', async () => {
  for (const host of ['one.example', 'two.example']) await op.tenantWith(host, { shell: '1.0.0', 'mfe-driver': '2.0.0', 'mfe-payment': '1.0.0' })
  const settings = { 'mfe-driver': { cards: 5 } }
  const both = async () => op.call('PUT', '/pointers', { ifMatch: await revision(), body: { hosts: ['one.example', 'two.example'], settings, ...planned } })
  expect((await both()).body.code).toBe('NotStaged')
  expect((await op.set('one.example', {}, { settings, ...planned })).status).toBe(200)
  expect((await both()).body.code).toBe('NotStaged')
  await later(31)
  expect((await both()).status).toBe(200)
})
