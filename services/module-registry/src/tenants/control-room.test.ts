import { addFreeze, compareSets, getTenant, getTimeline, killVersion, searchTenants, setTenantOptions, tenantsPerPage } from '@checkin/registry'
import type { Input } from '@checkin/http'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, limitedToken, operator } from '../test/test-tenants.ts'
import { fillWithTenants } from '../test/many-tenants.fixture.ts'
import { statesOf } from './search-tenants.ts'

type Search = Partial<Input<typeof searchTenants>['query']>

let registry: TestRegistry
const search = (query: Search = {}, token?: string) => registry.client(token).call(searchTenants, { query })
const hosts = async (query: Search, token?: string) => (await search(query, token)).tenants.map(({ host }) => host)
const timelineOf = async (host: string, query: Partial<Input<typeof getTimeline>['query']> = {}, token?: string) => registry.client(token).call(getTimeline, { params: { host }, query })

beforeAll(async () => { registry = await testRegistry() })
afterAll(() => registry.close())

describe('the list of a few tenants', () => {
  beforeAll(async () => {
    const { publishAll, tenantWith, set, post } = operator(registry)
    await publishAll()
    for (const host of ['alpen.example', 'costa.example', 'islands.example', 'norte.example']) await tenantWith(host)
    await registry.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.1.0' } })
    await registry.call('PUT', '/defaults', { body: { modules: { 'mfe-driver': 'stable' } } })
    await set('costa.example', { 'mfe-driver': 'inherit' })
    await set('islands.example', { 'mfe-driver': 'stable' })
    await set('norte.example', { 'mfe-driver': '1.2.0' }, { percent: 10 })
    await registry.client().call(addFreeze, { body: { host: 'alpen.example', reason: 'year end' } })
    await registry.client().call(setTenantOptions, { params: { host: 'costa.example' }, body: { groups: ['south', 'pilot', 'south'] } })
    await registry.client().call(setTenantOptions, { params: { host: 'islands.example' }, body: { groups: ['south'] } })
    await post('/tenants/islands.example/pointer/back', {})
  })

  it('is filtered by part of the host, state, group and what is followed, which counts defaults that are inherited (DEC-220, ROL-8)', async () => {
    expect(await hosts({ search: 'COSTA' })).toEqual(['costa.example'])
    expect(await hosts({ state: 'frozen' })).toEqual(['alpen.example'])
    expect(await hosts({ state: 'rolling-out' })).toEqual(['norte.example'])
    expect(await hosts({ group: 'south' })).toEqual(['costa.example', 'islands.example'])
    expect(await hosts({ follows: 'stable' })).toEqual(['costa.example', 'islands.example'])
    expect(await hosts({ follows: 'inherit' })).toEqual(['costa.example'])
    expect(await hosts({ follows: 'stable', group: 'pilot' })).toEqual(['costa.example'])
    expect(await hosts({ search: 'nobody' })).toEqual([])
  })

  it('says what is inherited and through what, and how many tenants each filter has (DEC-220)', async () => {
    const { tenants, groups, follows, states, all } = await search()
    expect(tenants.find(({ host }) => host === 'costa.example')).toMatchObject({ follows: { 'mfe-driver': { kind: 'inherit', through: 'stable' } }, groups: ['pilot', 'south'] })
    expect([all, groups, follows]).toEqual([4, [{ name: 'pilot', tenants: 1 }, { name: 'south', tenants: 2 }], [{ name: 'inherit', tenants: 1 }, { name: 'stable', tenants: 2 }]])
    expect(states).toEqual(expect.arrayContaining([{ name: 'rolling-out', tenants: 1 }, { name: 'frozen', tenants: 1 }]))
  })

  it('shows and counts to a token that is limited to tenants these alone (DEC-220)', async () => {
    const token = await limitedToken(registry, 'viewer', ['costa.example', 'norte.example'])
    const { all, tenants, groups } = await search({}, token)
    expect([all, tenants.map(({ host }) => host), groups.map(({ tenants: count }) => count)]).toEqual([2, ['costa.example', 'norte.example'], [1, 1]])
    expect((await registry.call('GET', '/tenants/alpen.example/timeline', { token })).status).toBe(403)
  })

  it('names the groups of a tenant, which operators set and viewers do not (DEC-220)', async () => {
    const put = (groups: unknown, token = 'demo-operator') => registry.call('PUT', '/tenants/norte.example/options', { token, body: { groups } })
    expect((await put(['north'], 'demo-viewer')).status).toBe(403)
    expect((await put(['With Space'])).status).toBe(400)
    expect((await put(Array.from({ length: 21 }, (_, at) => `g${at}`))).status).toBe(400)
    expect((await put(['north'])).status).toBe(200)
    expect(await registry.client().call(getTenant, { params: { host: 'norte.example' } })).toMatchObject({ groups: ['north'], timeZone: 'UTC' })
  })

  it('finds what a killed version left, and the timeline tells it (DEC-220, DEC-221)', async () => {
    await registry.client().call(killVersion, { params: { name: 'mfe-driver', version: '1.2.0' }, body: { reason: 'breaks' } })
    expect(await hosts({ state: 'killed' })).toEqual(['norte.example'])
    const { entries } = await timelineOf('norte.example')
    expect(entries.map(({ action, kind }) => [action, kind])).toEqual([['kill', 'releases'], ['options', 'settings'], ['rollout', 'rollouts'], ['set', 'releases']])
  })

  it('keeps freezes of all tenants and approvals in the timeline of each, and can be asked for one kind (DEC-221)', async () => {
    await registry.client().call(addFreeze, { body: { host: '*', reason: 'storm' } })
    const { pending, call } = operator(registry)
    await pending(await call('PUT', '/tenants/alpen.example/pointer', { ifMatch: 1, body: { modules: { 'mfe-payment': '1.1.0' }, at: '2030-01-01T03:00' } }))
    expect((await timelineOf('alpen.example', { kind: 'settings' })).entries.map(({ action, subject }) => [action, subject])).toEqual([['freeze', '*'], ['freeze', 'alpen.example']])
    expect((await timelineOf('alpen.example', { kind: 'approvals' })).entries).toMatchObject([{ action: 'propose', subject: 'alpen.example' }])
    expect(await hosts({ state: 'waiting' })).toEqual(['alpen.example'])
    expect((await registry.call('GET', '/tenants/nobody.example/timeline')).status).toBe(404)
  })

  it('compares two sets: versions, settings, bytes and screens of what differs, the names of the rest (DEC-223)', async () => {
    await registry.publish(aModule('mfe-driver', '2.0.0', { change: { steps: ['verify-driver'] } }))
    const make = async (modules: Record<string, string>) => (await registry.call('POST', '/sets', { body: { modules } })).body as { id: number }
    const { 'mfe-payment': payment, ...others } = first
    const [one, other] = [await make(first), await make({ ...others, 'mfe-driver': '1.1.0' })]
    const compared = await registry.client().call(compareSets, { params: { id: one.id, other: other.id } })
    expect(compared).toMatchObject({ from: { id: one.id }, to: { id: other.id }, same: ['shell'] })
    expect(compared.modules).toMatchObject([{ module: 'mfe-driver', from: '1.0.0', to: '1.1.0' }, { module: 'mfe-payment', from: payment, to: null, bytesTo: null }])
    expect((await registry.call('GET', `/sets/${one.id}/compare/999`)).status).toBe(404)
    const token = await limitedToken(registry, 'viewer', ['nobody.example'])
    expect((await registry.call('GET', `/sets/${one.id}/compare/${other.id}`, { token })).status).toBe(404)
  })
})

describe('the list of two hundred tenants with fifty sets each', () => {
  let many: TestRegistry
  beforeAll(async () => {
    many = await testRegistry()
    await fillWithTenants(many.database, { tenants: 200, sets: 50 })
  })
  afterAll(() => many.close())

  it('comes in pages of fifty, and the last one where a page does not exist (DEC-220, ROL-8)', async () => {
    const page = (number: number) => many.client().call(searchTenants, { query: { page: number } })
    const [one, four, nine] = [await page(1), await page(4), await page(9)]
    expect([one.found, one.tenants.length, one.tenants.at(-1)?.host]).toEqual([200, tenantsPerPage, 't050.example'])
    expect([four.tenants.at(0)?.host, nine.page, nine.tenants.at(-1)?.host]).toEqual(['t151.example', 4, 't200.example'])
    expect(one.tenants[0]?.modules['mfe-payment']).toBe('1.0.49')
  })

  it('is filtered before it is paged (DEC-220)', async () => {
    const found = await many.client().call(searchTenants, { query: { group: 'pilot', state: 'rolling-out' } })
    expect([found.found, found.tenants[0]?.host]).toEqual([10, 't020.example'])
  })

  it('leads to a timeline that is read page by page, without a gap (DEC-221)', async () => {
    const read = (before?: number) => many.client().call(getTimeline, { params: { host: 't007.example' }, query: { ...(before !== undefined && { before }) } })
    const newest = await read()
    expect([newest.entries.length, newest.next]).toEqual([50, null])
    const older = await read(newest.entries[10]?.entry)
    expect(older.entries[0]).toEqual(newest.entries[11])
  })
})

it.each([
  [{ action: 'set' }, ['steady']], [{ action: 'back' }, ['taken-back']], [{ action: 'take back', isFrozen: true }, ['taken-back', 'frozen']], [{ action: 'set', hasKilled: true }, ['killed']],
  [{ action: 'plan', isRolling: true, isStopped: true, isWaiting: true }, ['rolling-out', 'waiting', 'stopped']],
] as const)('%o is %j (DEC-220)', (facts, states) => {
  expect(statesOf({ isRolling: false, isWaiting: false, isStopped: false, hasKilled: false, isFrozen: false, ...facts })).toEqual(states)
})
