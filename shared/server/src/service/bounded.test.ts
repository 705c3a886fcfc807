import { expect, it } from 'vitest'
import { BoundedMap, RateLimiter } from './bounded.ts'

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
