import { describe, expect, it } from 'vitest'
import { type AttackRow, leftAlone, liedAbout, lies, praised, tableOf, targets } from './attacks.ts'

/** The seeds are the same on every run; `CHECKIN_ATTACK_RUNS` asks for more of them. */
const runs = Number(process.env['CHECKIN_ATTACK_RUNS'] ?? 3)

const named = ({ target, by, how, rolledBack }: AttackRow): string => `${target}, ${by}, ${how ?? '-'}: ${rolledBack}`
const all = (rows: readonly AttackRow[], rolledBack: number): readonly string[] => rows.map((row) => named({ ...row, rolledBack }))
/** False alarms by chance: one in a thousand for each row, so that many runs may have one. */
const byChance = (rows: readonly AttackRow[]): number => Math.floor(rows.length * runs / 500)
const falseAlarms = (rows: readonly AttackRow[]): number => rows.reduce((sum, { rolledBack }) => sum + rolledBack, 0)

describe('strangers who lie about a version: one network, ten networks, a thousand addresses of one provider (DEC-156)', () => {
  it('are not needed to find no fault with a good one', () => {
    const rows = leftAlone(runs)
    console.log(tableOf(rows))
    expect(falseAlarms(rows)).toBeLessThanOrEqual(byChance(rows))
  })

  it.each(lies)('do not take a good $target back by $how', (lie) => {
    const rows = liedAbout(lie, runs)
    console.log(tableOf(rows))
    expect(falseAlarms(rows)).toBeLessThanOrEqual(byChance(rows))
  })

  it.each(targets)('do not keep a bad %s by praise of it and complaints about the version beside it', (target) => {
    const rows = praised(target, runs)
    console.log(tableOf(rows))
    expect(rows.map(named)).toEqual(all(rows, runs))
  })

  it.each(lies)('would have their way with a $target by $how if there were no limits: these lies work', (lie) => {
    const rows = liedAbout(lie, 1, 0)
    expect(rows.map(named)).toEqual(all(rows, 1))
  })
})
