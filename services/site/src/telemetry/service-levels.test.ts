import { expect, it } from 'vitest'
import { ServiceLevels } from './service-levels.ts'

it('counts pages by whether the server failed; what is no page counts as nothing', () => {
  const levels = new ServiceLevels()
  for (const status of [200, 304, 200, 302, 404, 421, 503, 500]) levels.answered(status)
  expect(levels.drain()?.pages).toEqual({ good: 3, failed: 2 })
})

it.each([
  ['2026-12-01T12:00:00.000Z', 0, [1, 0, 0, 0, 0, 0, 0]], ['2026-12-01T11:59:59.900Z', 0, [1, 0, 0, 0, 0, 0, 0]], ['2026-12-01T11:59:59.899Z', 1, [0, 1, 0, 0, 0, 0, 0]],
  ['2026-12-01T11:59:59.000Z', 3, [0, 0, 0, 1, 0, 0, 0]], ['2026-12-01T11:00:00.000Z', 6, [0, 0, 0, 0, 0, 0, 1]],
  // The other clock is ahead.
  ['2026-12-01T12:00:09.000Z', 0, [1, 0, 0, 0, 0, 0, 0]],
])('a revision of %s is known in bucket %i', (committed, _bucket, buckets) => {
  const levels = new ServiceLevels()
  levels.learned(committed, Date.parse('2026-12-01T12:00:00Z'))
  expect(levels.drain()?.propagation).toEqual(buckets)
})

it.each([undefined, '', 'soon'])('counts nothing of a registry that says %s about its commit', (committed) => {
  const levels = new ServiceLevels()
  levels.learned(committed, 0)
  expect(levels.drain()).toBeNull()
})

it('says once a minute that what it knows of releases has expired, also when nothing else happens (SEC-23)', () => {
  const levels = new ServiceLevels()
  levels.expired(0)
  levels.expired(59_999)
  expect(levels.drain()).toMatchObject({ pages: { good: 0, failed: 0 }, expired: 1 })
  expect(levels.drain()).toBeNull()
  levels.expired(60_000)
  expect(levels.drain()?.expired).toBe(1)
})

it('counts each choice of a set, and reports everything once', () => {
  const levels = new ServiceLevels()
  expect(levels.resolving(() => 7)).toBe(7)
  expect(() => levels.resolving(() => { throw new Error('no') })).toThrow()
  expect(levels.drain()?.resolve.reduce((sum, each) => sum + each, 0)).toBe(1)
  expect(levels.drain()).toBeNull()
})
