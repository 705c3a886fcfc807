import { expect, it } from 'vitest'
import type { TraceReport } from '@checkin/telemetry'
import { Reporter } from './reporter.ts'

const trace = (code: string): TraceReport => ({ code, host: 'a.example', setId: 1, module: 'mfe-driver', version: '1.0.0', phase: 'load', reason: 'threw', step: '' })
const from = (session: string, address: string, now = 0) => ({ session, address, now })
const aReporter = (hostileNetworks = 10) => new Reporter({ hostileNetworks, isCanary: () => false })
const codes = (reporter: Reporter): readonly string[] => reporter.drain(0)?.traces.map(({ code }) => code) ?? []

it('reports the trace of each failure once', () => {
  const reporter = aReporter()
  reporter.traced(trace('a'), from('s', '192.0.2.1'))
  expect(codes(reporter)).toEqual(['a'])
  expect(codes(reporter)).toEqual([])
})

it('takes five traces of a session within ten minutes, and again later', () => {
  const reporter = aReporter()
  for (let at = 0; at < 9; at += 1) reporter.traced(trace(`s${at}`), from('s', '192.0.2.1'))
  reporter.traced(trace('t'), from('t', '192.0.2.1'))
  expect(codes(reporter)).toEqual(['s0', 's1', 's2', 's3', 's4', 't'])
  reporter.traced(trace('late'), from('s', '192.0.2.1', 600_001))
  expect(codes(reporter)).toEqual(['late'])
})

it('takes twenty traces of one network, however many visits it makes, and no more than 200 at a time', () => {
  const few = aReporter()
  for (let at = 0; at < 90; at += 1) few.traced(trace(`${at}`), from(`s${at}`, `192.0.2.${at}`))
  few.traced(trace('other'), from('s', '198.51.100.1'))
  expect(codes(few)).toHaveLength(21)
  const many = aReporter(0)
  for (let at = 0; at < 900; at += 1) many.traced(trace(`${at}`), from(`s${at}`, '192.0.2.1'))
  expect(codes(many)).toHaveLength(200)
})

it('stores no more failures of one network than a hundred within ten minutes, and those of others beside them (SEC-6)', () => {
  const reporter = aReporter()
  const of = (session: string) => ({ session, host: 'a.example', module: 'mfe-verification', version: '1.0.0', settings: '' })
  const fails = (session: string, address: string): void => { reporter.failed(of(session), { phase: 'load', reason: 'threw', step: '' }, from(session, address)) }
  for (let at = 0; at < 300; at += 1) fails(`s${at}`, '192.0.2.1')
  fails('other', '198.51.100.1')
  expect(reporter.drain(0)).toMatchObject({ errors: [{ count: 101 }], outcomes: [{ good: 0, bad: 2 }] })
})
