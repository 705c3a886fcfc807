import { listPlans } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())

const report = (body: object, secret?: string) => op.report(body, secret)

describe('a version that breaks real sessions', () => {
  it('is rolled back automatically, within the minute, with the figures in the audit and its plan halted', async () => {
    await op.tenantWith('a.example')
    const { body: plan } = await op.post('/plans', { name: 'driver 1.1.0', hosts: ['a.example'], modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 10, dwellMinutes: 60 }, { percent: 100, dwellMinutes: 0 }] })
    await registry.tick()
    expect(await op.tenant('a.example')).toMatchObject({ rollouts: [{ percent: 10 }] })
    let taken: unknown[] | undefined = []
    // Five sessions a minute get the new version, all broken; forty-five the other, one in a hundred broken.
    for (let seconds = 12; seconds <= 60 && taken?.length === 0; seconds += 12) {
      clock.now = new Date(clock.start.getTime() + seconds * 1000)
      taken = (await report({ outcomes: [samples('a.example', '1.1.0', 0, 1), samples('a.example', '1.0.0', 9, 0)] })).taken
    }
    expect(taken).toEqual([{ host: 'a.example', module: 'mfe-driver', version: '1.1.0' }])
    // Every cause is there from the start (DEC-317).
    expect([...(await registry.metrics()).matchAll(/checkin_canary_rollbacks_total\{cause="(\w+)"[^}]*\} (\d)/g)].map(([, cause, times]) => `${cause} ${times}`)).toEqual(['broken 1', 'stuck 0', 'slow 0', 'completion 0', 'sales 0'])
    const tenant = await op.tenant('a.example')
    expect(tenant).toMatchObject({ rollouts: [], modules: { 'mfe-driver': '1.0.0' } })
    expect(tenant.history[0]).toMatchObject({ action: 'take back', actor: 'registry', reason: expect.stringMatching(/^mfe-driver@1\.1\.0 broke \d of \d sessions, the version beside it 0 of \d+ \(odds \d+ to 1\)$/) as string })
    const { plans } = await registry.client().call(listPlans)
    expect(plans.find(({ id }) => id === plan['id'])?.state).toBe('halted')
  })

  it('is rolled back in a freeze too, for payment without a second person', async () => {
    await op.tenantWith('b.example')
    const { id } = await op.pending(await op.set('b.example', { 'mfe-payment': '1.1.0' }, { percent: 50 }))
    await op.approve(id)
    await op.post('/freezes', { host: 'b.example', reason: 'year end' })
    const payment = (version: string, good: number, bad: number) => ({ ...samples('b.example', version, good, bad), module: 'mfe-payment' })
    expect((await report({ outcomes: [payment('1.1.0', 0, 20), payment('1.0.0', 20, 0)] })).taken).toHaveLength(1)
    expect((await op.tenant('b.example')).rollouts).toEqual([])
  })

  it('stays when the other breaks as often: the cause is elsewhere', async () => {
    await op.tenantWith('c.example')
    await op.set('c.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    for (let look = 0; look < 20; look += 1) expect((await report({ outcomes: [samples('c.example', '1.1.0', 5, 5), samples('c.example', '1.0.0', 5, 5)] })).taken).toEqual([])
    const { body } = await op.call('GET', '/health?host=c.example')
    const results = body['verdicts'] as { rollout: string }[]
    expect(results.filter(({ rollout }) => rollout !== 'pinned')).toMatchObject([{ version: '1.1.0', baseline: '1.0.0', outcome: 'open', canary: { sessions: 200, bad: 100 } }])
  })

  it('is evaluated for its own tenant only', async () => {
    await op.tenantWith('d.example')
    await op.set('d.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    await report({ outcomes: [samples('elsewhere.example', '1.1.0', 0, 500), samples('d.example', '1.0.0', 500, 0)] })
    expect((await op.tenant('d.example')).rollouts).toHaveLength(1)
  })
})

describe('a version that everybody has', () => {
  const pinned = async (host: string) => {
    const { body } = await op.call('GET', `/health?host=${host}&minutes=10`)
    return (body['verdicts'] as { rollout: string; module: string }[]).filter(({ rollout, module }) => rollout === 'pinned' && module === 'mfe-driver')
  }

  it('and breaks more than it used to raises one alarm and is not rolled back; the alarm ends when all is well again', async () => {
    await op.tenantWith('g.example')
    await report({ outcomes: [samples('g.example', '1.0.0', 995, 5)] })
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    await report({ outcomes: [samples('g.example', '1.0.0', 20, 0)] })
    expect(await pinned('g.example')).toMatchObject([{ outcome: 'open', canary: { sessions: 20, bad: 0 }, base: { sessions: 1000, bad: 5 } }])
    for (let look = 0; look < 3; look += 1) await report({ outcomes: [samples('g.example', '1.0.0', 10, 10)] })
    expect(await pinned('g.example')).toMatchObject([{ outcome: 'risen', version: '1.0.0', baseline: '1.0.0' }])
    expect((await op.tenant('g.example')).history).toHaveLength(1)
    expect(await registry.metrics()).toMatch(/checkin_version_rises_total\{tenant="g.example",module="mfe-driver",version="1.0.0"[^}]*\} 1\n/)
    await report({ outcomes: [samples('g.example', '1.0.0', 300, 1)] })
    expect(await pinned('g.example')).toMatchObject([{ outcome: 'open' }])
  })

  it('is compared with the module\'s past, whichever version that was; another version begins anew', async () => {
    await op.tenantWith('h.example')
    await report({ outcomes: [samples('h.example', '1.0.0', 990, 10)] })
    clock.now = new Date(clock.now.getTime() + 3_600_000)
    await op.set('h.example', { 'mfe-driver': '1.1.0' })
    await report({ outcomes: [samples('h.example', '1.1.0', 5, 15)] })
    expect(await pinned('h.example')).toMatchObject([{ outcome: 'risen', version: '1.1.0', base: { sessions: 1000, bad: 10 } }])
    await op.set('h.example', { 'mfe-driver': '1.0.0' })
    await report({ outcomes: [samples('h.example', '1.0.0', 5, 0)] })
    expect(await pinned('h.example')).toMatchObject([{ outcome: 'open', version: '1.0.0' }])
  })
})

describe('what pages report', () => {
  it('is believed from a site server only', async () => {
    expect((await report({}, 'the secret of a stranger, as long!')).status).toBe(401)
    expect((await report({}, '')).status).toBe(401)
    expect((await op.report({}, undefined, 'client-address')).status).toBe(401)
  })

  it('becomes health by version and minute, with the course of an hour', async () => {
    await report({ outcomes: [samples('e.example', '1.0.0', 7, 1), samples('e.example', '1.0.0', 1, 0)], vitals: [{ host: 'e.example', module: 'mfe-driver', version: '1.0.0', name: 'lcp', buckets: [0, 3, 1, 0, 0, 0, 0] }] })
    await report({ outcomes: [samples('e.example', '1.0.0', 2, 0)], vitals: [{ host: 'e.example', module: 'mfe-driver', version: '1.0.0', name: 'lcp', buckets: [1, 1, 0, 0, 0, 0, 0] }] })
    const { body } = await op.call('GET', '/health?host=e.example')
    expect(body['versions']).toMatchObject([{ sessions: 11, bad: 1, course: [{ sessions: 11, bad: 1 }] }])
    expect(body['vitals']).toMatchObject([{ name: 'lcp', count: 6, p75: 1000 }])
  })

  it('becomes the step funnel, screen by screen', async () => {
    const step = (reached: number, left: number, failed: number) => ({ host: 'e.example', module: 'mfe-driver', version: '1.0.0', step: 'verify-driver', reached, left, failed })
    await report({ steps: [step(4, 2, 0), step(1, 0, 1)] })
    clock.now = new Date(clock.now.getTime() + 60_000)
    await report({ steps: [step(1, 1, 0)] })
    const { body } = await op.call('GET', '/health?host=e.example')
    expect(body['steps']).toEqual([step(6, 3, 1)])
  })

  it('becomes groups of errors over all tenants', async () => {
    const error = (host: string, count: number) => ({ host, module: 'mfe-driver', version: '1.0.0', phase: 'load', reason: 'unreachable', step: '', count })
    await report({ errors: [error('e.example', 2), error('f.example', 1)] })
    clock.now = new Date(clock.now.getTime() + 60_000)
    await report({ errors: [error('e.example', 3)] })
    const { body } = await op.call('GET', '/errors?module=mfe-driver')
    expect(body['groups']).toMatchObject([{ phase: 'load', reason: 'unreachable', count: 6, hosts: ['e.example', 'f.example'], lastAt: clock.now.toISOString() }])
  })

  it('shows what renters are running', async () => {
    const { setId } = await op.tenant('a.example')
    await report({ live: [{ host: 'a.example', setId, visits: 3 }] })
    const { body } = await op.call('GET', '/live')
    expect(body['sets']).toMatchObject([{ host: 'a.example', visits: 3, modules: { 'mfe-driver': '1.0.0' } }])
    expect(body['versions']).toContainEqual({ module: 'mfe-driver', version: '1.0.0', visits: 3, hosts: ['a.example'] })
  })
})
