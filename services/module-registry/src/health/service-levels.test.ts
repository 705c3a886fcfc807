import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator } from '../test/test-tenants.ts'
import { timesOf } from './service-levels.ts'
import { deleteOldReports } from './store-reports.ts'

const bounds = [0.5, 1, 2, 5, 10, 25]

it.each([
  ['nothing', [0, 0, 0, 0, 0, 0, 0], { count: 0, p50: null, p99: null, met: null }],
  ['all fast', [10, 0, 0, 0, 0, 0, 0], { count: 10, p50: 0.5, p99: 0.5, met: true }],
  ['99 of 100 within the target', [60, 0, 0, 39, 0, 0, 1], { count: 100, p50: 0.5, p99: 5, met: true }],
  ['98 of 100 within the target', [40, 20, 0, 38, 2, 0, 0], { count: 100, p50: 1, p99: 10, met: false }],
  ['all beyond the last bound', [0, 0, 0, 0, 0, 0, 3], { count: 3, p50: null, p99: null, met: false }],
])('%s is judged by 99 of 100', (_what, buckets, times) => {
  expect(timesOf(buckets, bounds, 5)).toEqual(times)
})

describe('service levels of all site servers', () => {
  let registry: TestRegistry
  let op: ReturnType<typeof operator>
  const clock = testClock()
  beforeAll(async () => {
    registry = await testRegistry({ clock: () => clock.now })
    op = operator(registry)
  })
  afterAll(() => registry.close())

  const report = async (levels: object) => (await op.report({ levels })).status
  const levels = (good: number, failed: number, resolve = [good, 0, 0, 0, 0, 0, 0], propagation = [0, 0, 0, 0, 0, 0, 0]) => ({ pages: { good, failed }, resolve, propagation })
  const read = async (minutes?: number) => (await op.call('GET', `/service-levels${minutes === undefined ? '' : `?minutes=${minutes}`}`, { token: 'demo-viewer' })).body

  it('are empty before the first report', async () => {
    expect(await read()).toMatchObject({ availability: { good: 0, failed: 0, share: null, met: null }, resolve: { count: 0, met: null }, propagation: { count: 0, met: null }, course: [], partMinutes: 15 })
  })

  it('are sums over servers and minutes, each beside its target, with their course', async () => {
    // Two servers in the same minute.
    expect(await report(levels(900, 0, [890, 10, 0, 0, 0, 0, 0], [0, 2, 0, 0, 0, 0, 0]))).toBe(200)
    expect(await report(levels(99, 1, [50, 49, 0, 0, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0]))).toBe(200)
    clock.now = new Date(clock.start.getTime() + 3_600_000)
    await report(levels(500, 500, [0, 0, 0, 0, 900, 0, 100], [0, 0, 0, 0, 0, 0, 1]))
    const body = await read()
    expect(body).toMatchObject({
      availability: { good: 1499, failed: 501, share: 1499 / 2000, met: false },
      resolve: { count: 1999, p50: 10, p99: null, met: false }, propagation: { count: 4, p50: 250, p99: null, met: false },
      targets: { availability: 0.999, resolve: 5, propagation: 1000 },
      course: [
        { from: clock.start.toISOString(), availability: { good: 999, failed: 1, met: true }, resolve: { p50: 0.5, p99: 1, met: true }, propagation: { count: 3, p50: 250, p99: 500, met: true } },
        { from: clock.now.toISOString(), availability: { good: 500, failed: 500, met: false } },
      ],
    })
    expect(await read(30)).toMatchObject({ availability: { good: 500, failed: 500 }, course: [{}], partMinutes: 2 })
  })

  it('tell how often a site server said that what it knows of releases has expired (SEC-23)', async () => {
    expect(await read()).toMatchObject({ expired: 0 })
    for (let at = 0; at < 2; at += 1) expect(await report({ ...levels(0, 0), expired: 1 })).toBe(200)
    expect(await read()).toMatchObject({ expired: 2 })
  })

  it('come from a site server of this version; an earlier one reports none', async () => {
    expect((await op.report({})).status).toBe(200)
    expect(await report(levels(1, 0, [1, 0]))).toBe(400)
    expect(await report(levels(-1, 0))).toBe(400)
    expect((await op.call('GET', '/service-levels', { token: 'nobody' })).status).toBe(401)
  })

  it('say when a revision was committed, beside the signed snapshot and not in it', async () => {
    await op.publishAll(['1.0.0', '1.1.0'])
    await op.tenantWith('a.example')
    const committed = clock.now
    const snapshot = async () => {
      const { headers, body } = await registry.call('GET', '/snapshot')
      return { at: headers['x-checkin-committed-at'], body: JSON.stringify(body) }
    }
    expect((await snapshot()).at).toBe(committed.toISOString())
    clock.now = new Date(clock.now.getTime() + 60_000)
    // What changes nothing for sites is no new revision.
    await op.post('/freezes', { host: 'a.example', reason: 'later' })
    expect(await registry.database.kysely.selectFrom('ledger').select('changed_at').executeTakeFirst()).toEqual({ changed_at: committed })
    await op.back('a.example')
    await op.post('/freezes/lift', { host: 'a.example', reason: 'now' })
    await op.set('a.example', { 'mfe-driver': '1.1.0' })
    const newer = await snapshot()
    expect(newer.at).toBe(clock.now.toISOString())
    expect(newer.body).not.toContain('ommittedAt')
  })

  it('are forgotten after two weeks', async () => {
    await registry.database.withTx((tx) => deleteOldReports({ tx, at: new Date(clock.start.getTime() + 14 * 86_400_000 + 60_000) }))
    const kept = await registry.database.kysely.selectFrom('service_minute').select('minute').execute()
    expect(kept.map(({ minute }) => minute.toISOString())).toEqual([new Date(clock.start.getTime() + 3_600_000).toISOString()])
  })
})
