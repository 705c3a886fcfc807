import { describe, expect, it } from 'vitest'
import { agreementsUnderWay, compareAgreements } from './agreement-books.ts'
import { killRun } from './kill-run.ts'
import { proceedingPopulation } from './proceeding-population.ts'

/** Part of `npm run soak` only: not every run has come to its end within four minutes after the last kill, and why is still to be found. */
const kills = Math.ceil(Number(process.env['CHECKIN_KILLS'] ?? 100) / 10)
const seed = Number(process.env['CHECKIN_KILL_SEED'] ?? 20_261_121)

describe('servers that are killed while renters hold deposits and sign', () => {
  it(`${kills} times, with both providers misbehaving, hold nothing twice and leave nothing half done (issue 6)`, async () => {
    const report = await killRun({
      kills, script: 'services/reservation-api/src/main.ts', renters: 3, visits: kills, seed,
      story: { people: proceedingPopulation, left: agreementsUnderWay, compare: compareAgreements },
    })
    console.log(`deposit and agreement: ${JSON.stringify({ ...report, violations: report.violations.length })}`)
    expect(report.violations).toEqual([])
    expect([report.queued, report.isCardFound]).toEqual([0, false])
    // A run in which nothing was held would prove nothing.
    expect(report.holds).toBeGreaterThan(0)
  }, 3_600_000)
})
