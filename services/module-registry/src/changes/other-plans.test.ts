import { listPlans } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first as firstRelease, operator } from '../test/test-tenants.ts'

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
async function begins(waves: readonly object[]): Promise<number> {
  const { status, body } = await op.post('/plans', spec(waves))
  expect(status).toBe(200)
  return Number(body['id'])
}

describe('a plan beside another one of which one has waves (DEC-353, DEC-358)', () => {
  it('is refused while a tenant goes, or will go, through another plan of the module', async () => {
    const [first, second] = [await tenant(), await tenant()]
    await begins([{ hosts: [first] }, { hosts: [second] }])
    for (const change of [spec([{ hosts: [second] }]), { ...spec([]), waves: undefined, hosts: [second] }]) {
      expect((await op.post('/plans', { ...change, modules: { 'mfe-driver': '1.2.0' } })).body).toMatchObject({ code: 'RolloutRunning' })
    }
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
