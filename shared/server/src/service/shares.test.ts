import { expect, it } from 'vitest'
import { Shares } from './shares.ts'

it('nobody has more under way than its share, whatever others have', () => {
  const shares = new Shares(2)
  const first = shares.take('here')
  expect([first, shares.take('here'), shares.take('here'), shares.take('there')].map((given) => given !== null)).toEqual([true, true, false, true])
  first?.()
  // Giving back twice frees one place only.
  first?.()
  expect([shares.take('here'), shares.take('here')].map((given) => given !== null)).toEqual([true, false])
})
