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
  reporter = new Reporter({ badPerAddress: 1_000_000 })
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
  app.inject({ method: 'POST', url: '/beacon', headers: { host, 'content-type': 'text/plain', ...(session !== null && { 'x-session': session }) }, payload: JSON.stringify({ ...target, ...report }) })
/** What the registry is sent, checked as it checks it. */
const batch = (): ReportBatch => ReportBatch.parse(reporter.drain(Date.now()))
const counted = async (phase: string, outcome: string): Promise<number> => {
  const { values } = await counter.get()
  return values.filter(({ labels }) => labels['phase'] === phase && labels['outcome'] === outcome).reduce((sum, { value }) => sum + value, 0)
}

describe('what a page reports of any screen', () => {
  it.each(routeNames)('arrives for %s: reached, left, and a failure of every phase with its support code', async (step) => {
    await send({ phase: 'step', outcome: 'reached', step })
    await send({ phase: 'step', outcome: 'left', step })
    const phases = ['load', 'init', 'render', 'step', 'unhandled'] as const
    for (const [at, phase] of phases.entries()) await send({ phase, outcome: 'failed', reason: 'threw', step, trace: `K7QF-2M9${'23456'.charAt(at)}` })
    const { steps, errors, traces, outcomes } = batch()
    expect(steps).toEqual([{ host, ...target, step, reached: 1, left: 1, failed: 1 }])
    expect(errors.map((each) => [each.phase, each.step, each.count])).toEqual(phases.map((phase) => [phase, step, 1]))
    expect(traces.map((each) => [each.phase, each.step])).toEqual(phases.map((phase) => [phase, step]))
    expect(outcomes).toContainEqual({ host, ...target, good: 0, bad: 1 })
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

  it('is counted in the metrics for versions that are in a set only, with a session or without', async () => {
    for (let at = 0; at < 50; at += 1) await send({ phase: 'load', outcome: 'failed', version: `9.9.${at}` }, null)
    await send({ phase: 'load', outcome: 'failed' }, null)
    expect(await counted('load', 'failed')).toBe(1)
    expect((await metrics.metrics()).split('\n').filter((line) => line.startsWith('reports{'))).toHaveLength(1)
  })
})
