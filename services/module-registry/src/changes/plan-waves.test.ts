import { type PlanView, listChanges, listPlans } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryService } from '../app.ts'
import { newKey, testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now, wideTenants: 1000 })
  op = operator(registry)
  await op.publishAll()
  // Tenants that nothing reaches: what a test changes is never all of them.
  for (const host of ['x.example', 'y.example', 'z.example']) await op.tenantWith(host)
})
afterAll(() => registry.close())

const passes = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
let made = 0
/** A group of its own of so many tenants with a release. */
async function group(size = 1): Promise<{ readonly name: string; readonly hosts: readonly string[] }> {
  made += 1
  const name = `group-${made}`
  const hosts = Array.from({ length: size }, (_tenant, at) => `${String.fromCharCode(97 + at)}.${name}.example`)
  for (const host of hosts) {
    await op.tenantWith(host)
    await joins(host, name)
  }
  return { name, hosts }
}
const joins = async (host: string, ...groups: string[]) => { expect((await op.call('PUT', `/tenants/${host}/options`, { body: { groups } })).status).toBe(200) }
const steps = [{ percent: 10, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 60 }]
const spec = (waves: readonly object[], change: object = {}) => ({ name: 'driver 1.1.0', waves, modules: { 'mfe-driver': '1.1.0' }, gate: { minSessions: 20 }, steps, ...change })
const begins = async (waves: readonly object[], change: object = {}): Promise<number> => {
  const { status, body } = await op.post('/plans', spec(waves, change))
  expect(body).toMatchObject({ state: 'running' })
  expect(status).toBe(200)
  return Number(body['id'])
}
const plan = async (id: number, token?: string): Promise<PlanView | undefined> => (await registry.client(token).call(listPlans)).plans.find((each) => each.id === id)
const wavesOf = async (id: number) => (await plan(id))?.waves?.map(({ state }) => state)
const settles = (host: string, good = 25, bad = 0) => op.report({ outcomes: [samples(host, '1.1.0', good, bad)] })
const versions = async (...hosts: readonly string[]) => Promise.all(hosts.map(async (host) => {
  const { modules, rollouts } = await op.tenant(host)
  return rollouts.length > 0 ? `${modules['mfe-driver']}, 1.1.0 at ${rollouts[0]?.percent} %` : modules['mfe-driver']
}))
/** Everybody of the tenants has the version, and the time of the last step is to come. */
const goesThrough = async (hosts: readonly string[]) => {
  await passes(1)
  await settles(hosts[0] ?? '')
  await passes(31)
}
const breaks = async (host: string) => {
  for (let look = 0; look < 5; look += 1) {
    const { taken } = await op.report({ outcomes: [samples(host, '1.1.0', 0, 10), samples(host, '1.0.0', 60, 0)] })
    if (taken?.length) return taken
  }
  return []
}

describe('a plan in waves (DEC-353)', () => {
  it('goes through all steps for a group, and begins with the next one when the last step had its time and its sessions', async () => {
    const [first, second] = [await group(2), await group()]
    // Who is in the group and named beside it is in the wave once.
    const id = await begins([{ groups: [first.name], hosts: [first.hosts[1]] }, { groups: [second.name], hosts: ['x.example'] }])
    expect(await plan(id)).toMatchObject({ hosts: [...first.hosts, ...second.hosts, 'x.example'], wave: 0, waves: [{ groups: [first.name], hosts: first.hosts, state: 'not-begun' }, { state: 'not-begun' }] })
    await passes(1)
    expect(await versions(...first.hosts, ...second.hosts, 'x.example')).toEqual(['1.0.0, 1.1.0 at 10 %', '1.0.0, 1.1.0 at 10 %', '1.0.0', '1.0.0'])
    await settles(first.hosts[1] ?? '')
    await passes(31)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.1.0', '1.1.0', '1.0.0'])
    await passes(59)
    expect(await plan(id)).toMatchObject({ state: 'running', wave: 0, note: expect.stringContaining('100 % until') as string })
    await passes(2)
    expect(await plan(id)).toMatchObject({ wave: 0, note: '0 of 20 session samples' })
    await settles(first.hosts[0] ?? '')
    await passes(1)
    expect(await wavesOf(id)).toEqual(['done', 'not-begun'])
    await passes(1)
    expect(await versions(...second.hosts, 'x.example')).toEqual(['1.0.0, 1.1.0 at 10 %', '1.0.0, 1.1.0 at 10 %'])
    expect(await wavesOf(id)).toEqual(['done', 'running'])
    await settles('x.example')
    await passes(31)
    await passes(1)
    expect(await versions(...first.hosts, ...second.hosts, 'x.example')).toEqual(['1.1.0', '1.1.0', '1.1.0', '1.1.0'])
    expect(await plan(id)).toMatchObject({ state: 'done', waves: [{ state: 'done' }, { state: 'done' }] })
    // The audit and each tenant's timeline say when which wave began.
    const { body } = await op.call('GET', `/tenants/${first.hosts[0]}/timeline?kind=rollouts`)
    expect(body['entries']).toContainEqual(expect.objectContaining({ action: 'next wave', after: { wave: 2, groups: [second.name], hosts: [...second.hosts, 'x.example'] } }))
  })

  it('never reaches the second wave with a version that is bad in the first', async () => {
    const [first, second] = [await group(2), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    await passes(1)
    expect(await breaks(first.hosts[0] ?? '')).toHaveLength(1)
    expect(await plan(id)).toMatchObject({ state: 'halted', waves: [{ state: 'rolled-back' }, { state: 'not-begun' }] })
    // The other tenant of the wave had it as well.
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.0.0', '1.0.0', '1.0.0'])
    expect((await op.post(`/plans/${id}/resume`)).body).toMatchObject({ code: 'WrongState', title: expect.stringContaining('was rolled back') as string })
    await passes(500)
    expect(await versions(...second.hosts)).toEqual(['1.0.0'])
  })

  it('gives the first wave back what it had when the version is bad in the second, and leaves alone what somebody changed there since', async () => {
    const [first, second, third] = [await group(2), await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }, { groups: [third.name] }])
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.1.0', '1.1.0', '1.0.0, 1.1.0 at 10 %'])
    await op.approve((await op.pending(await op.set(first.hosts[0] ?? '', { 'mfe-payment': '1.1.0' }))).id)
    await op.set(first.hosts[1] ?? '', { 'mfe-driver': '1.2.0' })
    expect(await breaks(second.hosts[0] ?? '')).toHaveLength(1)
    expect(await versions(...first.hosts, ...second.hosts, ...third.hosts)).toEqual(['1.0.0', '1.2.0', '1.0.0', '1.0.0'])
    expect((await op.tenant(first.hosts[0] ?? '')).modules).toMatchObject({ 'mfe-payment': '1.1.0' })
    expect(await plan(id)).toMatchObject({ state: 'halted', waves: [{ state: 'rolled-back' }, { state: 'rolled-back' }, { state: 'not-begun' }] })
    expect((await op.tenant(first.hosts[0] ?? '')).history[0]).toMatchObject({ action: 'take back', actor: 'registry', reason: expect.stringMatching(`^${second.hosts[0]}: mfe-driver@1.1.0 broke`) as string })
    const { body } = await op.call('GET', '/tenant-search?state=stopped')
    expect((body['tenants'] as { host: string }[]).map(({ host }) => host)).toEqual(expect.arrayContaining([...first.hosts, ...third.hosts]))
  })

  it('halts, and reaches no further wave, when somebody goes back by hand on a tenant of a wave that is through', async () => {
    const [first, second] = [await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    await goesThrough(first.hosts)
    expect((await op.back(first.hosts[0] ?? '')).status).toBe(200)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    expect(await plan(id)).toMatchObject({ state: 'halted', note: 'another change ended the rollout', wave: 0 })
    await passes(500)
    expect(await versions(...second.hosts)).toEqual(['1.0.0'])
  })

  it('halts as well while it is in a later wave', async () => {
    const [first, second, third] = [await group(), await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }, { groups: [third.name] }])
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    expect((await op.back(first.hosts[0] ?? '')).status).toBe(200)
    await settles(second.hosts[0] ?? '')
    await passes(31)
    expect(await plan(id)).toMatchObject({ state: 'halted', wave: 1, step: 0 })
    // What the others have is theirs to keep until somebody aborts.
    expect(await versions(...first.hosts, ...second.hosts, ...third.hosts)).toEqual(['1.0.0', '1.0.0, 1.1.0 at 10 %', '1.0.0'])
  })

  it('gives all waves back what they had when the version is bad on a tenant of a wave before, whose share goes on', async () => {
    const [first, second] = [await group(2), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }], { steps: [{ percent: 10, dwellMinutes: 30 }, { percent: 50, dwellMinutes: 60 }] })
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.0.0, 1.1.0 at 50 %', '1.0.0, 1.1.0 at 50 %', '1.0.0, 1.1.0 at 10 %'])
    expect(await breaks(first.hosts[1] ?? '')).toHaveLength(1)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.0.0', '1.0.0', '1.0.0'])
    expect(await plan(id)).toMatchObject({ state: 'halted', waves: [{ state: 'rolled-back' }, { state: 'rolled-back' }] })
  })

  it.each([
    ['paused', (id: number) => op.post(`/plans/${id}/pause`)],
    ['halted', async (_id: number, host: string) => { await op.back(host); await passes(1) }],
  ] as const)('gives all waves back what they had also when it is %s while its share goes on and is found bad', async (state, stops) => {
    const [first, second] = [await group(2), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    await stops(id, first.hosts[1] ?? '')
    expect(await plan(id)).toMatchObject({ state })
    expect(await breaks(second.hosts[0] ?? '')).toHaveLength(1)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.0.0', '1.0.0', '1.0.0'])
    // Why it stood still before is what its note goes on saying.
    expect(await plan(id)).toMatchObject({ state: 'halted', note: expect.stringContaining(state === 'halted' ? 'another change ended the rollout' : 'broke') as string })
    expect((await op.post(`/plans/${id}/resume`)).body).toMatchObject({ code: 'WrongState' })
  })

  it('gives all waves back what they had when it is aborted', async () => {
    const [first, second] = [await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.1.0', '1.0.0, 1.1.0 at 10 %'])
    expect((await op.post(`/plans/${id}/abort`, { reason: 'enough' })).body).toMatchObject({ state: 'aborted', waves: [{ state: 'rolled-back' }, { state: 'rolled-back' }] })
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.0.0', '1.0.0'])
    expect((await op.tenant(first.hosts[0] ?? '')).history[0]).toMatchObject({ action: 'back', reason: 'enough' })
  })

  it('waits where a tenant of the wave is frozen, and with it the waves behind', async () => {
    const [first, second, third] = [await group(), await group(2), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }, { groups: [third.name] }])
    await op.post('/freezes', { host: second.hosts[1], reason: 'Christmas' })
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    await passes(61)
    await passes(1)
    await passes(500)
    expect(await plan(id)).toMatchObject({ state: 'running', wave: 1, step: -1, stepSince: null, note: 'frozen: Christmas' })
    expect(await versions(...second.hosts, ...third.hosts)).toEqual(['1.0.0', '1.0.0', '1.0.0'])
    await op.post('/freezes/lift', { host: second.hosts[1] })
    await passes(1)
    expect(await versions(...second.hosts, ...third.hosts)).toEqual(['1.0.0, 1.1.0 at 10 %', '1.0.0, 1.1.0 at 10 %', '1.0.0'])
  })

  it('goes on with the wave and the step where it was when another process takes over', async () => {
    const [first, second] = [await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    await goesThrough(first.hosts)
    await settles(first.hosts[0] ?? '')
    const other = await registryService({ database: registry.database, assetsDir: registry.assetsDir, signingKey: newKey(), demo: true, log: { level: 'silent' }, tickMs: 3_600_000, siteSecret: 'another secret of the sites in tests', clock: () => clock.now, wideTenants: 1000 })
    clock.now = new Date(clock.now.getTime() + 61 * 60_000)
    await other.tick()
    expect(await plan(id)).toMatchObject({ wave: 1, step: -1 })
    await Promise.all([other.tick(), registry.tick()])
    expect(await plan(id)).toMatchObject({ wave: 1, step: 0 })
    expect(await versions(...first.hosts, ...second.hosts)).toEqual(['1.1.0', '1.0.0, 1.1.0 at 10 %'])
    await other.stop()
  })

  it('of payment is approved once for all waves, with the tenants that the second person saw', async () => {
    const [first, second] = [await group(), await group()]
    const { id } = await op.pending(await op.post('/plans', spec([{ groups: [first.name] }, { groups: [second.name] }], { name: 'payment 1.1.0', modules: { 'mfe-payment': '1.1.0' } })))
    await joins('y.example', first.name)
    await joins(second.hosts[0] ?? '')
    const seen = (await op.change(id)).wish
    expect(seen).toMatchObject({ waves: [{ groups: [first.name], hosts: first.hosts }, { groups: [second.name], hosts: second.hosts }] })
    expect((await op.approve(id, 'demo-operator')).status).toBe(403)
    expect((await op.approve(id)).body).toMatchObject({ state: 'applied' })
    await passes(1)
    const running = (await registry.client().call(listPlans)).plans[0]
    expect(running).toMatchObject({ name: 'payment 1.1.0', waves: [{ hosts: first.hosts, state: 'running' }, { hosts: second.hosts }] })
    expect((await op.tenant('y.example')).rollouts).toEqual([])
  })

  it('is seen by who is limited to tenants as far as these go, and changed by who reaches all of them', async () => {
    const [first, second] = [await group(), await group()]
    const id = await begins([{ groups: [first.name] }, { groups: [second.name] }])
    const [reader, ofFirst, other] = [await limitedToken(registry, 'operator', second.hosts), await limitedToken(registry, 'operator', first.hosts), await limitedToken(registry, 'viewer', ['z.example'])]
    expect(await plan(id, reader)).toMatchObject({ hosts: second.hosts, waves: [{ groups: [], hosts: [] }, { groups: [second.name], hosts: second.hosts }] })
    expect(await plan(id, other)).toBeUndefined()
    for (const turn of ['pause', 'abort']) for (const token of [reader, ofFirst]) expect((await op.post(`/plans/${id}/${turn}`, {}, token)).status).toBe(403)
    for (const waves of [[{ hosts: second.hosts }, { groups: [first.name] }], [{ hosts: [...second.hosts, ...first.hosts] }]]) {
      const { status, body } = await op.post('/plans', spec(waves, { modules: { 'mfe-driver': '1.2.0' } }), reader)
      expect([status, body.code]).toEqual([403, 'Forbidden'])
    }
    expect((await op.post('/plans', spec([{ hosts: second.hosts }]), 'demo-viewer')).status).toBe(403)
    const { id: change } = await op.pending(await op.post('/plans', spec([{ groups: [first.name] }, { groups: [second.name] }], { modules: { 'mfe-payment': '1.1.0' } })))
    const shown = (await registry.client(reader).call(listChanges, { query: {} })).changes.find((each) => each.id === change)
    expect(JSON.stringify(shown)).toContain(second.name)
    expect(JSON.stringify(shown)).not.toContain(first.name)
  })

  it.each([
    ['a tenant in two waves', (own: string, host: string) => ({ waves: [{ groups: [own] }, { hosts: [host] }] }), 409, 'TenantInTwoWaves'],
    ['a group without tenants', (own: string) => ({ waves: [{ groups: [own] }, { groups: ['nobody'] }] }), 404, 'EmptyGroup'],
    ['a tenant that nobody knows', (own: string) => ({ waves: [{ groups: [own] }, { hosts: ['q.example'] }] }), 404, 'UnknownTenant'],
    ['a wave of nothing', (own: string) => ({ waves: [{ groups: [own] }, {}] }), 400, 'InvalidRequest'],
    ['waves beside tenants', (own: string, host: string) => ({ waves: [{ groups: [own] }], hosts: [host] }), 400, 'InvalidRequest'],
    ['no wave at all', () => ({ waves: [] }), 400, 'InvalidRequest'],
    ['neither waves nor tenants', () => ({ waves: undefined }), 400, 'InvalidRequest'],
    ['steps without a canary', (own: string) => ({ waves: [{ groups: [own] }], steps: [{ percent: 100, dwellMinutes: 0 }] }), 409, 'NotStaged'],
  ])('is refused with %s', async (_case, change, status, code) => {
    const { name, hosts: [host = ''] } = await group()
    const answer = await op.post('/plans', spec([], change(name, host)))
    expect([answer.status, answer.body.code]).toEqual([status, code])
    await passes(1)
    expect(await versions(host)).toEqual(['1.0.0'])
  })
})
