import { expect, it } from 'vitest'
import { countValue, emptyBuckets, Tally } from './counters.ts'

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
