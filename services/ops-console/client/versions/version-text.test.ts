import { expect, it } from 'vitest'
import { frameText, kilobytes, statusText, rollbackText } from './version-text.ts'

const who = { at: '2026-12-01T12:00:00Z', by: 'ana', reason: 'slow on old phones' }
const decided = { ...who, notice: null }

it('says who advised against a version, why, and what to take instead (DEC-253)', () => {
  expect(statusText({ state: 'usable' })).toBe('It may be rolled out.')
  expect(statusText({ state: 'deprecated', ...decided, instead: null })).toBe('Deprecated by ana: slow on old phones')
  expect(statusText({ state: 'deprecated', ...decided, instead: '1.3.0' })).toBe('Deprecated by ana: slow on old phones. Take 1.3.0 instead')
  expect(statusText({ state: 'withdrawn', ...decided })).toBe('Withdrawn for ever by ana: slow on old phones')
  expect(statusText({ state: 'withdrawn', ...decided, reason: '' })).toBe('Withdrawn for ever by ana')
  expect(statusText({ state: 'withdrawn', ...decided, notice: 'Charges twice' })).toBe('Withdrawn for ever by ana: slow on old phones. Everybody reads: Charges twice')
})

it('tells a stopped canary from somebody who went back (DEC-253)', () => {
  expect(['canary', 'operator'].map((how) => rollbackText({ host: 'a.example', how: how as 'canary', ...who }))).toEqual(['its canary was stopped', 'ana went back'])
  expect(kilobytes(44_120)).toBe('44.1 kB')
})

it('names the source of an error, and the published script where no map says more (DEC-314, ECO-6)', () => {
  const place = { file: 'main.js', line: 1, column: 90 }
  expect(frameText({ ...place, source: 'src/pay.ts', sourceLine: 12, sourceColumn: 3, name: 'pay', code: 'throw 1' })).toBe('pay: src/pay.ts, line 12, column 3')
  expect(frameText({ ...place, source: null, sourceLine: null, sourceColumn: null, name: null, code: null })).toBe('main.js, line 1, column 90')
})
