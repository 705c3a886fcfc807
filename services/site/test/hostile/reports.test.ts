import Fastify from 'fastify'
import { Counter, Registry } from 'prom-client'
import { ReportBatch } from '@checkin/telemetry'
import { escaped } from '@checkin/server'
import { holds } from '@checkin/testing/hostile'
import { expect, it } from 'vitest'
import { beaconRoute } from '../../src/telemetry/beacons.ts'
import { Reporter } from '../../src/telemetry/reporter.ts'
import { aSet } from '../release.fixture.ts'

const host = 'a.example'
const set = aSet(1, '1.0.0')

it('strangers neither take a good version back nor fill memory or tables by what they report (DEC-247, SEC-4, SEC-5, SEC-6)', () => holds('telemetry', async (tried) => {
  const started = (hostileNetworks: number) => {
    const app = Fastify()
    const metrics = new Registry()
    const counter = new Counter({ name: 'reports', help: 'reports', labelNames: ['tenant', 'module', 'version', 'phase', 'outcome'] as const, registers: [metrics] })
    const reporter = new Reporter({ hostileNetworks, isCanary: () => true })
    beaconRoute(app, {
      reporter, address: (request) => String(request.headers['x-from'] ?? '192.0.2.1'), isTenant: (name) => name === host, counter,
      pinnedRelease: ({ headers }) => (typeof headers['x-session'] === 'string' ? { session: headers['x-session'], set } : null),
      isKnown: (module, version) => (module === 'shell' ? set.shell.version : set.modules[module]?.version) === version,
    })
    const send = (report: object, session: string | null, from = '192.0.2.1', agent = 'Mozilla/5.0') => app.inject({
      method: 'POST', url: '/beacon', payload: JSON.stringify({ module: 'shell', version: '1.0.0', phase: 'load', outcome: 'failed', ...report }),
      headers: { host, 'content-type': 'text/plain', 'user-agent': agent, 'x-from': from, ...(session !== null && { 'x-session': session }) },
    })
    const bad = () => {
      const drained = reporter.drain(Date.now())
      return drained ? ReportBatch.parse(drained).outcomes.reduce((sum, each) => sum + each.bad, 0) : 0
    }
    return { app, metrics, reporter, send, bad }
  }
  const open: { readonly close: () => Promise<unknown> }[] = []
  const world = (networks = 10) => { const made = started(networks); open.push(made.app); return made }

  const one = world()
  for (let at = 0; at < 60; at += 1) await one.send({}, `s${at}`, `192.0.2.${at}`)
  tried('sixty visits of one network', one.bad() > 0)
  const ten = world()
  for (let at = 0; at < 10; at += 1) await ten.send({}, `s${at}`, `10.${at}.0.1`)
  tried('ten networks', ten.bad() > 0)
  const provider = world()
  for (let at = 0; at < 400; at += 1) await provider.send({}, `s${at}`, `10.20.${at % 250}.${at % 200}`)
  tried('four hundred addresses of one provider', provider.bad() > 0)
  const series = world()
  for (let at = 0; at < 300; at += 1) await series.send({ version: `9.9.${at}` }, 'one')
  tried('invented versions', (await series.metrics.metrics()).split('\n').filter((line) => line.startsWith('reports{')).length > 1)
  const rows = world()
  for (let at = 0; at < 400; at += 1) await rows.send({ reason: `reason-${at}` }, 'one')
  const drained = rows.reporter.drain(Date.now())
  tried('four hundred reasons', drained !== null && ReportBatch.parse(drained).errors.reduce((sum, { count }) => sum + count, 0) > 20)
  const nobody = world()
  await nobody.send({}, null)
  await nobody.send({}, 'robot', '192.0.2.1', 'Googlebot/2.1')
  tried('no visit, and a robot', nobody.reporter.drain(Date.now()) !== null)
  // Without limits the same reports count, or the above would prove nothing.
  const free = world(0)
  for (let at = 0; at < 3; at += 1) await free.send({}, `s${at}`, '192.0.2.1')
  expect(free.bad()).toBe(3)
  await Promise.all(open.map((app) => app.close()))
}))

it('a name that goes into a page is text there, whatever it holds (DEC-247)', () => {
  for (const name of ['<script>', '"onload="x', '\'><img src=x>', '&lt;b&gt;', '</title>']) expect(escaped(name)).not.toMatch(/[<>"']/)
})
