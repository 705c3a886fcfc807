import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { registryService } from '../app.ts'
import { newKey, testClock, type TestRegistry } from '../test/test-registry.ts'
import { busyRegistry, limitedToken, type operator, samples } from '../test/test-tenants.ts'
import { openSuspensions, suspensionOf } from './suspensions.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
const signingKey = newKey()
beforeAll(async () => {
  ;({ registry, op } = await busyRegistry(clock, { signingKey }))
})
afterAll(() => registry.close())

const passes = async (minutes: number) => {
  clock.now = new Date(clock.now.getTime() + minutes * 60_000)
  await registry.tick()
}
/** What sites report of a minute: the new version breaks sessions, as many of which are set aside as are named, beside a good one. */
const reported = (host: string, { broken = 0, aside = 0, late = 0, good = 40, beside = 400 }: { broken?: number; aside?: number; late?: number; good?: number; beside?: number }) =>
  op.report({ outcomes: [{ ...samples(host, '1.1.0', good, broken), ...(aside > 0 && { aside }), ...(late > 0 && { late }) }, samples(host, '1.0.0', beside, 1)] })
/** Five broken sessions, all of which liars could have invented. */
const suspects = (host: string) => reported(host, { aside: 5 })
/** How the suspensions of a tenant ended; null for one that goes on. */
const endsOf = async (host: string) => (await registry.database.kysely.selectFrom('rollout_suspension').select('ended_as').where('host', '=', host).execute()).map((each) => each.ended_as)
const rolloutOf = async (host: string) => (await op.tenant(host)).rollouts[0]
const lastOf = async (host: string) => (await op.tenant(host)).history[0]
const rolling = async (host: string, more: object = { percent: 10 }) => {
  await op.tenantWith(host)
  expect((await op.set(host, { 'mfe-driver': '1.1.0' }, more)).status).toBe(200)
}
const resume = async (host: string, token = 'demo-operator') =>
  op.call('POST', `/tenants/${host}/rollouts/resume`, { ifMatch: (await op.tenant(host)).revision, body: { reason: 'the failures were ours' }, token })

describe('a version that breaks no more sessions than liars could have invented (DEC-351)', () => {
  it('is suspended at once: new sessions get the version beside it, the history says why and until when, and nothing is rolled back', async () => {
    await rolling('a.example', { percent: 50 })
    expect((await suspects('a.example')).taken).toEqual([])
    const tenant = await op.tenant('a.example')
    expect(tenant).toMatchObject({ modules: { 'mfe-driver': '1.0.0' }, rollouts: [{ percent: 0, suspended: { percent: 50, until: new Date(clock.now.getTime() + 300_000).toISOString() } }] })
    expect(tenant.history[0]).toMatchObject({ action: 'suspend', actor: 'registry', reason: expect.stringMatching(/^mfe-driver@1\.1\.0 broke 5 of 45 sessions, the version beside it 1 of 401, nothing set aside/) as string })
    const sessions = await Promise.all(Array.from({ length: 20 }, (_none, at) => op.versionOf('a.example', `s${at}`)))
    expect(new Set(sessions)).toEqual(new Set(['1.0.0']))
    expect(await registry.metrics()).toMatch(/checkin_canary_suspensions_total\{?[^\n]* 1\n/)
    const { body } = await op.call('GET', '/tenants/a.example/why')
    expect((body['sentences'] as string[]).join('\n')).toContain('is suspended until')
  })

  it('comes back by itself after five minutes with the share and rules that it had, and is never suspended again, whatever liars report', async () => {
    const rules = { percent: 10, cohorts: [{ when: { devices: ['phone'] }, percent: 40 }] }
    await rolling('b.example', rules)
    await suspects('b.example')
    await passes(4.9)
    expect(await rolloutOf('b.example')).toMatchObject({ percent: 0, cohorts: [] })
    await passes(0.2)
    expect(await rolloutOf('b.example')).toMatchObject(rules)
    expect(await rolloutOf('b.example')).not.toHaveProperty('suspended')
    expect(await lastOf('b.example')).toMatchObject({ action: 'resume', actor: 'registry' })
    // And each report is taken: one that tried to suspend it again would be lost as a whole.
    for (let minute = 0; minute < 5; minute += 1) expect((await suspects('b.example')).status).toBe(200)
    expect(await rolloutOf('b.example')).toMatchObject(rules)
  })

  it('is rolled back while it is suspended by what its running sessions report beyond that, and never comes back', async () => {
    await rolling('c.example')
    await suspects('c.example')
    expect((await reported('c.example', { broken: 5, good: 10 })).taken).toEqual([{ host: 'c.example', module: 'mfe-driver', version: '1.1.0' }])
    expect(await op.tenant('c.example')).toMatchObject({ rollouts: [], history: [{ action: 'take back' }, { action: 'suspend' }, {}, {}] })
    expect(await endsOf('c.example')).toEqual(['rolled-back'])
    await passes(6)
    expect((await op.tenant('c.example')).rollouts).toEqual([])
  })

  it('is not rolled back by sessions that were good before and break late, while no young ones stand beside them', async () => {
    await rolling('d.example')
    await suspects('d.example')
    expect((await reported('d.example', { broken: 5, late: 5, good: 0 })).taken).toEqual([])
    await passes(6)
    expect(await rolloutOf('d.example')).toMatchObject({ percent: 10 })
    // With its share back, young ones stand beside them again, and they count.
    expect((await reported('d.example', { broken: 8, late: 8, good: 0 })).taken).toHaveLength(1)
  })

  it('is compared with the version beside it without that one\'s late failures either', async () => {
    await rolling('m.example')
    await suspects('m.example')
    // Half of the sessions of the version beside it break late: counted, they would hide what the new one breaks.
    const beside = { ...samples('m.example', '1.0.0', 400, 200), late: 200 }
    expect((await op.report({ outcomes: [samples('m.example', '1.1.0', 10, 5), beside] })).taken).toHaveLength(1)
  })

  it('is suspended on its own tenant alone, by what was set aside there', async () => {
    await rolling('n.example')
    await rolling('o.example')
    await op.report({ outcomes: ['n.example', 'o.example'].flatMap((host) => [{ ...samples(host, '1.1.0', 40, 0), ...(host === 'o.example' && { aside: 5 }) }, samples(host, '1.0.0', 400, 1)]) })
    expect([(await rolloutOf('n.example'))?.percent, (await rolloutOf('o.example'))?.percent]).toEqual([10, 0])
  })

  it('is suspended where a rule alone gives it, and not compared by screens while it has no rule', async () => {
    await rolling('p.example', { percent: 0, cohorts: [{ when: { devices: ['phone'] }, percent: 40 }] })
    await suspects('p.example')
    expect(await rolloutOf('p.example')).toMatchObject({ percent: 0, cohorts: [], suspended: { percent: 0 } })
    const stay = (version: string, left: number, stuck: number) => ({ host: 'p.example', module: 'mfe-driver', version, step: 'driver-contact', left, stuck })
    expect((await op.report({ stays: [stay('1.1.0', 0, 60), stay('1.0.0', 60, 0)] })).taken).toEqual([])
    await passes(6)
    expect(await rolloutOf('p.example')).toMatchObject({ percent: 0, cohorts: [{ percent: 40 }] })
  })

  it('is left alone where the version beside it breaks as often, and where nothing was set aside the roll-back says it all', async () => {
    await rolling('e.example')
    await op.report({ outcomes: [{ ...samples('e.example', '1.1.0', 40, 0), aside: 5 }, samples('e.example', '1.0.0', 350, 50)] })
    expect(await rolloutOf('e.example')).toMatchObject({ percent: 10 })
    await rolling('l.example')
    expect((await reported('l.example', { broken: 12 })).taken).toHaveLength(1)
    expect((await op.tenant('l.example')).history.map(({ action }) => action)).not.toContain('suspend')
  })
})

describe('a suspended rollout', () => {
  it('keeps its place over a restart of the registry, and is resumed by the next one', async () => {
    await rolling('f.example')
    await suspects('f.example')
    // Nothing of it is kept in memory: another server's background work, on the same database, resumes it.
    expect(await openSuspensions(registry.database.kysely, ['f.example'])).toMatchObject([{ percent: 10, ended_at: null }])
    const next = await registryService({ database: registry.database, assetsDir: registry.assetsDir, signingKey, demo: true, log: { level: 'silent' }, tickMs: 3_600_000, clock: () => new Date(clock.now.getTime() + 301_000) })
    await next.tick()
    expect(await rolloutOf('f.example')).toMatchObject({ percent: 10 })
    expect(await suspensionOf({ tx: registry.database.kysely }, 'f.example', (await rolloutOf('f.example'))?.id ?? '')).toMatchObject({ ended_as: 'resumed' })
    await next.stop()
  })

  it('is resumed by an operator at once, once, and by nobody else', async () => {
    await rolling('g.example')
    await suspects('g.example')
    expect((await resume('g.example', 'demo-viewer')).body.code).toBe('Forbidden')
    expect((await resume('g.example', await limitedToken(registry, 'operator', ['b.example']))).status).toBe(403)
    expect((await op.call('POST', '/tenants/g.example/rollouts/resume', { ifMatch: 1, body: {}, token: 'demo-operator' })).body.code).toBe('RevisionChanged')
    expect((await resume('g.example')).body).toMatchObject({ rollouts: [{ percent: 10 }], history: [{ action: 'resume', actor: 'demo-operator', reason: 'the failures were ours' }, {}, {}, {}] })
    expect((await resume('g.example')).body.code).toBe('NotSuspended')
    await passes(6)
    expect((await op.tenant('g.example')).history.map(({ action }) => action)).toEqual(['resume', 'suspend', 'rollout', 'set'])
  })

  it('is ended by going back, and by another share that somebody gives it: nothing comes back by itself then', async () => {
    await rolling('h.example')
    await suspects('h.example')
    expect((await op.back('h.example')).body).toMatchObject({ rollouts: [] })
    const why = async () => ((await op.call('GET', '/tenants/h.example/why')).body['sentences'] as string[]).join(' ')
    expect(await why()).not.toContain('suspended')
    expect((await resume('h.example')).body.code).toBe('NotSuspended')
    await rolling('i.example')
    await suspects('i.example')
    // Nothing at all is what it has already: that it is wanted counts nevertheless.
    await op.set('i.example', { 'mfe-driver': '1.1.0' }, { percent: 0 })
    await passes(6)
    expect([(await op.tenant('h.example')).rollouts, (await rolloutOf('i.example'))?.percent]).toEqual([[], 0])
    expect(await openSuspensions(registry.database.kysely, ['h.example', 'i.example'])).toEqual([])
  })

  it('is ended by a change that waited for its hour, and not by one of another module', async () => {
    await rolling('q.example')
    await suspects('q.example')
    const at = new Date(clock.now.getTime() + 2 * 60_000).toISOString().slice(0, 16)
    expect((await op.set('q.example', { 'mfe-driver': '1.1.0' }, { percent: 0, at })).status).toBe(202)
    await rolling('r.example')
    await suspects('r.example')
    await op.approve((await op.pending(await op.set('r.example', { 'mfe-payment': '1.1.0' }, { percent: 10 }))).id)
    expect((await op.tenant('r.example')).rollouts).toMatchObject([{ percent: 0, suspended: { percent: 10 } }, { percent: 10 }])
    await passes(6)
    expect([(await rolloutOf('q.example'))?.percent, (await rolloutOf('r.example'))?.percent, await endsOf('q.example'), await endsOf('r.example')]).toEqual([0, 10, ['changed'], ['resumed']])
  })

  it('waits for the end of a freeze, during which it is suspended as at any time', async () => {
    await rolling('j.example')
    await op.post('/freezes', { host: 'j.example', reason: 'year end' })
    await suspects('j.example')
    expect((await rolloutOf('j.example'))?.percent).toBe(0)
    await passes(6)
    expect([(await rolloutOf('j.example'))?.percent, (await resume('j.example')).body.code]).toEqual([0, 'Frozen'])
    await op.post('/freezes/lift', { host: 'j.example' })
    await passes(0.1)
    expect((await rolloutOf('j.example'))?.percent).toBe(10)
  })

  it('does not lengthen its plan\'s step by more than it lasted, and the plan says what it waits for', async () => {
    await op.tenantWith('k.example')
    const { body: { id } } = await op.post('/plans', { name: 'driver 1.1.0', hosts: ['k.example'], modules: { 'mfe-driver': '1.1.0' }, gate: { minSessions: 20 }, steps: [{ percent: 20, dwellMinutes: 30 }, { percent: 50, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 0 }] })
    const plan = async () => ((await op.call('GET', '/plans')).body['plans'] as { id: unknown; state: string; step: number; note: string }[]).find((each) => each.id === id)
    await passes(0)
    await passes(10)
    await suspects('k.example')
    await passes(1)
    expect(await plan()).toMatchObject({ state: 'running', step: 0, note: expect.stringMatching(/^suspended until .*Z: mfe-driver@1\.1\.0 broke 5 of 45/) as string })
    await passes(4)
    expect((await rolloutOf('k.example'))?.percent).toBe(20)
    await passes(19.5)
    // 34.5 minutes after the beginning, of which it had the version for 29.5.
    expect(await plan()).toMatchObject({ step: 0, note: expect.stringMatching(/^20 % until/) as string })
    await passes(1)
    expect([await plan(), (await rolloutOf('k.example'))?.percent]).toMatchObject([{ step: 1 }, 50])
    // The next step has its own time: what was suspended before it began lengthens nothing.
    await passes(1)
    await reported('k.example', {})
    await passes(29.5)
    expect(await plan()).toMatchObject({ step: 2 })
  })
})
