import { listErrors } from '@checkin/registry'
import { routeNames } from '@checkin/remote'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await op.publishAll()
  // Nothing changes it: whoever changes every tenant there is needs a second person.
  await op.tenantWith('idle.example')
})
afterAll(() => registry.close())

const report = (body: object) => op.report(body)
const stay = (host: string, version: string, left: number, stuck: number, step = 'driver-contact') => ({ host, module: 'mfe-driver', version, step, left, stuck })

describe('a rollout’s version whose renters reach a screen and do not go on', () => {
  it('is rolled back though no page reported a failure, and the audit names the screen (ROL-2)', async () => {
    await op.tenantWith('a.example')
    await op.set('a.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    expect((await report({ stays: [stay('a.example', '1.1.0', 2, 8), stay('a.example', '1.0.0', 7, 3)] })).taken).toEqual([])
    expect((await report({ stays: [stay('a.example', '1.1.0', 3, 32), stay('a.example', '1.0.0', 25, 9)] })).taken).toEqual([{ host: 'a.example', module: 'mfe-driver', version: '1.1.0' }])
    const tenant = await op.tenant('a.example')
    expect(tenant).toMatchObject({ rollouts: [], modules: { 'mfe-driver': '1.0.0' } })
    expect(tenant.history[0]).toMatchObject({
      action: 'take back', actor: 'registry',
      reason: expect.stringMatching(/^mfe-driver@1\.1\.0: driver-contact was reached and not left 40 of 45, beside it 12 of 44 \(odds \d+ to 1\)$/) as string,
    })
  })

  it('stays where the other version holds as many: renters give up for reasons of their own', async () => {
    await op.tenantWith('b.example')
    await op.set('b.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    for (let look = 0; look < 20; look += 1) expect((await report({ stays: [stay('b.example', '1.1.0', 5, 5), stay('b.example', '1.0.0', 5, 5)] })).taken).toEqual([])
    const { body } = await op.call('GET', '/health?host=b.example')
    expect((body['verdicts'] as { rollout: string }[]).filter(({ rollout }) => rollout !== 'pinned')).toMatchObject([{ outcome: 'open', stuck: { step: 'driver-contact', canary: { sessions: 200, bad: 100 }, base: { sessions: 200, bad: 100 } } }])
  })

  it('is not compared by screens where a rule chose the renters: staff and phones give up as they do', async () => {
    await op.tenantWith('c.example')
    await op.set('c.example', { 'mfe-driver': '1.1.0' }, { percent: 0, cohorts: [{ when: { staff: true }, percent: 100 }] })
    expect((await op.tenant('c.example')).rollouts).toHaveLength(1)
    expect((await report({ stays: [stay('c.example', '1.1.0', 0, 60), stay('c.example', '1.0.0', 60, 0)] })).taken).toEqual([])
  })

  it('is found by broken sessions as soon as ever, beside screens that say nothing', async () => {
    await op.tenantWith('d.example')
    await op.set('d.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    const outcomes = [{ host: 'd.example', module: 'mfe-driver', version: '1.1.0', good: 0, bad: 6 }, { host: 'd.example', module: 'mfe-driver', version: '1.0.0', good: 60, bad: 0 }]
    expect((await report({ outcomes, stays: [stay('d.example', '1.1.0', 5, 1), stay('d.example', '1.0.0', 5, 1)] })).taken).toHaveLength(1)
    expect((await op.tenant('d.example')).history[0]?.reason).toMatch(/broke 6 of 6 sessions/)
  })
})

describe('a rollout’s version whose journeys are worse, without a report of failure', () => {
  const stayed = (version: string, quick: number, slow: number) => ({ ...stay('j.example', version, quick + slow, 0), quick: [0, quick, quick, quick + slow], slow: [quick + slow, slow, slow, 0] })
  const journey = (host: string, version: string, completed: number, unfinished: number, sold = completed) =>
    ({ host, module: 'mfe-driver', version, completed, unfinished, more: Array.from({ length: 6 }, () => sold), less: Array.from({ length: 6 }, () => completed - sold) })

  it.each<[string, string, object, RegExp]>([
    ['a step takes longer', 'j.example', { stays: [stayed('1.1.0', 5, 45), stayed('1.0.0', 40, 10)] }, /^mfe-driver@1\.1\.0: driver-contact took longer than (15|45) s 45 of 50 times, beside it 10 of 50/],
    ['fewer complete check-in', 'k.example', { journeys: [journey('k.example', '1.1.0', 10, 50), journey('k.example', '1.0.0', 48, 12)] }, /^mfe-driver@1\.1\.0: check-in was not completed 50 of 60 times, beside it 12 of 60/],
    ['fewer add something', 'l.example', { journeys: [journey('l.example', '1.1.0', 60, 0, 2), journey('l.example', '1.0.0', 60, 0, 40)] }, /^mfe-driver@1\.1\.0: nothing was added 58 of 60 times, beside it 20 of 60/],
  ])('is rolled back where %s, and the history says so (DEC-295)', async (_what, host, batch, reason) => {
    await op.tenantWith(host)
    await op.set(host, { 'mfe-driver': '1.1.0' }, { percent: 50 })
    expect((await report(batch)).taken).toEqual([{ host, module: 'mfe-driver', version: '1.1.0' }])
    expect((await op.tenant(host)).history[0]).toMatchObject({ action: 'take back', reason: expect.stringMatching(reason) as string })
  })

  it('goes on from what an earlier registry stored, without journeys (DEC-295)', async () => {
    await op.tenantWith('m.example')
    await op.set('m.example', { 'mfe-driver': '1.1.0' }, { percent: 50 })
    await report({ journeys: [journey('m.example', '1.1.0', 5, 5), journey('m.example', '1.0.0', 5, 5)] })
    await registry.database.kysely.updateTable('verdict').set({ journeys: 'null' }).where('host', '=', 'm.example').execute()
    expect((await report({ journeys: [journey('m.example', '1.1.0', 0, 60), journey('m.example', '1.0.0', 60, 0)] })).taken).toHaveLength(1)
  })
})

describe('what a site server reports of screens', () => {
  it('is accepted for every screen, and fills the step funnel (CODE-1)', async () => {
    const { status } = await report({
      steps: routeNames.map((step) => ({ host: 'e.example', module: 'mfe-payment', version: '1.0.0', step, reached: 2, left: 1, failed: 1 })),
      errors: routeNames.map((step) => ({ host: 'e.example', module: 'mfe-payment', version: '1.0.0', phase: 'render', reason: 'threw', step, count: 1 })),
      traces: [{ code: 'K7QF-2M9X', host: 'e.example', module: 'mfe-payment', version: '1.0.0', setId: 1, phase: 'render', reason: 'threw', step: 'paymentLog' }],
    })
    expect(status).toBe(200)
    const health = (await op.call('GET', '/health?host=e.example')).body
    expect((health['steps'] as { step: string }[]).map(({ step }) => step).sort()).toEqual([...routeNames].sort())
    expect((await op.call('GET', '/traces/k7qf2m9x')).body).toMatchObject({ step: 'paymentLog', module: 'mfe-payment' })
    const { groups } = await registry.client().call(listErrors, { query: { host: 'e.example' } })
    expect(groups.map(({ step }) => step).sort()).toEqual([...routeNames].sort())
  })

  it('names screens of a release set that no table has, and costs no more than the name where it is none (DEC-195)', async () => {
    const row = { host: 'f.example', module: 'mfe-payment', version: '1.0.0' }
    expect((await report({ errors: [{ ...row, phase: 'render', reason: 'a-new-reason', step: 'park', count: 2 }, { ...row, phase: 'load', reason: 'threw', step: '<b>no name</b>', count: 3 }] })).status).toBe(200)
    const { groups } = await registry.client().call(listErrors, { query: { host: 'f.example' } })
    expect(groups.map(({ step, reason, count }) => ({ step, reason, count })).sort((one, other) => one.count - other.count)).toEqual([{ step: 'park', reason: 'other', count: 2 }, { step: '', reason: 'threw', count: 3 }])
  })
})
