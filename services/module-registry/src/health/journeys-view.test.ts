import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { VersionJourneys } from '@checkin/registry'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { shareOf } from './journeys-view.ts'

// The figures for 81 of 263 and 15 of 148 are those of Newcombe (1998), table I, method 3.
it.each([[81, 263, 0.2553, 0.3662], [15, 148, 0.0624, 0.1605], [0, 20, 0, 0.1611], [20, 20, 0.8389, 1]])('the share of %i of %i lies between %f and %f (DEC-323)', (count, of, low, high) => {
  const { interval } = shareOf(count, of)
  expect(interval?.low).toBeCloseTo(low, 4)
  expect(interval?.high).toBeCloseTo(high, 4)
})

it('nothing is said of a share of nobody (DEC-323)', () => {
  expect(shareOf(0, 0)).toEqual({ count: 0, of: 0, interval: null })
})

describe('what renters made of a version (DEC-323)', () => {
  const clock = testClock()
  let registry: TestRegistry
  let op: ReturnType<typeof operator>
  beforeAll(async () => {
    registry = await testRegistry({ clock: () => clock.now })
    op = operator(registry)
    await op.publishAll(['1.0.0'])
    await op.tenantWith('a.example')
    await op.tenantWith('b.example')
  })
  afterAll(() => registry.close())

  const journey = (host: string, version: string, completed: number, unfinished: number, sold: number) => ({
    host, module: 'mfe-driver', version, completed, unfinished, more: [sold, 0, 0, 0, 0, 0], less: [completed - sold, completed, completed, completed, completed, completed],
  })
  const journeys = async (query = ''): Promise<VersionJourneys[]> => (await op.call('GET', `/journeys${query}`)).body['versions'] as VersionJourneys[]
  const figures = (rows: readonly VersionJourneys[]) => rows.map(({ host, version, completed, added }) => [host, version, completed.count, completed.of, added.count, added.of])

  it('stands beside what they made of the other one, of each tenant by itself, as long as it was asked for', async () => {
    await op.report({ journeys: [journey('a.example', '1.0.0', 70, 30, 40), journey('a.example', '1.1.0', 5, 5, 1), journey('b.example', '1.0.0', 3, 1, 2)] })
    await op.report({ journeys: [journey('a.example', '1.0.0', 10, 0, 5)] })
    expect(figures(await journeys())).toEqual([['a.example', '1.0.0', 80, 110, 45, 80], ['a.example', '1.1.0', 5, 10, 1, 5], ['b.example', '1.0.0', 3, 4, 2, 3]])
    expect(figures(await journeys('?host=b.example'))).toEqual([['b.example', '1.0.0', 3, 4, 2, 3]])
    clock.now = new Date(clock.now.getTime() + 3 * 86_400_000)
    expect(await journeys('?minutes=60')).toEqual([])
    expect(await journeys()).toHaveLength(3)
  })
})
