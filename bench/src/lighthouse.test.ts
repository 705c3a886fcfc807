import { expect, it } from 'vitest'
import { slowdownOf } from './lighthouse.ts'

it.each([[150, 1], [800, 2], [1300, 3], [1533, 4], [1766, 5], [1999, 6], [475, 1.5], [1050, 2.5], [50, 1]])('a processor of index %i is slowed %f times', (index, times) => {
  expect(slowdownOf(index)).toBeCloseTo(times, 2)
})
