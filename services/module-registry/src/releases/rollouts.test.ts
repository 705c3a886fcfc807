import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  // Followers get everything at once here; how they get it in steps is told in follow.test.ts.
  registry = await testRegistry({ followPlan: { steps: [{ percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 } }, wideTenants: 100 })
  op = operator(registry)
  await op.publishAll()
  // Others that nothing here changes: whoever changes every tenant there is needs a second person.
  for (let number = 0; number < 20; number += 1) await op.tenantWith(`other-${number}.example`)
})
afterAll(() => registry.close())

const sessions = Array.from({ length: 40 }, (_session, index) => `session ${index}`)
const shareOf = async (host: string, version: string) => (await Promise.all(sessions.map((session) => op.versionOf(host, session)))).filter((each) => each === version).length

describe('a version for some sessions', () => {
  it('leaves the others what they have; raising it takes nobody back, and everybody has it at last', async () => {
    await op.tenantWith('a.example')
    const canary = await op.set('a.example', { 'mfe-driver': '1.1.0' }, { percent: 20 })
    expect(canary.body).toMatchObject({ revision: 2, modules: first, rollouts: [{ modules: { 'mfe-driver': '1.1.0' }, percent: 20 }] })
    const early = sessions.filter((_session, index) => index < 40)
    const among: string[] = []
    for (const session of early) if (await op.versionOf('a.example', session) === '1.1.0') among.push(session)
    expect(among.length).toBeGreaterThan(0)
    expect(among.length).toBeLessThan(20)
    await op.set('a.example', { 'mfe-driver': '1.1.0' }, { percent: 60 })
    for (const session of among) expect(await op.versionOf('a.example', session)).toBe('1.1.0')
    await op.set('a.example', { 'mfe-driver': '1.1.0' })
    expect(await op.tenant('a.example')).toMatchObject({ modules: { 'mfe-driver': '1.1.0' }, rollouts: [], lastGood: { 'mfe-driver': '1.0.0' } })
  })

  it('goes back by ending the rollout, then by leaving what everybody has', async () => {
    await op.set('a.example', { 'mfe-driver': '1.2.0' }, { percent: 50 })
    expect((await op.back('a.example')).body).toMatchObject({ modules: { 'mfe-driver': '1.1.0' }, rollouts: [] })
    expect((await op.back('a.example')).body).toMatchObject({ modules: { 'mfe-driver': '1.0.0' } })
  })

  it('of staff only reaches nobody else', async () => {
    await op.tenantWith('staff.example')
    await op.set('staff.example', { 'mfe-driver': '1.1.0' }, { percent: 0, cohorts: [{ when: { staff: true }, percent: 100 }] })
    expect(await shareOf('staff.example', '1.1.0')).toBe(0)
    expect(await op.versionOf('staff.example', 'any', 'mfe-driver', { staff: 'true' })).toBe('1.1.0')
  })

  it('of bookings of one source only reaches nobody else, and nobody whose booking is not found yet', async () => {
    await op.tenantWith('broker.example')
    await op.set('broker.example', { 'mfe-driver': '1.1.0' }, { percent: 0, cohorts: [{ when: { sources: ['broker'] }, percent: 100 }] })
    expect(await Promise.all(['', 'direct', 'broker'].map((source) => op.versionOf('broker.example', 'any', 'mfe-driver', { source })))).toEqual(['1.0.0', '1.0.0', '1.1.0'])
    expect((await op.set('broker.example', { 'mfe-driver': '1.1.0' }, { percent: 0, cohorts: [{ when: { sources: ['A broker'] }, percent: 100 }] })).status).toBe(400)
  })

  it('of a combination that could not run is refused, with what runs left as it is', async () => {
    await registry.publish(aModule('mfe-offers', '1.0.0'))
    await registry.publish(aModule('mfe-offers', '2.0.0', { change: { contracts: { shell: '^2.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' } } }))
    await op.tenantWith('pair.example', { ...first, 'mfe-offers': '1.0.0' })
    expect((await op.set('pair.example', { 'mfe-offers': '2.0.0' }, { percent: 1 })).body.code).toBe('ImpossibleSet')
    expect((await op.tenant('pair.example')).revision).toBe(1)
  })
})

describe('what a tenant asks for', () => {
  it('follows a range when a version appears, and says so in its history', async () => {
    await op.tenantWith('range.example', { ...first, 'mfe-driver': '^1.0' })
    expect((await op.tenant('range.example')).modules['mfe-driver']).toBe('1.2.0')
    await registry.publish(aModule('mfe-driver', '1.3.0'))
    await registry.publish(aModule('mfe-driver', '2.0.0'))
    await registry.tick()
    const now = await op.tenant('range.example')
    expect([now.modules['mfe-driver'], now.wishes['mfe-driver']]).toEqual(['1.3.0', '^1.0'])
    expect(now.history[0]).toMatchObject({ action: 'follow', reason: 'follow mfe-driver@1.3.0: 100 %' })
    await registry.tick()
    expect((await op.tenant('range.example')).revision).toBe(now.revision)
  })

  it('follows a label and the default, and stays where it was pinned', async () => {
    await op.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.0.0' } })
    await op.call('PUT', '/defaults', { body: { modules: { 'mfe-driver': 'stable' } } })
    await op.tenantWith('label.example', { ...first, 'mfe-driver': 'stable' })
    await op.tenantWith('default.example', { ...first, 'mfe-driver': 'inherit' })
    await op.tenantWith('pinned.example')
    await op.call('PUT', '/modules/mfe-driver/labels/stable', { body: { version: '1.1.0' } })
    await registry.tick()
    const versions = await Promise.all(['label', 'default', 'pinned'].map(async (name) => (await op.tenant(`${name}.example`)).modules['mfe-driver']))
    expect(versions).toEqual(['1.1.0', '1.1.0', '1.0.0'])
  })

  it('is pinned by going back: no range leads forward again by itself', async () => {
    await op.back('range.example')
    await registry.tick()
    expect(await op.tenant('range.example')).toMatchObject({ modules: { 'mfe-driver': '1.2.0' }, wishes: { 'mfe-driver': '1.2.0' } })
  })

  it('asks a second person when payment would follow, once', async () => {
    await op.tenantWith('pay.example', { ...first, 'mfe-payment': '~1.2' })
    await registry.publish(aModule('mfe-payment', '1.2.1'))
    await registry.tick()
    await registry.tick()
    expect((await op.tenant('pay.example')).modules['mfe-payment']).toBe('1.2.0')
    const waiting = ((await op.call('GET', '/changes?state=waiting')).body['changes'] as { id: number; proposedBy: string; needs: string[] }[]).filter(({ proposedBy }) => proposedBy === 'registry')
    expect(waiting).toMatchObject([{ needs: ['payment'] }])
    await op.approve(waiting[0]?.id ?? 0)
    await registry.tick()
    expect((await op.tenant('pay.example')).modules['mfe-payment']).toBe('1.2.1')
  })

  it.each([
    ['a range that nothing is in', { 'mfe-driver': '^7.0.0' }, 404, 'UnknownVersion'],
    ['a label that nobody set', { 'mfe-driver': 'beta' }, 404, 'UnknownLabel'],
    ['the default where there is none', { shell: 'inherit' }, 404, 'NoDefault'],
    ['words that are neither', { 'mfe-driver': '>=1.0.0' }, 400, 'InvalidRequest'],
  ])('is refused when it is %s', async (_case, modules, status, code) => {
    const answer = await op.set('pinned.example', modules)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })
})

describe('kill', () => {
  it('takes a version away everywhere: last good where it served, the others where it was rolling out', async () => {
    await op.tenantWith('k1.example')
    await op.set('k1.example', { 'mfe-driver': '1.2.0' })
    await op.tenantWith('k2.example')
    await op.set('k2.example', { 'mfe-driver': '1.2.0' }, { percent: 10 })
    const { status, body } = await op.post('/modules/mfe-driver/versions/1.2.0/kill', { reason: 'it charges twice' })
    expect(status).toBe(200)
    expect(body['moved']).toEqual(expect.arrayContaining([{ host: 'k1.example', version: '1.0.0' }, { host: 'k2.example', version: '1.0.0' }]))
    expect(await op.tenant('k1.example')).toMatchObject({ modules: { 'mfe-driver': '1.0.0' } })
    expect(await op.tenant('k2.example')).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [] })
  })

  it('is known to sites, and lets nobody choose the version again, not even by going back', async () => {
    const { payload } = (await registry.call('GET', '/snapshot')).body as { payload: string }
    expect((JSON.parse(payload) as { killed: unknown }).killed).toEqual([{ name: 'mfe-driver', version: '1.2.0' }])
    expect((await op.set('k2.example', { 'mfe-driver': '1.2.0' })).body.code).toBe('UnknownVersion')
    const back = await op.call('POST', '/tenants/k1.example/pointer/back', { ifMatch: (await op.tenant('k1.example')).revision, body: { to: 2 } })
    expect([back.status, back.body.code]).toEqual([404, 'UnknownVersion'])
  })

  it('needs no second person, for payment neither, and only one that is there', async () => {
    expect((await op.post('/modules/mfe-payment/versions/1.1.0/kill')).status).toBe(200)
    expect((await op.post('/modules/mfe-payment/versions/9.9.9/kill')).body.code).toBe('UnknownVersion')
    expect((await op.post('/modules/mfe-payment/versions/1.0.0/kill', {}, 'demo-viewer')).status).toBe(403)
  })
})
