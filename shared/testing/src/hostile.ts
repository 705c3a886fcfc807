import { expect } from 'vitest'
import type { AttackClass } from './hostile-classes.ts'
import { leastTries, triedAll, type Tried } from './hostile-tries.ts'

/** Runs a class of attacks of the hostile-client bench and fails for every try that came through, or where fewer were made than the class has (DEC-247). */
export async function holds(attack: AttackClass, run: (tried: Tried) => Promise<void>): Promise<void> {
  const { through, tries } = await triedAll(attack, run)
  expect(through, `${attack}: came through`).toEqual([])
  expect(tries, `${attack}: tries`).toBeGreaterThanOrEqual(leastTries(attack))
}
