import { loadavg } from 'node:os'
import { describe, expect, it } from 'vitest'
import { runFailovers } from './failovers.fixture.ts'
import { missingPackages } from './patroni.fixture.ts'

/** `npm run cluster` says how many; `npm test` leaves them out. */
const kills = Number(process.env['CHECKIN_FAILOVERS'] ?? 0)
const seed = Number(process.env['CHECKIN_KILL_SEED'] ?? 20_261_124)
const missing = missingPackages()
if (kills === 0) console.warn('No primary of a PostgreSQL cluster was killed: npm run cluster does it.')
else if (missing.length > 0) throw new Error(`A cluster needs Debian's ${missing.join(', ')}`)

describe.skipIf(kills === 0)('a cluster of PostgreSQL behind PgBouncer whose primary is killed while renters pay, leave deposits and sign', () => {
  it(`${kills} times, charges nothing twice, loses nothing that was answered, ends no process and leaves nothing half done (I1 to I10, A1 to A5, DEC-267)`, async () => {
    const { violations, failovers, ...report } = await runFailovers({ kills, seed, renters: 4 })
    console.log(`cluster: ${JSON.stringify({ ...report, violations: violations.length, longestGap: Math.max(...failovers.map(({ gap }) => gap)), load: loadavg() })}`)
    expect(violations).toEqual([])
    expect([report.gone, report.lost, report.queued, report.isCardFound]).toEqual([0, 0, 0, false])
    expect(report.paid).toBeGreaterThanOrEqual(report.seenPaid)
    expect([report.seen.faults, report.signing.faults]).toEqual([0, 0])
    expect(failovers).toHaveLength(kills)
    // A run in which nobody paid would prove nothing.
    expect(report.charges).toBeGreaterThan(0)
    expect(report.stored).toBeGreaterThan(0)
  }, 3_600_000)
})
