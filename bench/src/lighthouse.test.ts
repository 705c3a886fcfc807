import { expect, it } from 'vitest'
import { slowdownOf } from './lighthouse.ts'

it.each([[1000, 1], [2000, 2], [1500, 1.5], [300, 1]])('a processor of index %i runs %f times slower to be a Pixel 5', (index, times) => {
  expect(slowdownOf(index)).toBe(times)
})
