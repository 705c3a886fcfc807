import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'
import { statusOf, type LastTest } from './release-tests.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ followPlan: { steps: [{ percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 } } })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())

const passed = { journey: 'check-in', passed: true, module: 'mfe-driver', step: null, host: 'a.example', builder: 'pipeline 7' }
const failed = { ...passed, passed: false, step: 'driver-details' }
const setOf = async (driver: string): Promise<number> => Number((await op.post('/sets', { modules: { ...first, 'mfe-driver': driver } })).body['id'])
const addTest = (set: number, body: object, token?: string) => op.post(`/sets/${set}/rehearsals`, body, token)
const option = (host: string, onlyRehearsed: boolean, token: string) => op.call('PUT', `/tenants/${host}/options`, { token, body: { onlyRehearsed } })
const simulated = async (host: string, modules: object, more: object = {}) =>
  (await op.post('/dry-run', { hosts: [host], modules, ...more })).body['hosts'] as { rehearsal: { state: string }; problem: { code: string } | null }[]

describe('how sets stand together', () => {
  const at = new Date('2026-12-01T12:00:00Z')
  const walked = (setId: number, journey: LastTest['journey'], step: string | null = null, later = 0): LastTest => ({ setId, journey, step, at: new Date(at.getTime() + later) })
  it.each<[string, number[], LastTest[], object]>([
    ['no new set', [], [], { state: 'nothing-new' }],
    ['a set that nobody walked', [1], [], { state: 'none' }],
    ['one of two that nobody walked', [1, 2], [walked(1, 'check-in')], { state: 'none' }],
    ['another set that was walked', [1], [walked(2, 'check-in')], { state: 'none' }],
    ['only the second journey', [1], [walked(1, 'pre-checkout')], { state: 'none' }],
    ['a tenant without pre-checkout', [1], [walked(1, 'check-in')], { state: 'passed', at: at.toISOString(), journeys: ['check-in'] }],
    ['both, as old as the older', [1, 2], [walked(1, 'check-in', null, 9), walked(2, 'check-in'), walked(2, 'pre-checkout', null, 5)], { state: 'passed', at: at.toISOString(), journeys: ['check-in', 'pre-checkout'] }],
    ['one failure among them', [1, 2], [walked(1, 'check-in'), walked(2, 'check-in'), walked(2, 'pre-checkout', 'overview')], { state: 'failed', at: at.toISOString(), journey: 'pre-checkout', step: 'overview' }],
  ])('%s', (_what, sets, last, status) => {
    expect(statusOf(sets, last)).toEqual(status)
  })
})

describe('release matrix tests of a set', () => {
  it('are kept with it, newest first, and in the audit', async () => {
    const set = await setOf('1.1.0')
    expect((await addTest(set, failed)).body).toMatchObject({ ...failed, actor: 'demo-operator' })
    expect((await addTest(set, passed)).status).toBe(200)
    expect((await op.call('GET', `/sets/${set}`)).body['rehearsals']).toEqual([expect.objectContaining(passed), expect.objectContaining(failed)])
    expect(JSON.stringify((await op.call('GET', '/audit')).body)).toContain('"rehearse"')
  })

  it.each([
    ['a failure without a screen', { ...failed, step: null }, 400], ['a screen of a journey that passed', { ...passed, step: 'overview' }, 400],
    ['a journey that nobody knows', { ...passed, journey: 'walk' }, 400], ['words in place of a screen', { ...failed, step: 'It broke!' }, 400],
    ['a module that is not in the set', { ...passed, module: 'mfe-offers' }, 422],
  ])('are refused: %s', async (_what, body, status) => {
    expect((await addTest(await setOf('1.1.0'), body)).status).toBe(status)
  })

  it('are of publishers for their own module, and of operators', async () => {
    const set = await setOf('1.1.0')
    const tokens = ['demo-publisher-mfe-driver', 'demo-publisher-mfe-payment', 'demo-viewer', 'demo-approver']
    expect(await Promise.all(tokens.map(async (token) => (await addTest(set, passed, token)).status))).toEqual([200, 403, 403, 403])
    expect((await addTest(999_999, passed)).status).toBe(404)
  })
})

describe('a tenant that gets tested sets only', () => {
  it('refuses every way to an untested set, with the reason, and accepts it when its check-in passed', async () => {
    await op.tenantWith('strict.example')
    expect((await option('strict.example', true, 'demo-operator')).body).toMatchObject({ onlyRehearsed: true })
    const modules = { 'mfe-driver': '1.2.0' }
    const refused = await op.set('strict.example', modules)
    expect([refused.status, refused.body.code, refused.body.title]).toEqual([409, 'NotRehearsed', expect.stringContaining('not tested yet')])
    expect((await op.set('strict.example', modules, { percent: 10 })).body.code).toBe('NotRehearsed')
    expect((await op.post('/plans', { name: 'plan', hosts: ['strict.example'], modules, steps: [{ percent: 1, dwellMinutes: 1 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 1 }, reason: 'a test' })).body.code).toBe('NotRehearsed')
    expect(await simulated('strict.example', modules)).toMatchObject([{ rehearsal: { state: 'none' }, problem: { code: 'NotRehearsed' } }])

    const set = await setOf('1.2.0')
    await addTest(set, failed)
    expect((await op.set('strict.example', modules)).body.title).toContain('check-in of this one failed at driver-details')
    await addTest(set, passed)
    expect(await simulated('strict.example', modules)).toMatchObject([{ rehearsal: { state: 'passed', journeys: ['check-in'] }, problem: null }])
    expect((await op.set('strict.example', modules, { percent: 10 })).status).toBe(200)
    // What serves some already was let in then: raising it asks nobody again.
    await addTest(set, failed)
    expect((await op.set('strict.example', modules, { percent: 50 })).status).toBe(200)
    expect((await op.set('strict.example', modules)).status).toBe(200)
    expect(await simulated('strict.example', modules)).toMatchObject([{ rehearsal: { state: 'nothing-new' } }])
  })

  it('never waits for one to go back or to kill', async () => {
    await op.tenantWith('away.example', { ...first, 'mfe-driver': '1.0.0' })
    await op.set('away.example', { 'mfe-driver': '1.1.0' })
    await registry.publish(aModule('mfe-payment', '1.3.0'))
    await op.tenantWith('killed.example', { ...first, 'mfe-payment': '1.3.0' })
    for (const host of ['away.example', 'killed.example']) await option(host, true, 'demo-operator')
    expect((await op.back('away.example')).body).toMatchObject({ modules: { 'mfe-driver': '1.0.0' } })
    expect((await op.post('/modules/mfe-payment/versions/1.3.0/kill', { reason: 'broken' })).body).toMatchObject({ moved: [{ host: 'killed.example', version: '1.2.0' }] })
    expect((await op.set('away.example', { 'mfe-payment': '1.2.0' })).body.code).toBe('NotRehearsed')
  })

  it('is so until an approver says otherwise, and a range leads it nowhere by itself', async () => {
    await op.tenantWith('range.example', { ...first, 'mfe-driver': '^1.0' })
    await option('range.example', true, 'demo-operator')
    await registry.publish(aModule('mfe-driver', '1.9.0'))
    await registry.tick()
    expect((await op.tenant('range.example')).modules['mfe-driver']).toBe('1.2.0')
    expect([(await option('range.example', false, 'demo-operator')).status, (await option('range.example', false, 'demo-approver')).status]).toEqual([403, 200])
    await registry.tick()
    expect((await op.tenant('range.example')).modules['mfe-driver']).toBe('1.9.0')
  })
})
