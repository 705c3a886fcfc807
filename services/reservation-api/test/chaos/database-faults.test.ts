import { isWhole, sampled } from '@checkin/testing/sample'
import { describe, expect, it } from 'vitest'
import { runDatabaseFaults, type DatabaseFaultsReport } from './database-faults.ts'

/** `npm run soak -- --victim database` asks for the long form. */
const faults = Number(process.env['CHECKIN_DATABASE_FAULTS'] ?? sampled(1, 3))
const seed = Number(process.env['CHECKIN_KILL_SEED'] ?? 20_261_122)

const figures = ({ violations, ...report }: DatabaseFaultsReport): string => JSON.stringify({ ...report, violations: violations.length })

describe('a PostgreSQL whose connections end, that crashes and is stopped while renters pay, leave deposits and sign', () => {
  it(`${faults} times, ends no API server and no registry, costs no payment, invents none and leaves nothing half done (I1 to I10, A1 to A5)`, async () => {
    const report = await runDatabaseFaults({ faults, script: 'services/reservation-api/src/main.ts', renters: 4, visits: 4 * faults, signers: 1, seed })
    console.log(`database run: ${figures(report)}`)
    expect(report.gone).toBe(0)
    expect(report.violations).toEqual([])
    expect([report.queued, report.isCardFound]).toEqual([0, false])
    // Trouble with the database is answered as such, never as a fault of the server.
    expect([report.seen.faults, report.signing.faults, report.registry['500'] ?? 0, report.registry['none'] ?? 0]).toEqual([0, 0, 0, 0])
    // A run in which nobody paid and nobody was refused would prove nothing.
    expect(report.charges).toBeGreaterThan(faults)
    expect(report.seen.refused).toBeGreaterThan(0)
  }, 3_600_000)

  if (isWhole) it('is seen to end a server that does not listen to its connections: the run can fail (control)', async () => {
    const report = await runDatabaseFaults({ faults: 12, script: 'services/reservation-api/test/chaos/main-without-listeners.ts', renters: 6, visits: 0, signers: 1, seed })
    console.log(`control: ${figures(report)}`)
    expect(report.gone).toBeGreaterThan(0)
  }, 3_600_000)
})
