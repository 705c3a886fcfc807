import { routeNames } from '@checkin/remote'
import { ReportBatch } from '@checkin/telemetry'
import Fastify, { type FastifyInstance } from 'fastify'
import { Counter, Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { beaconRoute } from './beacons.ts'
import { aSet } from '../../test/release.fixture.ts'
import { Reporter } from './reporter.ts'

const host = 'a.example'
const set = aSet(1, '1.0.0')
const target = { module: 'mfe-payment', version: '1.0.0' }

let app: FastifyInstance
let metrics: Registry
let counter: Counter<'tenant' | 'module' | 'version' | 'phase' | 'outcome'>
let reporter: Reporter
beforeEach(() => {
  app = Fastify()
  metrics = new Registry()
  counter = new Counter({ name: 'reports', help: 'reports', labelNames: ['tenant', 'module', 'version', 'phase', 'outcome'], registers: [metrics] })
  reporter = new Reporter({ hostileNetworks: 0, isCanary: () => false })
  beaconRoute(app, {
    reporter, address: () => '192.0.2.1', isTenant: (name) => name === host,
    counter,
    // Each session of the test names itself.
    pinnedRelease: ({ headers }) => (typeof headers['x-session'] === 'string' ? { session: headers['x-session'], set } : null),
    isKnown: (module, version) => (module === 'shell' ? set.shell : set.modules[module])?.version === version,
  })
})
afterEach(() => app.close())

const send = (report: object, session: string | null = 's1') =>
  app.inject({ method: 'POST', url: '/beacon', headers: { host, 'content-type': 'text/plain;charset=UTF-8', ...(session !== null && { 'x-session': session }) }, payload: JSON.stringify({ ...target, ...report }) })
/** What the registry is sent, checked as it checks it. */
const batch = (): ReportBatch => ReportBatch.parse(reporter.drain(Date.now()))
const counted = async (phase: string, outcome: string): Promise<number> => {
  const { values } = await counter.get()
  return values.filter(({ labels }) => labels['phase'] === phase && labels['outcome'] === outcome).reduce((sum, { value }) => sum + value, 0)
}

describe('what a page reports of any screen', () => {
  it.each(routeNames)('arrives for %s: reached, left, and a failure of every phase with its support code (CODE-1)', async (step) => {
    await send({ phase: 'step', outcome: 'reached', step })
    await send({ phase: 'step', outcome: 'left', step })
    const phases = ['load', 'init', 'render', 'step', 'unhandled'] as const
    for (const [at, phase] of phases.entries()) await send({ phase, outcome: 'failed', reason: 'threw', step, trace: `K7QF-2M9${'23456'.charAt(at)}` })
    const { steps, errors, traces, outcomes } = batch()
    expect(steps).toEqual([{ host, ...target, step, reached: 1, left: 1, failed: 1 }])
    expect(errors.map((each) => [each.phase, each.step, each.count])).toEqual(phases.map((phase) => [phase, step, 1]))
    expect(traces.map((each) => [each.phase, each.step])).toEqual(phases.map((phase) => [phase, step]))
    expect(outcomes).toContainEqual({ host, ...target, settings: '', good: 0, bad: 1 })
    for (const phase of phases) expect(await counted(phase, 'failed')).toBe(1)
  })

  it('counts though its page is newer than the site: a failure without the words that are not known here', async () => {
    await send({ phase: 'render', outcome: 'failed', reason: 'a-new-reason', step: 'a-new-screen' })
    expect(batch().errors).toMatchObject([{ phase: 'render', reason: 'other', step: '', count: 1 }])
    expect(await counted('render', 'failed')).toBe(1)
  })

  it('is dropped where it is no report at all, or of a screen that nobody knows', async () => {
    for (const wrong of [{ phase: 'step', outcome: 'reached', step: 'a-new-screen' }, { phase: 'never', outcome: 'failed' }, { phase: 'load', outcome: 'ok', extra: 1 }, { phase: 'vitals', values: { lcp: -1 } }]) {
      expect((await send(wrong)).statusCode).toBe(204)
    }
    expect(reporter.drain(Date.now())).toBeNull()
  })

  it('is counted for versions that are in a set only, and for visits that this server pinned (SEC-5, DEC-156)', async () => {
    for (let at = 0; at < 50; at += 1) await send({ phase: 'load', outcome: 'failed', version: `9.9.${at}` })
    await send({ phase: 'load', outcome: 'failed' }, null)
    expect(reporter.drain(Date.now())).toBeNull()
    await send({ phase: 'load', outcome: 'failed' })
    expect(await counted('load', 'failed')).toBe(1)
    expect((await metrics.metrics()).split('\n').filter((line) => line.startsWith('reports{'))).toHaveLength(1)
  })

  it('of the places of an error is counted by stack, for versions of its own set alone, and five times a visit (DEC-314, ECO-6, SEC-6)', async () => {
    const frames = [{ file: 'main.js', line: 1, column: 90 }, { file: '838.js', line: 2, column: 4 }]
    for (let at = 0; at < 20; at += 1) await send({ phase: 'stack', frames })
    await send({ phase: 'stack', frames, version: '9.9.9' }, 's2')
    expect(batch().stacks).toEqual([{ host, ...target, frames, count: 5 }])
    const [frame] = frames
    const wrong = [[], Array.from({ length: 9 }, () => frame), [{ ...frame, file: 'https://evil.example/x.js' }], [{ ...frame, file: '../main.js' }], [{ ...frame, line: 0 }], [{ ...frame, name: 'saveMaria' }]]
    for (const each of wrong) await send({ phase: 'stack', frames: each }, 's3')
    await send({ phase: 'stack', frames, message: 'Silva' }, 's3')
    expect(reporter.drain(Date.now())?.stacks ?? []).toEqual([])
    expect(await counted('stack', 'failed')).toBe(0)
  })

  it('asks for an allowance before it counts or stores: 8,000 failures of one visit are 20, each another reason or not (SEC-6, DEC-156)', async () => {
    for (let at = 0; at < 400; at += 1) await send({ phase: 'load', outcome: 'failed', reason: at % 2 === 0 ? `reason-${at}` : 'threw', step: routeNames[at % routeNames.length] })
    const { errors, steps } = batch()
    expect(errors.reduce((sum, { count }) => sum + count, 0)).toBe(20)
    expect(new Set(errors.map(({ reason }) => reason))).toEqual(new Set(['other', 'threw']))
    expect(steps.length).toBeLessThanOrEqual(20)
    // Of anything at all, 300 within ten minutes.
    expect(await counted('load', 'failed')).toBe(300)
  })
})
