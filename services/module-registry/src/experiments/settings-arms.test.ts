import { type ExperimentDetail, type ExperimentView, resolveSession } from '@checkin/registry'
import { ReleaseSet, type SettingSpecs, type SettingValues, Signed, Snapshot } from '@checkin/releases'
import { pointerDigest } from '@checkin/releases/log'
import { settingsKey } from '@checkin/releases/settings-key'
import { journeyMs } from '@checkin/telemetry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testClock, type TestRegistry } from '../test/test-registry.ts'
import { busyRegistry, type operator, samples } from '../test/test-tenants.ts'

const specs: SettingSpecs = {
  cards: { kind: 'number', says: 'How many cards are shown at first', default: 3, least: 1, most: 6 },
  order: { kind: 'choice', says: 'What comes first', default: 'price', choices: ['price', 'name'] },
}
let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  ;({ registry, op } = await busyRegistry(clock))
  for (const version of ['2.0.0', '2.1.0']) for (const name of ['mfe-driver', 'mfe-payment']) await registry.publish(aModule(name, version, { change: { settings: specs } }))
})
afterAll(() => registry.close())

function passes(minutes: number): void {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
}

/** So long after the start the first sessions of both arms are known. */
const untilKnown = journeyMs / 60_000 + 1
const [a, b] = [{ cards: 4 }, { cards: 6 }] as const
const declared = { name: 'more cards', module: 'mfe-driver', percent: 50, metric: { kind: 'completion', smallestEffect: 0.1 }, rule: { errorRate: 0.05, mostDays: 7, mostSessions: null } }
const plan = (host: string, more: object = {}) => op.post('/experiments', { host, ...declared, settings: b, ...more })
const planned = async (host: string, more: object = {}): Promise<ExperimentView> => {
  const { status, body } = await plan(host, more)
  expect([status, body.title]).toEqual([200, undefined])
  return body as unknown as ExperimentView
}
const start = (id: number) => op.post(`/experiments/${id}/start`, { reason: 'a test' })
const stop = (id: number) => op.post(`/experiments/${id}/stop`, { reason: 'seen enough' })
const shown = async (id: number): Promise<ExperimentDetail> => (await op.call('GET', `/experiments/${id}`)).body as unknown as ExperimentDetail
/** A tenant whose everybody has these settings. */
const tenantOf = async (host: string, settings: SettingValues = a): Promise<void> => {
  await op.tenantWith(host, { 'shell': '1.0.0', 'mfe-driver': '2.0.0', 'mfe-payment': '2.0.0' })
  if (Object.keys(settings).length > 0) expect((await op.set(host, {}, { settings: { 'mfe-driver': settings } })).status).toBe(200)
}
const running = async (host: string, settings: SettingValues = a): Promise<number> => {
  await tenantOf(host, settings)
  const { id } = await planned(host)
  expect((await start(id)).status).toBe(200)
  return id
}
/** Version and settings of the module that new sessions get. */
const given = async (host: string, module = 'mfe-driver'): Promise<Set<string>> => new Set(await Promise.all(Array.from({ length: 40 }, async (_none, at) => {
  const set = ReleaseSet.parse((await registry.client().call(resolveSession, { query: { host, session: `s${at}` } })).set)
  return `${set.modules[module]?.version} ${JSON.stringify(set.settings?.[module] ?? {})}`
})))
const everybody = (settings: SettingValues, version = '2.0.0') => new Set([`${version} ${JSON.stringify(settings)}`])
/** Sessions whose time is over; without settings they are an old site's. */
const journeys = (host: string, settings: SettingValues | null, completed: number, unfinished: number, version = '2.0.0') =>
  ({ host, module: 'mfe-driver', version, ...(settings && { settings: settingsKey(settings) }), completed, unfinished, more: [0, 0, 0, 0, 0, 0], less: Array.from({ length: 6 }, () => completed) })
const health = (host: string, settings: SettingValues | null, good: number, bad: number) => ({ ...samples(host, '2.0.0', good, bad), ...(settings && { settings: settingsKey(settings) }) })

describe('an experiment of two settings of a version (DEC-361)', () => {
  it('is planned, changed, started and stopped; new sessions have one of two settings meanwhile, and all A\'s afterwards', async () => {
    await tenantOf('a.example')
    const { id, ...view } = await planned('a.example', { settings: { cards: 5 } })
    expect(view).toMatchObject({ version: '2.0.0', settings: { a, b: { cards: 5 } }, state: { state: 'planned' } })
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, settings: b, reason: '' } })).body).toMatchObject({ settings: { a, b } })
    expect((await start(id)).body).toMatchObject({ version: '2.0.0', settings: { a, b }, state: { state: 'running', a: '2.0.0' } })
    expect(await given('a.example')).toEqual(new Set([...everybody(a), ...everybody(b)]))
    expect((await op.tenant('a.example')).rollouts).toMatchObject([{ modules: { 'mfe-driver': '2.0.0' }, settings: { 'mfe-driver': b }, percent: 50 }])
    passes(3)
    expect((await stop(id)).body).toMatchObject({ settings: { a, b }, state: { state: 'ended', end: 'stopped', ran: { a: '2.0.0' } } })
    expect(await given('a.example')).toEqual(everybody(a))
    expect((await op.tenant('a.example')).history.map(({ rollouts }) => rollouts[0]?.settings)).toEqual([undefined, { 'mfe-driver': b }, undefined, undefined])
  })

  it('may become one of versions while it is planned, and back', async () => {
    await tenantOf('b.example')
    const { id } = await planned('b.example')
    const ofVersions = (await op.call('PUT', `/experiments/${id}`, { body: { ...declared, version: '2.1.0', reason: '' } })).body
    expect([ofVersions['version'], ofVersions['settings']]).toEqual(['2.1.0', undefined])
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, settings: b, reason: '' } })).body).toMatchObject({ version: '2.0.0', settings: { a, b } })
  })

  it('starts with what the tenant has by then, whatever it had when it was planned', async () => {
    await tenantOf('c.example')
    const { id } = await planned('c.example')
    await op.set('c.example', { 'mfe-driver': '2.1.0' }, { settings: { 'mfe-driver': { cards: 2 } }, emergency: true })
    expect(await shown(id)).toMatchObject({ version: '2.1.0', settings: { a: { cards: 2 }, b } })
    await start(id)
    expect(await given('c.example')).toEqual(new Set([...everybody({ cards: 2 }, '2.1.0'), ...everybody(b, '2.1.0')]))
    await stop(id)
  })

  it('sites see a rollout of the version that everybody has and nothing new in it, and what they see is what the log says', async () => {
    await running('d.example')
    const { body } = await op.call('GET', '/snapshot')
    const tenant = Snapshot.parse(JSON.parse(Signed.parse(body).payload)).tenants.find(({ host }) => host === 'd.example')
    expect(tenant?.rollouts).toEqual([{ id: expect.any(String), salt: expect.any(String), modules: { 'mfe-driver': '2.0.0' }, cohorts: [], percent: 50 }])
    const entry = await registry.database.kysely.selectFrom('audit').select('after').where('subject', '=', 'd.example').where('action', '=', 'experiment').executeTakeFirstOrThrow()
    expect(JSON.parse(entry.after)).toMatchObject({ sha256: pointerDigest(tenant ?? expect.fail('the tenant is not in the snapshot')), rollouts: [{ settings: { 'mfe-driver': b } }] })
  })

  it('counts each arm by its settings; what an old site says of neither counts for none', async () => {
    const id = await running('e.example')
    passes(untilKnown)
    await op.report({ journeys: [journeys('e.example', b, 30, 10), journeys('e.example', a, 20, 20), journeys('e.example', null, 0, 500), journeys('e.example', {}, 0, 500), journeys('e.example', b, 0, 500, '1.1.0')] })
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 40, value: 0.5 }, b: { sessions: 40, value: 0.75 } })
    for (let more = 0; more < 4; more += 1) await op.report({ journeys: [journeys('e.example', b, 45, 5), journeys('e.example', a, 25, 25)] })
    await registry.tick()
    expect((await shown(id)).state).toMatchObject({ state: 'ended', end: 'b-better' })
    expect(await given('e.example')).toEqual(everybody(a))
  })

  it('where nothing is set of A, an old site\'s sessions are not taken for it', async () => {
    const id = await running('f.example', {})
    passes(untilKnown)
    await op.report({ journeys: [journeys('f.example', {}, 5, 5), journeys('f.example', null, 0, 500)] })
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 10 }, b: { sessions: 0 } })
    await stop(id)
  })

  it('one of two versions counts all settings of each together, also of an old site', async () => {
    await tenantOf('g.example')
    const { id } = await planned('g.example', { version: '2.1.0', settings: undefined })
    await start(id)
    passes(untilKnown)
    await op.report({ journeys: [journeys('g.example', a, 1, 1), journeys('g.example', null, 1, 1), journeys('g.example', b, 1, 1), journeys('g.example', null, 1, 2, '2.1.0')] })
    expect((await shown(id)).figures).toMatchObject({ a: { sessions: 6 }, b: { sessions: 3 } })
    await stop(id)
  })

  it.each([
    ['both arms at once', { version: '2.1.0' }, 400, 'InvalidRequest'],
    ['no arm', { settings: undefined }, 400, 'InvalidRequest'],
    ['a setting that the module has not', { settings: { wheels: 3 } }, 422, 'ImpossibleSet'],
    ['a value that the setting may not have', { settings: { cards: 7 } }, 422, 'ImpossibleSet'],
    ['what everybody has', { settings: a }, 409, 'SameSettings'],
    ['what everybody has, once more by its default', { settings: { ...a, order: 'price' } }, 409, 'SameSettings'],
    ['a module that the tenant has not', { module: 'mfe-ticket' }, 409, 'NoRelease'],
  ])('is refused with %s, when it is planned and when it is changed', async (_name, wrong, status, code) => {
    const host = 'never.example'
    if ((await op.tenant(host)).modules['mfe-driver'] !== '2.0.0') await op.set(host, { 'mfe-driver': '2.0.0' }, { settings: { 'mfe-driver': a }, emergency: true })
    const { status: answered, body } = await plan(host, wrong)
    expect([answered, body.code]).toEqual([status, code])
    const { id } = await planned(host)
    expect((await op.call('PUT', `/experiments/${id}`, { body: { ...declared, settings: b, reason: '', ...wrong } })).body.code).toBe(code)
  })

  it('does not start where everybody has B\'s settings by then, or a version that has no such setting', async () => {
    await tenantOf('h.example')
    const { id } = await planned('h.example')
    await op.set('h.example', {}, { settings: { 'mfe-driver': b } })
    expect((await start(id)).body.code).toBe('SameSettings')
    await op.set('h.example', { 'mfe-driver': '1.0.0' }, { settings: { 'mfe-driver': {} }, emergency: true })
    expect((await start(id)).body.code).toBe('ImpossibleSet')
    expect((await op.tenant('h.example')).rollouts).toEqual([])
  })

  it('of payment it waits for a second person, who sees the settings, and starts when it is approved', async () => {
    await tenantOf('i.example')
    const { id } = await planned('i.example', { module: 'mfe-payment' })
    const change = await op.pending(await start(id))
    expect(change).toMatchObject({ kind: 'experiment', needs: ['payment'], wish: { modules: { 'mfe-payment': '2.0.0' }, settings: { 'mfe-payment': b } } })
    expect((await op.approve(change.id)).body).toMatchObject({ state: 'applied' })
    expect(await given('i.example', 'mfe-payment')).toEqual(new Set([...everybody({}), ...everybody(b)]))
  })
})

describe('the safety of B\'s sessions (DEC-361)', () => {
  it('the canary compares B with A by their settings and takes B back, though both have one version', async () => {
    const id = await running('j.example')
    // All together the version does well: only apart B is seen to be worse.
    expect((await op.report({ outcomes: [health('j.example', b, 10, 40), health('j.example', a, 2000, 1)] })).taken).toEqual([{ host: 'j.example', module: 'mfe-driver', version: '2.0.0' }])
    expect((await shown(id)).state).toMatchObject({ state: 'ended', end: 'withdrawn', by: 'registry' })
    expect(await given('j.example')).toEqual(everybody(a))
    expect(await registry.database.kysely.selectFrom('audit').select('reason').where('subject', '=', 'j.example').where('action', '=', 'take back').execute()).toMatchObject([{ reason: expect.stringContaining('mfe-driver@2.0.0 with other settings') as string }])
  })

  it('does not blame B for what A breaks, nor for what an old site says of neither', async () => {
    const id = await running('k.example')
    expect((await op.report({ outcomes: [health('k.example', a, 10, 40), health('k.example', b, 50, 0), health('k.example', null, 0, 80)] })).taken).toEqual([])
    expect((await shown(id)).state.state).toBe('running')
    await stop(id)
  })

  it('leaves plans alone that once brought the version which both arms have', async () => {
    await op.tenantWith('l.example', { 'shell': '1.0.0', 'mfe-driver': '2.0.0', 'mfe-payment': '2.0.0' })
    const plan = { name: 'a plan', hosts: ['l.example'], modules: { 'mfe-driver': '2.1.0' } }
    const stopped = (await op.post('/plans', plan)).body['id'] as number
    await op.post(`/plans/${stopped}/pause`)
    await op.set('l.example', { 'mfe-driver': '2.1.0' }, { emergency: true })
    await registry.database.kysely.updateTable('plan').set({ state: 'halted', step: 0, waves: JSON.stringify([{ groups: [], hosts: ['l.example'] }]) }).where('id', '=', stopped).execute()
    const { id } = await planned('l.example')
    await start(id)
    const key = (settings: SettingValues, good: number, bad: number) => ({ ...samples('l.example', '2.1.0', good, bad), settings: settingsKey(settings) })
    expect((await op.report({ outcomes: [key(b, 10, 40), key({}, 2000, 1)] })).taken).toHaveLength(1)
    expect(await op.tenant('l.example')).toMatchObject({ modules: { 'mfe-driver': '2.1.0' }, rollouts: [] })
    expect(await registry.database.kysely.selectFrom('plan').select(['state', 'rolled_back']).where('id', '=', stopped).execute()).toEqual([{ state: 'halted', rolled_back: false }])
  })

  it('a suspended B comes back with its settings', async () => {
    const id = await running('m.example')
    passes(untilKnown)
    await op.report({ outcomes: [{ ...health('m.example', b, 40, 0), aside: 5 }, health('m.example', a, 400, 1)] })
    expect((await shown(id)).state).toMatchObject({ state: 'running', paused: 'suspended' })
    expect(await given('m.example')).toEqual(everybody(a))
    passes(5.1)
    await registry.tick()
    expect(await given('m.example')).toEqual(new Set([...everybody(a), ...everybody(b)]))
    await stop(id)
  })
})

describe('what else changes the tenant (DEC-361)', () => {
  it('neither versions nor settings of the module change meanwhile; another module\'s do, and B keeps its own', async () => {
    const id = await running('n.example')
    const { id: second } = await planned('n.example', { settings: { cards: 1 } })
    expect((await start(second)).body.code).toBe('ExperimentRunning')
    expect((await op.set('n.example', {}, { settings: { 'mfe-driver': { cards: 2 } }, emergency: false })).body.code).toBe('ExperimentRunning')
    for (const share of [{ percent: 10 }, {}]) expect((await op.set('n.example', { 'mfe-driver': '2.1.0' }, { ...share, emergency: false })).body.code).toBe('ExperimentRunning')
    expect((await op.post('/plans', { name: 'a plan', hosts: ['n.example'], modules: { 'mfe-driver': '2.1.0' } })).body.code).toBe('ExperimentRunning')
    expect((await op.set('n.example', { 'mfe-payment': '1.0.0' }, { emergency: true })).status).toBeLessThan(300)
    expect(await given('n.example')).toEqual(new Set([...everybody(a), ...everybody(b)]))
    await stop(id)
    expect((await op.set('n.example', {}, { settings: { 'mfe-driver': { cards: 2 } } })).status).toBe(200)
  })

  it('settings for some percent stay refused where no experiment brings them', async () => {
    await tenantOf('o.example')
    expect((await op.set('o.example', {}, { settings: { 'mfe-driver': b }, percent: 10 })).body.code).toBe('SettingsForEverybody')
    expect((await op.set('o.example', { 'mfe-driver': '2.0.0' }, { arm: { 'mfe-driver': b }, percent: 10 })).body.code).toBe('InvalidRequest')
  })

  it('an emergency that changes the settings, or the version, ends it, and leaves nobody in B', async () => {
    const [bySettings, byVersion, another] = [await running('p.example'), await running('q.example'), await running('r.example')]
    expect((await op.set('p.example', {}, { settings: { 'mfe-driver': { cards: 1 } }, emergency: true })).status).toBe(200)
    expect((await op.set('q.example', { 'mfe-driver': '2.1.0' }, { emergency: true })).status).toBe(200)
    expect(await Promise.all([bySettings, byVersion, another].map(async (id) => (await shown(id)).state.state))).toEqual(['ended', 'ended', 'running'])
    expect(await given('p.example')).toEqual(everybody({ cards: 1 }))
    expect((await op.tenant('q.example')).rollouts).toEqual([])
    await op.back('r.example')
    expect((await shown(another)).state).toMatchObject({ state: 'ended', end: 'stopped' })
    expect(await given('r.example')).toEqual(everybody(a))
  })

  it('whoever asks is told of other settings: of the tenant, of a session and of the version', async () => {
    const id = await running('s.example')
    const { body } = await op.call('GET', '/tenants/s.example/why?session=x')
    expect(body['rollouts']).toMatchObject([{ settings: { 'mfe-driver': b } }])
    expect((body['sentences'] as string[]).some((each) => each.includes('gives mfe-driver@2.0.0 with other settings to 50 %'))).toBe(true)
    const served = (await op.call('GET', '/modules/mfe-driver/versions/2.0.0')).body['served'] as { host: string }[]
    expect(served.filter(({ host }) => host === 's.example')).toEqual([{ host: 's.example', percent: 100 }])
    await stop(id)
  })
})
