import { expect, test } from 'vitest'
import { allStateRows, type StateRow } from '@checkin/testing/states'
import { reportOf } from '@checkin/e2e/walk/report'
import type { Result } from '@checkin/e2e/walk/results'

const [one, other] = allStateRows.filter(({ id }) => ['S1.1', 'S1.19'].includes(id)) as [StateRow, StateRow]
const morning = '2026-03-01T08:00:00.000Z'
const noon = '2026-03-01T12:00:00.000Z'
const passed = (id: string, more: Partial<Result> = {}): Result => ({ part: 'row', id, device: 'desktop', outcome: 'passed', run: morning, ...more })
const page = (...results: readonly Result[]): string => reportOf(results, [one, other])

test('the page names the devices of a row, and the answer that was injected where it was walked in no other way (DEC-115)', () => {
  const walked = page(passed('S1.1'), passed('S1.1', { device: 'phone' }), passed('S1.19', { injected: 'GET /driver' }))
  expect(walked).toContain('| [S1.1](states.md#S1.1) | desktop, phone |  |')
  expect(walked).toContain('| [S1.19](states.md#S1.19) | desktop | `GET /driver` |')
  expect(walked).toContain('| executed with an injected answer only | 1 |')
  expect(page(passed('S1.19', { injected: 'GET /driver' }), passed('S1.19'))).toContain('| [S1.19](states.md#S1.19) | desktop |  |')
})

test('the last run of a thing counts, whatever an earlier one showed, and the page says when it was', () => {
  const failed = passed('S1.1', { outcome: 'failed', reason: 'no such | screen' })
  expect(page(failed, passed('S1.19'), passed('S1.1', { run: noon }))).toContain('Nothing failed.')
  expect(page(failed, passed('S1.1', { run: noon }))).toContain('begun on 2026-03-01 12:00')
  const later = page(passed('S1.1'), { ...failed, run: noon })
  expect(later).toContain('| [S1.1](states.md#S1.1) | fails |  |')
  expect(later).toContain('| S1.1 | no such \\| screen |')
  expect(page(passed('S1.1', { run: noon }), passed('S1.19'))).toContain('It shows 2 runs of parts')
})

test('one step of a run that failed is not covered up by another one of the same run', () => {
  expect(page(passed('S1.1', { outcome: 'failed' }), passed('S1.1'))).toContain('| [S1.1](states.md#S1.1) | fails |  |')
})

test('random walks of a seed are replaced by those of the same seed', () => {
  const random = (id: string, more: Partial<Result> = {}): Result => passed(id, { part: 'random', device: 'phone', ...more })
  const walked = page(random('seed 1: ready > S1.11', { outcome: 'failed' }), random('seed 1: ready > S1.11 > S1.13', { run: noon }), random('seed 2: usual'))
  expect(walked).toContain('| random walks | 2 of 2 seeds, 0 failing |')
})

test('a row that is not executed is said to be', () => {
  expect(page(passed('S1.1'))).toContain('| [S1.19](states.md#S1.19) | not executed |  |')
})
