import { expect, it } from 'vitest'
import type { TraceReport } from '@checkin/remote/reports'
import { Traces } from './traces.ts'

const trace = (code: string): TraceReport => ({ code, host: 'a.example', setId: 1, module: 'mfe-driver', version: '1.0.0', phase: 'load', reason: 'threw', step: '' })
const from = (visit: string, address: string, now = 0) => ({ visit, address, now })
const codes = (traces: Traces): string[] => traces.drain().map(({ code }) => code)

it('tells each failure once', () => {
  const traces = new Traces(20)
  traces.add(trace('a'), from('v', '1'))
  expect(codes(traces)).toEqual(['a'])
  expect(codes(traces)).toEqual([])
})

it('takes five of a visit within ten minutes, and again later', () => {
  const traces = new Traces(1000)
  for (let at = 0; at < 9; at += 1) traces.add(trace(`v${at}`), from('v', '1'))
  traces.add(trace('w'), from('w', '1'))
  expect(codes(traces)).toEqual(['v0', 'v1', 'v2', 'v3', 'v4', 'w'])
  traces.add(trace('late'), from('v', '1', 600_001))
  expect(codes(traces)).toEqual(['late'])
})

it('takes so many of one address, however many visits it makes, and no more than 200 at a time', () => {
  const few = new Traces(20)
  for (let at = 0; at < 90; at += 1) few.add(trace(`${at}`), from(`v${at}`, '1'))
  few.add(trace('other'), from('v', '2'))
  expect(codes(few)).toHaveLength(21)
  const many = new Traces(1_000_000)
  for (let at = 0; at < 900; at += 1) many.add(trace(`${at}`), from(`v${at}`, '1'))
  expect(codes(many)).toHaveLength(200)
})
