import { expect, it } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

it('nobody has more under way than it may, whatever others have', () => {
  const limiter = new ConcurrencyLimiter(2)
  const first = limiter.acquire('here')
  expect([first, limiter.acquire('here'), limiter.acquire('here'), limiter.acquire('there')].map((release) => release !== null)).toEqual([true, true, false, true])
  first?.()
  // Releasing twice frees one place only.
  first?.()
  expect([limiter.acquire('here'), limiter.acquire('here')].map((release) => release !== null)).toEqual([true, false])
})
