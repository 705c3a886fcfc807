import type { VersionJourneys } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { meanOf } from './journey-values.ts'
import { random } from './random.fixture.ts'

const sumsOf = (values: readonly number[]) => ({ count: values.length, sum: values.reduce((sum, each) => sum + each, 0), squares: values.reduce((sum, each) => sum + each ** 2, 0) })

it('a mean has the interval of Student\'s distribution, and none of fewer than 20 (DEC-346)', () => {
  // Of 1 to 20 the deviation is 5.9161, and Student's quantile of 19 degrees 2.0930.
  const { mean, interval } = meanOf(sumsOf(Array.from({ length: 20 }, (_each, at) => at + 1)))
  expect(mean).toBe(10.5)
  expect(interval?.high).toBeCloseTo(10.5 + 2.093 * 5.9161 / Math.sqrt(20), 2)
  expect(meanOf(sumsOf(Array.from({ length: 19 }, () => 5)))).toEqual({ mean: null, of: 19, interval: null })
  expect(meanOf(sumsOf(Array.from({ length: 30 }, () => 0.1))).interval).toEqual({ low: expect.closeTo(0.1, 6) as unknown, high: expect.closeTo(0.1, 6) as unknown })
})

it('the true mean lies within the interval 93 times of 100 at least, though most renters add nothing and some much (DEC-346)', () => {
  const next = random(7)
  const added = () => (next() < 0.3 ? 2000 - 4000 * Math.log(1 - next()) : 0)
  const hits = Array.from({ length: 1000 }, () => meanOf(sumsOf(Array.from({ length: 200 }, added)))).filter(({ interval }) => interval !== null && interval.low <= 1800 && interval.high >= 1800)
  expect(hits.length).toBeGreaterThanOrEqual(930)
  expect(hits.length).toBeLessThanOrEqual(970)
})

describe('what sessions of a version are worth (DEC-346)', () => {
  const clock = testClock()
  let registry: TestRegistry
  let op: ReturnType<typeof operator>
  beforeAll(async () => {
    registry = await testRegistry({ clock: () => clock.now })
    op = operator(registry)
    await op.publishAll()
    await op.tenantWith('a.example')
    await op.tenantWith('b.example')
  })
  afterAll(() => registry.close())

  const journey = (host: string, version: string) => ({ host, module: 'mfe-driver', version, completed: 20, unfinished: 20, more: [10, 0, 0, 0, 0, 0], less: [10, 20, 20, 20, 20, 20] })
  /** 40 sessions, of which 20 completed after so many seconds and half of these added so much. */
  const value = (host: string, version: string, added: number, seconds: number, currency = 'EUR') =>
    ({ host, module: 'mfe-driver', version, currency, sessions: 40, added: 10 * added, addedSquares: 10 * added ** 2, finished: 20, seconds: 20 * seconds, secondsSquares: 20 * seconds ** 2 })
  const journeys = async (query = ''): Promise<VersionJourneys[]> => (await op.call('GET', `/journeys${query}`)).body['versions'] as VersionJourneys[]

  it('is said per reservation, with those that added nothing, by version, tenant and currency, beside how long check-in took and which of them rolls out', async () => {
    expect((await op.set('a.example', { 'mfe-driver': '1.1.0' }, { percent: 10 })).status).toBe(200)
    for (const minute of [0, 1]) {
      clock.now = new Date(clock.now.getTime() + minute * 60_000)
      await op.report({ journeys: [journey('a.example', '1.0.0'), journey('a.example', '1.1.0'), journey('b.example', '1.0.0')], values: [value('a.example', '1.0.0', 4000, 300), value('a.example', '1.1.0', 8000, 200), value('b.example', '1.0.0', 4000, 300, 'USD')] })
    }
    const rows = (await journeys()).map(({ host, version, cohort, value: worth, time }) => [host, version, cohort, worth.map(({ currency, mean, of }) => [currency, mean, of]), time.mean, time.of])
    expect(rows).toEqual([
      ['a.example', '1.0.0', 'beside', [['EUR', 1000, 80]], 300, 40], ['a.example', '1.1.0', 'rollout', [['EUR', 2000, 80]], 200, 40], ['b.example', '1.0.0', null, [['USD', 1000, 80]], 300, 40],
    ])
    const [before] = await journeys('?host=a.example')
    // 20 of 80 added 4,000: a deviation of 1,743 and Student's 1.990.
    expect(before?.value[0]?.interval?.high).toBeCloseTo(1000 + 1.9905 * 1743 / Math.sqrt(80), -1)
    expect(await journeys('?module=mfe-payment')).toEqual([])
  })

  it('is nothing where a site server of an earlier version counts the journeys alone', async () => {
    clock.now = new Date(clock.now.getTime() + 3 * 3_600_000)
    await op.report({ journeys: [journey('b.example', '1.0.0')] })
    expect(await journeys('?minutes=60')).toMatchObject([{ host: 'b.example', value: [], time: { mean: null, of: 0, interval: null } }])
  })

  it('is believed of site servers alone, and of no page (DEC-156)', async () => {
    expect((await op.report({ values: [value('b.example', '1.0.0', 9_000_000, 1)] }, 'a-secret-of-nobody-that-is-long-enough')).status).toBe(401)
    expect((await op.report({ values: [value('b.example', '1.0.0', 1, 1, 'euro')] })).status).toBe(400)
  })
})
