import { listPlans } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first as firstRelease, operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now, wideTenants: 1000 })
  op = operator(registry)
  await op.publishAll()
  // A tenant that nothing reaches: what a test changes is never all of them.
  await op.tenantWith('z.example')
})
afterAll(() => registry.close())

const passes = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
let made = 0
/** A tenant with a release, of the name of this test. */
async function tenant(modules: Record<string, string> = firstRelease): Promise<string> {
  made += 1
  const host = `tenant-${made}.example`
  await op.tenantWith(host, modules)
  return host
}
const spec = (waves: readonly object[], change: object = {}) =>
  ({ name: 'driver 1.1.0', waves, modules: { 'mfe-driver': '1.1.0' }, gate: { minSessions: 20 }, steps: [{ percent: 10, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 60 }], ...change })
async function begins(waves: readonly object[], change: object = {}): Promise<number> {
  const { status, body } = await op.post('/plans', spec(waves, change))
  expect({ status, code: body.code }).toMatchObject({ status: 200 })
  return Number(body['id'])
}

describe('a plan beside another one of which one has waves (DEC-353, DEC-358)', () => {
  it('is refused while a tenant goes, or will go, through another plan of the module', async () => {
    const [first, second] = [await tenant(), await tenant()]
    const id = await begins([{ hosts: [first] }, { hosts: [second] }])
    const asks = () => Promise.all([spec([{ hosts: [second] }]), { ...spec([]), waves: undefined, hosts: [second] }].map(async (change) => (await op.post('/plans', { ...change, modules: { 'mfe-driver': '1.2.0' } })).body.code))
    expect(await asks()).toEqual(['RolloutRunning', 'RolloutRunning'])
    await op.post(`/plans/${id}/pause`)
    expect(await asks()).toEqual(['RolloutRunning', 'RolloutRunning'])
  })

  it('is refused as well where it alone has waves, and where the other goes through the tenant at once', async () => {
    const [host, other] = [await tenant(), await tenant()]
    await begins([], { waves: undefined, hosts: [host] })
    expect((await op.post('/plans', spec([{ hosts: [other] }, { hosts: [host] }], { modules: { 'mfe-driver': '1.2.0' } }))).body).toMatchObject({ code: 'RolloutRunning' })
  })

  it('is refused before it would wait for a second person', async () => {
    const host = await tenant()
    const ofPayment = () => op.post('/plans', spec([{ hosts: [host] }], { modules: { 'mfe-payment': '1.1.0' } }))
    await op.approve((await op.pending(await ofPayment())).id)
    expect((await ofPayment()).body).toMatchObject({ status: 409, code: 'RolloutRunning' })
  })

  it('that waited for a second person is not approved into another plan that began meanwhile (DEC-358)', async () => {
    const [first, second] = [await tenant(), await tenant()]
    const of = (...waves: object[]) => op.post('/plans', spec(waves, { modules: { 'mfe-payment': '1.1.0' } }))
    const earlier = await op.pending(await of({ hosts: [second] }, { hosts: [first] }))
    const later = await op.pending(await of({ hosts: [first] }))
    expect((await op.approve(later.id)).body).toMatchObject({ state: 'applied' })
    expect((await op.approve(earlier.id)).body).toMatchObject({ status: 409, code: 'RolloutRunning' })
    expect(await op.change(earlier.id)).toMatchObject({ state: 'waiting' })
  })

  it('keeps an automatic plan from its tenants until it ends; others follow meanwhile (DEC-358)', async () => {
    const label = (version: string) => op.call('PUT', '/modules/mfe-driver/labels/waved', { body: { version, reason: 'a test' } })
    await label('1.0.0')
    const [first, host, other] = [await tenant(), await tenant({ ...firstRelease, 'mfe-driver': 'waved' }), await tenant({ ...firstRelease, 'mfe-driver': 'waved' })]
    const id = await begins([{ hosts: [first] }, { hosts: [host] }])
    await label('1.2.0')
    await passes(1)
    const followed = async () => (await registry.client().call(listPlans)).plans.filter(({ name }) => name === 'follow mfe-driver@1.2.0').map(({ hosts }) => hosts)
    expect(await followed()).toEqual([[other]])
    await op.post(`/plans/${id}/abort`, { reason: 'enough' })
    await passes(1)
    expect(await followed()).toEqual([[host], [other]])
  })
})

describe('a roll back beside other changes (DEC-353)', () => {
  const breaks = async (host: string, module: string) => {
    for (let look = 0; look < 5; look += 1) {
      const { taken } = await op.report({ outcomes: [{ ...samples(host, '1.1.0', 0, 10), module }, { ...samples(host, '1.0.0', 60, 0), module }] })
      if (taken?.length) return taken.length
    }
    return 0
  }
  const stateOf = async (id: number) => (await registry.client().call(listPlans)).plans.find((each) => each.id === id)?.state

  it('of other versions leaves the plan alone', async () => {
    const [first, second] = [await tenant(), await tenant()]
    const id = await begins([{ hosts: [first] }, { hosts: [second] }])
    await passes(1)
    await op.approve((await op.pending(await op.set(first, { 'mfe-payment': '1.1.0' }, { percent: 10 }))).id)
    expect(await breaks(first, 'mfe-payment')).toBe(1)
    expect(await stateOf(id)).toBe('running')
    expect((await op.tenant(first)).rollouts).toMatchObject([{ modules: { 'mfe-driver': '1.1.0' }, percent: 10 }])
    await op.post(`/plans/${id}/abort`)
  })

  it('on one tenant of a plan without waves leaves the others what they have, until somebody aborts', async () => {
    const [first, second] = [await tenant(), await tenant()]
    const id = await begins([], { waves: undefined, hosts: [first, second] })
    await passes(1)
    expect(await breaks(first, 'mfe-driver')).toBe(1)
    expect([await stateOf(id), (await op.tenant(first)).rollouts.length, (await op.tenant(second)).rollouts.length]).toEqual(['halted', 0, 1])
  })

  it('gives all waves back what there was before: no module where there was none, and what was set of it then', async () => {
    for (const version of ['2.0.0', '2.1.0']) await registry.publish(aModule('mfe-driver', version, { change: { settings: { cards: { kind: 'number', says: 'How many cards', default: 3, least: 1, most: 6 } } } }))
    const { 'mfe-driver': _driver, ...others } = firstRelease
    const [without, set, last] = [await tenant(others), await tenant({ ...firstRelease, 'mfe-driver': '2.0.0' }), await tenant({ ...firstRelease, 'mfe-driver': '2.0.0' })]
    await op.set(set, {}, { settings: { 'mfe-driver': { cards: 4 } } })
    const id = await begins([{ hosts: [without, set] }, { hosts: [last] }], { modules: { 'mfe-driver': '2.1.0' } })
    for (const minutes of [1, 31, 61, 1]) {
      await passes(minutes)
      await op.report({ outcomes: [samples(set, '2.1.0', 25, 0)] })
      // What was set meanwhile was not before it.
      await op.set(set, {}, { settings: { 'mfe-driver': { cards: 5 } } })
    }
    const had = async () => Promise.all([without, set].map(async (host) => { const { modules, history } = await op.tenant(host); return [modules['mfe-driver'], history[0]?.settings] }))
    expect(await had()).toEqual([['2.1.0', {}], ['2.1.0', { 'mfe-driver': { cards: 5 } }]])
    expect((await op.post(`/plans/${id}/abort`)).body).toMatchObject({ waves: [{ state: 'rolled-back' }, { state: 'rolled-back' }] })
    expect(await had()).toEqual([[undefined, {}], ['2.0.0', { 'mfe-driver': { cards: 4 } }]])
  })

  it('goes on with the others where former versions make no set any more, and the audit says so', async () => {
    for (const version of ['3.0.0', '3.1.0']) await registry.publish(aModule('mfe-driver', version))
    const [killed, other] = [await tenant({ ...firstRelease, 'mfe-driver': '3.0.0' }), await tenant()]
    const id = await begins([{ hosts: [killed] }, { hosts: [other] }], { modules: { 'mfe-driver': '3.1.0' } })
    for (const minutes of [1, 31, 61, 1]) {
      await passes(minutes)
      await op.report({ outcomes: [samples(killed, '3.1.0', 25, 0)] })
    }
    expect((await op.post('/modules/mfe-driver/versions/3.0.0/kill', { reason: 'it breaks' })).status).toBe(200)
    expect((await op.post(`/plans/${id}/abort`, { reason: 'enough' })).status).toBe(200)
    const [{ modules }, { rollouts }] = [await op.tenant(killed), await op.tenant(other)]
    expect([modules['mfe-driver'], rollouts]).toEqual(['3.1.0', []])
    expect((await op.call('GET', '/audit')).body['entries']).toContainEqual(expect.objectContaining({ action: 'take back failed', subject: killed, reason: 'enough' }))
  })

  it('takes back the plan alone, and once: what somebody else gave a tenant, before or since, stays', async () => {
    const [first, second] = [await tenant(), await tenant()]
    const id = await begins([{ hosts: [first, second] }])
    await passes(1)
    await op.approve((await op.pending(await op.set(second, { 'mfe-payment': '1.1.0' }, { percent: 10 }))).id)
    expect(await breaks(first, 'mfe-driver')).toBe(1)
    expect(await stateOf(id)).toBe('halted')
    expect((await op.tenant(second)).rollouts).toMatchObject([{ modules: { 'mfe-payment': '1.1.0' } }])
    await op.set(second, { 'mfe-driver': '1.1.0' })
    await op.set(first, { 'mfe-driver': '1.1.0' }, { percent: 10 })
    expect(await breaks(first, 'mfe-driver')).toBe(1)
    expect((await op.tenant(second)).modules).toMatchObject({ 'mfe-driver': '1.1.0' })
  })
})
