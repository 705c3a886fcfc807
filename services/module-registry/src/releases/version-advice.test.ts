import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry({ wideTenants: 100 })
  op = operator(registry)
  await op.publishAll()
  await op.tenantWith('a.example')
  for (let number = 0; number < 8; number += 1) await op.tenantWith(`other-${number}.example`)
})
afterAll(() => registry.close())

const path = (version: string, name = 'mfe-driver') => `/modules/${name}/versions/${version}`
const view = async (version: string, token = 'demo-viewer') => (await op.call('GET', path(version), { token })).body
const deprecate = (version: string, body: object, token = 'demo-operator', name = 'mfe-driver') => op.call('PUT', `${path(version, name)}/deprecation`, { token, body })

describe('the page of a version', () => {
  it('says where it serves, to all or to a part, and nothing of one that was never published (DEC-253)', async () => {
    expect(await view('1.0.0')).toMatchObject({ name: 'mfe-driver', version: '1.0.0', status: { state: 'usable' }, rollbacks: [] })
    expect((await view('1.0.0'))['served']).toContainEqual({ host: 'a.example', percent: 100 })
    await op.set('a.example', { 'mfe-driver': '1.1.0' }, { percent: 20 })
    expect((await view('1.1.0'))['served']).toEqual([{ host: 'a.example', percent: 20 }])
    expect((await op.call('GET', path('9.9.9'))).body.code).toBe('UnknownVersion')
  })

  it('says where an operator went back from it, also after it served everybody (DEC-253)', async () => {
    await op.back('a.example')
    expect((await view('1.1.0'))['rollbacks']).toEqual([expect.objectContaining({ host: 'a.example', how: 'operator', reason: 'worse' })])
    await op.set('a.example', { 'mfe-driver': '1.2.0' })
    await op.back('a.example')
    expect((await view('1.2.0'))['rollbacks']).toEqual([expect.objectContaining({ host: 'a.example', how: 'operator', reason: 'worse' })])
    expect((await view('1.0.0'))['rollbacks']).toEqual([])
  })

  it('keeps what a rollback of another module left in place out of it (DEC-253)', async () => {
    await op.set('a.example', { 'mfe-payment': '1.1.0' })
    await op.back('a.example')
    expect((await view('1.0.0'))['rollbacks']).toEqual([])
  })
})

describe('advice against a version', () => {
  it('stands with its reason and what to take instead, and moves nobody (DEC-253)', async () => {
    const before = await op.tenant('a.example')
    expect((await deprecate('1.0.0', { reason: 'slow on old phones', instead: '1.2.0' })).body).toMatchObject({ state: 'deprecated', by: 'demo-operator', reason: 'slow on old phones', instead: '1.2.0' })
    expect((await view('1.0.0'))['status']).toMatchObject({ state: 'deprecated', instead: '1.2.0' })
    expect(await op.tenant('a.example')).toEqual(before)
  })

  it('is told before a rollout, which is not refused (DEC-253)', async () => {
    await op.set('other-0.example', { 'mfe-driver': '1.2.0' })
    const { hosts } = (await op.post('/dry-run', { hosts: ['other-0.example'], modules: { 'mfe-driver': '1.0.0', 'mfe-payment': '1.1.0' } })).body as unknown as { hosts: { problem: unknown; modules: { module: string; deprecated: unknown }[] }[] }
    expect(hosts[0]?.problem).toBeNull()
    expect(Object.fromEntries(hosts[0]?.modules.map(({ module, deprecated }) => [module, deprecated]) ?? [])).toMatchObject({ 'mfe-driver': { reason: 'slow on old phones', instead: '1.2.0' }, 'mfe-payment': null })
  })

  it('may be said twice, is written once, and is taken back (DEC-253)', async () => {
    const entries = async () => ((await op.call('GET', '/audit')).body['entries'] as unknown[]).length
    const before = await entries()
    await deprecate('1.0.0', { reason: 'slow on old phones', instead: '1.2.0' })
    expect(await entries()).toBe(before)
    expect((await op.call('DELETE', `${path('1.0.0')}/deprecation`)).body).toEqual({ state: 'usable' })
    expect((await op.call('DELETE', `${path('1.0.0')}/deprecation`)).body).toEqual({ state: 'usable' })
    expect(await entries()).toBe(before + 1)
  })

  it.each<[string, () => Promise<{ readonly status: number }>, number]>([
    ['without a reason', () => deprecate('1.0.0', { reason: ' ' }), 400],
    ['with itself instead', () => deprecate('1.0.0', { reason: 'too slow', instead: '1.0.0' }), 422],
    ['with one instead that was never published', () => deprecate('1.0.0', { reason: 'too slow', instead: '7.0.0' }), 422],
    ['of a version that was never published', () => deprecate('7.0.0', { reason: 'too slow' }), 404],
    ['by who only reads', () => deprecate('1.0.0', { reason: 'too slow' }, 'demo-viewer'), 403],
    ['by another module\'s publisher', () => deprecate('1.0.0', { reason: 'too slow' }, 'demo-publisher-mfe-payment'), 403],
  ])('is refused %s (DEC-253)', async (_what, send, status) => {
    expect((await send()).status).toBe(status)
    expect((await view('1.0.0'))['status']).toEqual({ state: 'usable' })
  })

  it('is given by the module\'s own publisher too, and not for a withdrawn version (DEC-253)', async () => {
    expect((await deprecate('1.1.0', { reason: 'too slow' }, 'demo-publisher-mfe-driver')).status).toBe(200)
    await op.post(`${path('1.1.0')}/kill`, { reason: 'it charges twice' })
    expect((await view('1.1.0'))['status']).toMatchObject({ state: 'withdrawn', by: 'demo-operator', reason: 'it charges twice' })
    expect((await deprecate('1.1.0', { reason: 'too slow' })).status).toBe(409)
    expect((await deprecate('1.0.0', { reason: 'too slow', instead: '1.1.0' })).status).toBe(422)
  })
})

it('the audit is read by pages, each without a gap, and its chain only where that is asked (DEC-254)', async () => {
  const page = async (more: string) => (await op.call('GET', `/audit?limit=5${more}`)).body as unknown as { firstBroken: number | null; entries: { entry: number }[] }
  const [first, ...others] = (await page('')).entries.map(({ entry }) => entry)
  const next = (await page(`&chain=unchecked&before=${others.at(-1) ?? 0}`)).entries.map(({ entry }) => entry)
  expect([first, ...others, ...next]).toEqual(Array.from({ length: 10 }, (_, at) => (first ?? 0) - at))
})
