import { appendFileSync } from 'node:fs'
import { attackClasses, type AttackClass, type AttackFound } from './hostile-classes.ts'

/** Notes one try, and whether the attacker got what he wanted by it. */
export type Tried = (what: string, isThrough: boolean) => void

/** How many tries count as having tried a class. */
export const leastTries = (attack: AttackClass): number => attackClasses[attack]

/**
 * Runs a class of attacks and says what came through; whoever runs it judges that. With `CHECKIN_HOSTILE_FOUND` set, what was found is appended to that file as
 * a line of JSON, for the table of docs/hostile-clients.md.
 */
export async function triedAll(attack: AttackClass, run: (tried: Tried) => Promise<void>): Promise<AttackFound> {
  const through: string[] = []
  let tries = 0
  const found = (): AttackFound => ({ attack, tries, through })
  try {
    await run((what, isThrough) => {
      tries += 1
      if (isThrough) through.push(what)
    })
  } finally {
    // What came through stands there also where the run broke off because of it.
    const file = process.env['CHECKIN_HOSTILE_FOUND']
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(found())}\n`)
  }
  return found()
}
