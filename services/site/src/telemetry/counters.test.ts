import { expect, it } from 'vitest'
import { BoundedMap, countValue, emptyBuckets, RateLimiter, Tally } from './counters.ts'

it('a bounded map drops its oldest entries, and none for an entry that it has already', () => {
  const map = new BoundedMap<string, number>(2)
  map.set('a', 1).set('b', 2).set('b', 3)
  expect([...map]).toEqual([['a', 1], ['b', 3]])
  expect([...map.set('c', 4)]).toEqual([['b', 3], ['c', 4]])
})

it('a rate limiter gives each name its share of every ten minutes', () => {
  const limiter = new RateLimiter(2)
  expect(['a', 'a', 'a', 'b'].map((name) => limiter.take(name, 0))).toEqual([true, true, false, true])
  expect([limiter.take('a', 600_000), limiter.take('a', 600_001)]).toEqual([false, true])
})

it('a tally counts by identity until it is drained, and takes no more than 1,000 rows', () => {
  const tally = new Tally<{ name: string }, { count: number }>()
  for (const name of ['a', 'b', 'a']) tally.row({ name }, { count: 0 }).count += 1
  expect(tally.drain()).toEqual([{ name: 'a', count: 2 }, { name: 'b', count: 1 }])
  for (let at = 0; at < 1001; at += 1) tally.row({ name: `${at}` }, { count: 0 }).count += 1
  tally.row({ name: '0' }, { count: 0 }).count += 1
  const rows = tally.drain()
  expect([rows.length, rows[0]]).toEqual([1000, { name: '0', count: 2 }])
  expect(tally.drain()).toEqual([])
})

it.each([[0, 0], [10, 0], [11, 1], [20, 1], [21, 2]])('%i falls into bucket %i of bounds 10 and 20', (value, bucket) => {
  const buckets = emptyBuckets([10, 20])
  countValue(buckets, [10, 20], value)
  expect(buckets.indexOf(1)).toBe(bucket)
})
