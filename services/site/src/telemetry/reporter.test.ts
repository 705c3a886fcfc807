import { expect, it } from 'vitest'
import type { TraceReport } from '@checkin/telemetry'
import { Reporter } from './reporter.ts'

const trace = (code: string): TraceReport => ({ code, host: 'a.example', setId: 1, module: 'mfe-driver', version: '1.0.0', phase: 'load', reason: 'threw', step: '' })
const from = (session: string, address: string, now = 0) => ({ session, address, now })
const codes = (reporter: Reporter): readonly string[] => reporter.drain(0)?.traces.map(({ code }) => code) ?? []

it('reports the trace of each failure once', () => {
  const reporter = new Reporter({ badPerAddress: 2 })
  reporter.traced(trace('a'), from('s', '1'))
  expect(codes(reporter)).toEqual(['a'])
  expect(codes(reporter)).toEqual([])
})

it('takes five traces of a session within ten minutes, and again later', () => {
  const reporter = new Reporter({ badPerAddress: 100 })
  for (let at = 0; at < 9; at += 1) reporter.traced(trace(`s${at}`), from('s', '1'))
  reporter.traced(trace('t'), from('t', '1'))
  expect(codes(reporter)).toEqual(['s0', 's1', 's2', 's3', 's4', 't'])
  reporter.traced(trace('late'), from('s', '1', 600_001))
  expect(codes(reporter)).toEqual(['late'])
})

it('takes ten traces of one address for each bad report that it may send, however many sessions it makes, and no more than 200 at a time', () => {
  const few = new Reporter({ badPerAddress: 2 })
  for (let at = 0; at < 90; at += 1) few.traced(trace(`${at}`), from(`s${at}`, '1'))
  few.traced(trace('other'), from('s', '2'))
  expect(codes(few)).toHaveLength(21)
  const many = new Reporter({ badPerAddress: 1_000_000 })
  for (let at = 0; at < 900; at += 1) many.traced(trace(`${at}`), from(`s${at}`, '1'))
  expect(codes(many)).toHaveLength(200)
})
