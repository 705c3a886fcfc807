import { appendFileSync } from 'node:fs'
import { expect } from 'vitest'
import { attackClasses, type AttackClass, type AttackFound } from './hostile-classes.ts'

/** Notes one try, and whether the attacker got what he wanted by it. */
export type Tried = (what: string, isThrough: boolean) => void

/**
 * Runs a class of attacks of the hostile-client bench and fails for every try that came through, or where fewer were made than the class has (DEC-247). With
 * `CHECKIN_HOSTILE_FOUND` set, what was found is appended to that file as a line of JSON, for the table of docs/hostile-clients.md.
 */
export async function holds(attack: AttackClass, run: (tried: Tried) => Promise<void>): Promise<void> {
  const through: string[] = []
  let tries = 0
  try {
    await run((what, isThrough) => {
      tries += 1
      if (isThrough) through.push(what)
    })
  } finally {
    // What came through stands there also where the run broke off because of it.
    const file = process.env['CHECKIN_HOSTILE_FOUND']
    if (file !== undefined) appendFileSync(file, `${JSON.stringify({ attack, tries, through } satisfies AttackFound)}\n`)
  }
  expect(through, `${attack}: came through`).toEqual([])
  expect(tries, `${attack}: tries`).toBeGreaterThanOrEqual(attackClasses[attack])
}
