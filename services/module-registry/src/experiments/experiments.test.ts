import type { ExperimentDetail, ExperimentView } from '@checkin/registry'
import { journeyMs } from '@checkin/telemetry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testClock, type TestRegistry } from '../test/test-registry.ts'
import { busyRegistry, limitedToken, type operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  ;({ registry, op } = await busyRegistry(clock))
})
afterAll(() => registry.close())

function passes(minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** So long after the start the first sessions of both arms are known. */
const untilKnown = journeyMs / 60_000 + 1

const declared = { name: 'fewer questions', module: 'mfe-driver', version: '1.1.0', percent: 50, metric: { kind: 'completion', smallestEffect: 0.1 }, rule: { errorRate: 0.05, mostDays: 7, mostSessions: null } }
const planned = async (host: string, more: object = {}): Promise<ExperimentView> => {
  const { status, body } = await op.post('/experiments', { host, ...declared, ...more })
  expect([status, body.title]).toEqual([200, undefined])
  return body as unknown as ExperimentView
}
const start = (id: number, token?: string) => op.post(`/experiments/${id}/start`, { reason: 'a test' }, token)
const stop = (id: number, token?: string) => op.post(`/experiments/${id}/stop`, { reason: 'seen enough' }, token)
const shown = async (id: number): Promise<ExperimentDetail> => (await op.call('GET', `/experiments/${id}`)).body as unknown as ExperimentDetail
/** A tenant with an experiment that runs. */
const running = async (host: string, more: object = {}): Promise<number> => {
  await op.tenantWith(host)
  const { id } = await planned(host, more)
  expect((await start(id)).status).toBe(200)
  return id
}
/** Sessions of a version whose time is over. */
const journeys = (host: string, version: string, completed: number, unfinished: number) => ({ host, module: 'mfe-driver', version, completed, unfinished, more: [0, 0, 0, 0, 0, 0], less: Array.from({ length: 6 }, () => completed) })
const reported = (host: string, b: readonly [number, number], a: readonly [number, number]) => op.report({ journeys: [journeys(host, '1.1.0', ...b), journeys(host, '1.0.0', ...a)] })
const rolloutsOf = async (host: string) => (await op.tenant(host)).rollouts
const actionsOf = async (host: string): Promise<string[]> => ((await op.call('GET', `/tenants/${host}/timeline`)).body['entries'] as { action: string }[]).map(({ action }) => action)

describe('an experiment of a tenant (DEC-357)', () => {
  it('is planned, changed, started and stopped; new sessions are in one of two arms meanwhile, and all in A afterwards', async () => {
    await op.tenantWith('a.example')
    const { id, state } = await planned('a.example')
    expect(state).toEqual({ state: 'planned', change: null })
    const metric = { kind: 'completion', smallestEffect: 0.05 }
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, metric, reason: '' } })).body).toMatchObject({ metric })
    expect((await start(id)).body).toMatchObject({ state: { state: 'running', a: '1.0.0', since: clock.now.toISOString(), until: new Date(clock.now.getTime() + 7 * 86_400_000).toISOString(), paused: null } })
    expect(await rolloutsOf('a.example')).toMatchObject([{ modules: { 'mfe-driver': '1.1.0' }, percent: 50 }])
    const versions = await Promise.all(Array.from({ length: 40 }, (_none, at) => op.versionOf('a.example', `s${at}`)))
    expect(new Set(versions)).toEqual(new Set(['1.0.0', '1.1.0']))
    passes(3)
    expect((await stop(id)).body).toMatchObject({ state: { state: 'ended', end: 'stopped', by: 'demo-operator', ran: { a: '1.0.0' } } })
    expect(await rolloutsOf('a.example')).toEqual([])
    expect(await actionsOf('a.example')).toEqual(expect.arrayContaining(['plan experiment', 'change experiment', 'start experiment', 'experiment', 'end experiment', 'experiment end']))
  })

  it('declares metric and rule before it starts: nothing of them can be changed afterwards', async () => {
    const id = await running('b.example')
    for (const change of [{ metric: { kind: 'time', smallestEffect: 10 } }, { rule: { errorRate: 0.2 } }, { percent: 10 }, {}]) {
      const { status, body } = await op.call('PUT', `/experiments/${id}`, { body: { ...declared, reason: '', ...change } })
      expect([status, body.code]).toEqual([409, 'ExperimentStarted'])
    }
    await stop(id)
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, reason: '' } })).body.code).toBe('ExperimentStarted')
    expect(await shown(id)).toMatchObject({ metric: declared.metric, rule: declared.rule, percent: 50 })
  })

  it('starts once and stops once, whoever presses twice or in two tabs', async () => {
    await op.tenantWith('c.example')
    const { id } = await planned('c.example')
    const before = (await op.tenant('c.example')).revision
    expect((await Promise.all([start(id), start(id)])).map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual(['200 undefined', '409 WrongState'])
    expect((await Promise.all([stop(id), stop(id)])).map(({ status, body }) => `${status} ${body.code}`).sort()).toEqual(['200 undefined', '409 WrongState'])
    expect((await start(id)).body.code).toBe('WrongState')
    expect((await op.tenant('c.example')).revision).toBe(before + 2)
  })

  it('counts both arms from the first session that was allotted, and ends as the figures say: B is better', async () => {
    const id = await running('d.example')
    // Sessions of before the start end within the next 45 minutes: they are in no arm.
    await reported('d.example', [0, 0], [10, 400])
    passes(untilKnown)
    for (let minute = 0; minute < 3; minute += 1) {
      await reported('d.example', [45, 5], [25, 25])
      passes(10)
    }
    expect(await shown(id)).toMatchObject({ state: { state: 'running' }, figures: { a: { sessions: 150, value: 0.5 }, b: { sessions: 150, value: 0.9 }, odds: { needed: 40 } } })
    await registry.tick()
    const ended = await shown(id)
    expect(ended).toMatchObject({ state: { state: 'ended', end: 'b-better', by: 'registry' } })
    expect(ended.figures?.b.interval?.low).toBeGreaterThan(0.8)
    expect(ended.course.length).toBeGreaterThan(0)
    expect(ended.course.at(-1)).toMatchObject({ a: { sessions: 150 }, b: { sessions: 150 } })
    // Ending returns everybody to A; bringing B is a plan like any other.
    expect(await op.tenant('d.example')).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [] })
    expect((await op.post('/plans', { name: 'B for all', hosts: ['d.example'], modules: { 'mfe-driver': '1.1.0' } })).status).toBe(200)
  })

  it('counts amounts in its currency and seconds of those that completed', async () => {
    const value = (version: string, added: number, seconds: number, currency = 'EUR') =>
      ({ host: 'e.example', module: 'mfe-driver', version, currency, sessions: 40, added: 20 * added, addedSquares: 20 * added ** 2, finished: 30, seconds: 30 * seconds, secondsSquares: 30 * seconds ** 2 })
    const id = await running('e.example', { metric: { kind: 'added', currency: 'EUR', smallestEffect: 200 } })
    passes(untilKnown)
    await op.report({ values: [value('1.1.0', 3000, 300), value('1.0.0', 1000, 400), value('1.1.0', 90_000, 10, 'USD')], journeys: [journeys('e.example', '1.1.0', 1, 1)] })
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 40, value: 500 }, b: { sessions: 40, value: 1500 } })
    await stop(id)
    const other = await planned('e.example', { metric: { kind: 'time', smallestEffect: 20 } })
    await start(other.id)
    passes(untilKnown)
    await op.report({ values: [value('1.1.0', 3000, 300), value('1.0.0', 1000, 400)], journeys: [journeys('e.example', '1.1.0', 1, 1)] })
    expect((await shown(other.id)).figures).toMatchObject({ a: { sessions: 30, value: 400 }, b: { sessions: 30, value: 300 } })
  })

  it('ends without a difference when its time or its size is reached', async () => {
    const [byTime, bySize] = [await running('f.example', { rule: { mostDays: 0.5 } }), await running('g.example', { rule: { mostSessions: 100 } })]
    passes(untilKnown)
    await reported('g.example', [25, 24], [25, 25])
    await registry.tick()
    expect((await shown(bySize)).state.state).toBe('running')
    await reported('g.example', [1, 0], [0, 0])
    await registry.tick()
    expect((await shown(bySize)).state).toMatchObject({ state: 'ended', end: 'no-difference' })
    passes(12 * 60)
    await registry.tick()
    expect((await shown(byTime)).state).toMatchObject({ state: 'ended', end: 'no-difference' })
    expect([await rolloutsOf('f.example'), await rolloutsOf('g.example')]).toEqual([[], []])
  })

  it('decides nothing while its tenant is frozen, and can be stopped all the same', async () => {
    const id = await running('h.example', { rule: { mostDays: 0.5 } })
    await op.post('/freezes', { host: 'h.example' })
    passes(24 * 60)
    await registry.tick()
    expect((await shown(id)).state).toMatchObject({ state: 'running', paused: 'frozen' })
    expect((await stop(id)).status).toBe(200)
    const { id: next } = await planned('h.example')
    expect((await start(next)).body.code).toBe('Frozen')
  })
})

describe('what else changes the tenant (DEC-357)', () => {
  it('an experiment, a rollout and a plan of one module exclude each other, and another module goes on', async () => {
    const id = await running('i.example')
    const { id: second } = await planned('i.example', { version: '1.2.0' })
    expect((await start(second)).body.code).toBe('ExperimentRunning')
    const driver = (version: string) => ({ name: 'a plan', hosts: ['i.example'], modules: { 'mfe-driver': version } })
    for (const version of ['1.1.0', '1.2.0']) expect((await op.post('/plans', driver(version))).body.code).toBe('ExperimentRunning')
    for (const share of [{ percent: 10 }, {}]) expect((await op.set('i.example', { 'mfe-driver': '1.1.0' }, { ...share, emergency: false })).body.code).toBe('ExperimentRunning')
    expect((await op.set('i.example', { 'mfe-driver': '1.1.0' }, { percent: 20, emergency: true })).body.code).toBe('ExperimentRunning')
    expect((await op.set('i.example', { 'mfe-payment': '1.0.0' })).status).toBe(200)
    await stop(id)
    expect((await op.post('/plans', driver('1.2.0'))).status).toBe(200)
    expect((await start(second)).body.code).toBe('RolloutRunning')
  })

  it('an emergency and going back end it; what takes B away says that it was withdrawn', async () => {
    const [byEmergency, byBack] = [await running('j.example'), await running('k.example')]
    expect((await op.set('j.example', { 'mfe-driver': '1.2.0' }, { emergency: true })).status).toBe(200)
    expect((await shown(byEmergency)).state).toMatchObject({ state: 'ended', end: 'stopped' })
    await op.back('k.example')
    expect((await shown(byBack)).state).toMatchObject({ state: 'ended', end: 'stopped', by: 'demo-operator' })

    const byCanary = await running('l.example')
    expect((await op.report({ outcomes: [samples('l.example', '1.1.0', 10, 40), samples('l.example', '1.0.0', 400, 1)] })).taken).toHaveLength(1)
    expect((await shown(byCanary)).state).toMatchObject({ state: 'ended', end: 'withdrawn', by: 'registry' })
    expect(await rolloutsOf('l.example')).toEqual([])
  })

  it('a kill of B withdraws it, a kill of A stops it and leaves nobody in B', async () => {
    for (const name of ['1.3.0', '1.4.0', '1.5.0']) await registry.publish(aModule('mfe-driver', name))
    const ofB = await running('m.example', { version: '1.3.0' })
    await op.tenantWith('n.example', { 'shell': '1.0.0', 'mfe-driver': '1.4.0', 'mfe-payment': '1.0.0' })
    const { id: ofA } = await planned('n.example', { version: '1.5.0' })
    expect((await start(ofA)).status).toBe(200)
    for (const version of ['1.3.0', '1.4.0']) expect((await op.post(`/modules/mfe-driver/versions/${version}/kill`, { reason: 'broken' }, 'demo-approver')).status).toBe(200)
    expect((await shown(ofB)).state).toMatchObject({ state: 'ended', end: 'withdrawn' })
    expect((await shown(ofA)).state).toMatchObject({ state: 'ended', end: 'stopped' })
    expect(await rolloutsOf('n.example')).toEqual([])
  })

  it('counts no session that began while B was withheld, and says that it is paused meanwhile', async () => {
    const id = await running('o.example')
    passes(untilKnown)
    await op.report({ outcomes: [{ ...samples('o.example', '1.1.0', 40, 0), aside: 5 }, samples('o.example', '1.0.0', 400, 1)] })
    expect((await shown(id)).state).toMatchObject({ state: 'running', paused: 'suspended' })
    passes(5.1)
    await registry.tick()
    expect((await shown(id)).state).toMatchObject({ state: 'running', paused: null })
    await reported('o.example', [10, 10], [10, 10])
    passes(journeyMs / 60_000 - 3)
    await reported('o.example', [0, 0], [0, 500])
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 20 }, b: { sessions: 20 } })
    passes(4)
    await reported('o.example', [1, 0], [1, 0])
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 21 }, b: { sessions: 21 } })
  })
})

describe('who may (DEC-357)', () => {
  it('a start that changes payment waits for a second person; it is declared meanwhile, and starts when it is approved', async () => {
    await op.tenantWith('p.example')
    const { id } = await planned('p.example', { module: 'mfe-payment' })
    const change = await op.pending(await start(id))
    expect(change).toMatchObject({ kind: 'experiment', needs: ['payment'], hosts: [{ host: 'p.example' }] })
    expect((await shown(id)).state).toEqual({ state: 'planned', change: change.id })
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, module: 'mfe-payment', reason: '' } })).body.code).toBe('ExperimentStarted')
    expect((await start(id)).body.code).toBe('WrongState')
    expect((await op.approve(change.id)).body).toMatchObject({ state: 'applied', hosts: [{ state: 'applied', revision: 2 }] })
    expect((await shown(id)).state.state).toBe('running')
    expect((await stop(id)).status).toBe(200)
  })

  it('one that is stopped before it was approved starts never', async () => {
    await op.tenantWith('q.example')
    const { id } = await planned('q.example', { module: 'mfe-payment' })
    const change = await op.pending(await start(id))
    expect((await stop(id)).body).toMatchObject({ state: { state: 'ended', end: 'stopped', ran: null } })
    expect((await op.approve(change.id)).body.code).toBe('NotWaiting')
    expect(await rolloutsOf('q.example')).toEqual([])
  })

  it('operators plan, start and stop; everybody with a token reads, of their own tenants alone', async () => {
    const id = await running('r.example')
    for (const role of ['viewer', 'approver', 'publisher'] as const) {
      const token = await limitedToken(registry, role, ['r.example'])
      for (const answer of [await op.post('/experiments', { host: 'r.example', ...declared }, token), await start(id, token), await stop(id, token)]) expect(answer.status).toBe(403)
      expect((await op.call('GET', `/experiments/${id}`, { token })).status).toBe(200)
    }
    const other = await limitedToken(registry, 'operator', ['never.example'])
    expect((await op.call('GET', `/experiments/${id}`, { token: other })).status).toBe(404)
    expect((await op.call('GET', '/experiments', { token: other })).body).toEqual({ experiments: [] })
    for (const answer of [await op.post('/experiments', { host: 'r.example', ...declared }, other), await start(id, other), await stop(id, other)]) expect([answer.status, answer.body.code]).toEqual([403, 'Forbidden'])
    expect((await shown(id)).state.state).toBe('running')
  })

  it('is refused without a tenant, a version or an A to compare with', async () => {
    expect((await op.post('/experiments', { host: 'nobody.example', ...declared })).body.code).toBe('UnknownTenant')
    await op.tenantWith('s.example')
    expect((await op.post('/experiments', { host: 's.example', ...declared, version: '9.0.0' })).body.code).toBe('UnknownVersion')
    expect((await op.post('/experiments', { host: 's.example', ...declared, percent: 60 })).body.code).toBe('InvalidRequest')
    const { id } = await planned('s.example', { version: '1.0.0' })
    expect((await start(id)).body.code).toBe('SameVersion')
  })
})
