import { listTenants } from '@checkin/registry'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
let now = new Date('2026-11-30T12:00:00Z')
beforeAll(async () => {
  registry = await testRegistry({ clock: () => now, wideTenants: 100 })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())
beforeEach(() => { now = new Date('2026-11-30T12:00:00Z') })

let made = 0
const aTenant = async (): Promise<string> => {
  const host = `tenant-${made += 1}.example`
  await op.tenantWith(host)
  return host
}
const driver = async (host: string) => (await op.tenant(host)).modules['mfe-driver']

describe('a change that needs a second person', () => {
  it('of payment waits; the proposer may not approve it, an approver may', async () => {
    const host = await aTenant()
    const change = await op.pending(await op.set(host, { 'mfe-payment': '1.1.0' }))
    expect(change).toMatchObject({ state: 'waiting', needs: ['payment'] })
    expect((await op.tenant(host)).revision).toBe(1)
    expect((await op.approve(change.id, 'demo-operator')).status).toBe(403)
    expect((await op.approve(change.id)).body).toMatchObject({ state: 'applied', decidedBy: 'demo-approver' })
    expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-payment': '1.1.0' } })
    expect((await op.approve(change.id)).body.code).toBe('NotWaiting')
  })

  it('that is rejected changes nothing', async () => {
    const host = await aTenant()
    const { id } = await op.pending(await op.set(host, { 'mfe-payment': '1.1.0' }))
    expect((await op.post(`/changes/${id}/reject`, { reason: 'not before Christmas' }, 'demo-approver')).body).toMatchObject({ state: 'rejected', decision: 'not before Christmas' })
    expect((await op.tenant(host)).revision).toBe(1)
  })

  it('is refused when its modules were changed meanwhile, and not when only others were', async () => {
    const [one, other] = [await aTenant(), await aTenant()]
    const { id } = await op.pending(await op.set(one, { 'mfe-payment': '1.1.0' }))
    const meanwhile = await op.pending(await op.set(one, { 'mfe-payment': '1.2.0' }))
    await op.approve(meanwhile.id)
    expect((await op.approve(id)).body).toMatchObject({ state: 'refused', hosts: [{ host: one, state: 'refused', code: 'ReleaseChanged' }] })
    const kept = await op.pending(await op.set(other, { 'mfe-payment': '1.1.0' }))
    await op.set(other, { 'mfe-driver': '1.1.0' })
    expect((await op.approve(kept.id)).body).toMatchObject({ state: 'applied' })
    expect(await op.tenant(other)).toMatchObject({ modules: { 'mfe-payment': '1.1.0', 'mfe-driver': '1.1.0' } })
  })

  it('of a protected tenant waits whatever it changes; going back never does', async () => {
    const host = await aTenant()
    await op.set(host, { 'mfe-driver': '1.1.0' })
    await op.call('PUT', `/tenants/${host}/options`, { body: { protected: true } })
    expect((await op.pending(await op.set(host, { 'mfe-driver': '1.2.0' }))).needs).toEqual(['protected'])
    expect((await op.back(host)).status).toBe(200)
    expect((await op.call('PUT', `/tenants/${host}/options`, { body: { protected: false } })).status).toBe(403)
    expect((await op.call('PUT', `/tenants/${host}/options`, { body: { protected: false }, token: 'demo-approver' })).status).toBe(200)
  })

  it('of all tenants waits, needs the revision of the list, and is then applied to each', async () => {
    const hosts = [await aTenant(), await aTenant()]
    const { revision } = await registry.client().call(listTenants)
    const body = { hosts: 'all', modules: { 'mfe-driver': '1.2.0' }, reason: 'everywhere' }
    expect((await op.call('PUT', '/pointers', { ifMatch: revision - 1, body })).status).toBe(412)
    const { id, needs } = await op.pending(await op.call('PUT', '/pointers', { ifMatch: revision, body }))
    expect(needs).toEqual(['everyone'])
    await op.approve(id)
    expect(await Promise.all(hosts.map(driver))).toEqual(['1.2.0', '1.2.0'])
  })

  it('of two tenants by name is applied at once, to both or to neither', async () => {
    const hosts = [await aTenant(), await aTenant()]
    const revision = async () => (await registry.client().call(listTenants)).revision
    await op.post('/freezes', { host: hosts[1], reason: 'audit' })
    const body = { hosts, modules: { 'mfe-driver': '1.1.0' } }
    expect((await op.call('PUT', '/pointers', { ifMatch: await revision(), body })).body.code).toBe('Frozen')
    expect(await Promise.all(hosts.map(driver))).toEqual(['1.0.0', '1.0.0'])
    await op.post('/freezes/lift', { host: hosts[1] })
    expect((await op.call('PUT', '/pointers', { ifMatch: await revision(), body })).status).toBe(200)
    expect(await Promise.all(hosts.map(driver))).toEqual(['1.1.0', '1.1.0'])
  })
})

describe('a change at an hour', () => {
  it('happens at that hour of each tenant', async () => {
    const [zurich, london] = [await aTenant(), await aTenant()]
    await op.call('PUT', `/tenants/${zurich}/options`, { body: { timeZone: 'Europe/Zurich' } })
    await op.call('PUT', `/tenants/${london}/options`, { body: { timeZone: 'Europe/London' } })
    for (const host of [zurich, london]) expect((await op.pending(await op.set(host, { 'mfe-driver': '1.1.0' }, { at: '2026-12-01T03:00' }))).state).toBe('scheduled')
    now = new Date('2026-12-01T01:59:59Z')
    await registry.tick()
    expect([await driver(zurich), await driver(london)]).toEqual(['1.0.0', '1.0.0'])
    now = new Date('2026-12-01T02:00:00Z')
    await registry.tick()
    expect([await driver(zurich), await driver(london)]).toEqual(['1.1.0', '1.0.0'])
    now = new Date('2026-12-01T03:00:00Z')
    await registry.tick()
    expect([await driver(zurich), await driver(london)]).toEqual(['1.1.0', '1.1.0'])
  })

  it('waits for the end of a freeze, and is refused when the release was changed meanwhile', async () => {
    const [frozen, changed] = [await aTenant(), await aTenant()]
    const kept = await op.pending(await op.set(frozen, { 'mfe-driver': '1.1.0' }, { at: '2026-12-01T03:00' }))
    const gone = await op.pending(await op.set(changed, { 'mfe-driver': '1.1.0' }, { at: '2026-12-01T03:00' }))
    await op.post('/freezes', { host: frozen, reason: 'audit', spec: { until: '2026-12-01T05:00' } })
    await op.set(changed, { 'mfe-driver': '1.2.0' })
    now = new Date('2026-12-01T04:59:00Z')
    await registry.tick()
    expect([await driver(frozen), (await op.change(kept.id)).state, (await op.change(gone.id)).state]).toEqual(['1.0.0', 'scheduled', 'refused'])
    now = new Date('2026-12-01T05:00:00Z')
    await registry.tick()
    expect([await driver(frozen), (await op.change(kept.id)).state]).toEqual(['1.1.0', 'applied'])
  })

  it('of payment waits for the second person first', async () => {
    const host = await aTenant()
    const { id, state } = await op.pending(await op.set(host, { 'mfe-payment': '1.1.0' }, { at: '2026-12-01T03:00' }))
    expect(state).toBe('waiting')
    now = new Date('2026-12-01T04:00:00Z')
    await registry.tick()
    expect((await op.tenant(host)).revision).toBe(1)
    await op.approve(id)
    await registry.tick()
    expect(await op.tenant(host)).toMatchObject({ modules: { 'mfe-payment': '1.1.0' } })
  })

  it('that is over is refused at once', async () => {
    const host = await aTenant()
    expect((await op.set(host, { 'mfe-driver': '1.1.0' }, { at: '2026-11-30T11:00' })).status).toBe(400)
  })
})

describe('a freeze', () => {
  it('keeps a tenant as it is, except for going back and kill', async () => {
    const host = await aTenant()
    await op.set(host, { 'mfe-driver': '1.1.0' })
    await op.post('/freezes', { host, reason: 'year end' })
    expect((await op.tenant(host)).frozen).toBe('year end')
    const refused = await op.set(host, { 'mfe-driver': '1.2.0' })
    expect([refused.status, refused.body.title]).toEqual([409, `${host} is frozen: year end`])
    expect((await op.back(host)).status).toBe(200)
    expect((await op.post('/freezes/lift', { host })).status).toBe(200)
    expect((await op.set(host, { 'mfe-driver': '1.2.0' })).status).toBe(200)
  })

  it('of all holds for each', async () => {
    const host = await aTenant()
    await op.post('/freezes', { host: '*', reason: 'summer Saturday' })
    expect((await op.set(host, { 'mfe-driver': '1.1.0' })).body.code).toBe('Frozen')
    await op.post('/freezes/lift', { host: '*' })
    expect((await op.post('/freezes/lift', { host: '*' })).body.code).toBe('NotFrozen')
  })
})
