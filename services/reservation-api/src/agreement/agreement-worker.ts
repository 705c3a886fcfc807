import type { FastifyBaseLogger } from 'fastify'
import { leaveForgottenHolds } from './deposit.ts'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import type { DueTenants, Work } from '../tenants/due-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { advanceAgreement } from './advance-agreement.ts'
import type { AgreementServices } from './agreement-services.ts'
import { compareChanged } from './agreement-changes.ts'
import { dueAgreements } from './agreement-store.ts'

export interface AgreementWorkerOptions {
  readonly services: AgreementServices
  /** Those that have `waitingAgreements`, `changedAgreements` and `forgottenHolds`; asked again at every look. */
  readonly tenants: { readonly agreements: DueTenants; readonly changed: DueTenants; readonly holds: DueTenants }
  readonly log: FastifyBaseLogger
  readonly pollMs: number
  /** Milliseconds between two looks for agreements whose reservation was written to, by whoever did not compare them. */
  readonly changedMs: number
  /** Milliseconds between two looks for forgotten holds. */
  readonly holdsMs: number
}

/** Agreements that go on now. */
export const waitingAgreements: Work = { kind: 'agreements' }
/** Agreements that have to be compared with their reservation. */
export const changedAgreements: Work = { kind: 'changed-agreements' }
/** Held deposits that no agreement is about any more. */
export const forgottenHolds: Work = { kind: 'forgotten-holds' }

const atOnce = 20

/**
 * Goes on with agreements whose renter went away or whose process died: asks how the deposit stands, writes the document, asks the signature provider,
 * mails the link. It also looks for agreements that are no longer true. As many processes as wanted may run one; each agreement is taken by one of them.
 */
export function startAgreementWorker({ services, tenants, log, pollMs, changedMs, holdsMs }: AgreementWorkerOptions): RepeatedWork {
  const agreements = tenantRounds(log, 'agreements cannot be read')
  const changes = tenantRounds(log, 'agreements cannot be compared with their reservations')
  const holds = tenantRounds(log, 'forgotten holds cannot be given back')
  /** Answers how many were due; each of them is due again later, if at all. */
  const runDueOf = async (tenant: Tenant, isStopped: () => boolean): Promise<number> => {
    const due = await services.database.withTenant(tenant.id, (transaction) => dueAgreements(transaction, tenant.id, atOnce))
    for (const named of due) {
      if (isStopped()) break
      await advanceAgreement(services, tenant, named).catch((error: unknown) => {
        log.error({ err: error, tenant: tenant.host, agreement: named.id }, 'an agreement cannot go on')
      })
    }
    return due.length
  }
  const going = repeatedWork({ everyMs: pollMs, joins: true }, async (isStopped) => {
    await agreements(tenants.agreements, async (tenant) => {
      while (await runDueOf(tenant, isStopped) === atOnce && !isStopped());
      // What took the place of an outdated agreement goes on at once.
      if (!isStopped()) await runDueOf(tenant, isStopped)
      return false
    })
    return false
  })
  const comparing = repeatedWork({ everyMs: changedMs, joins: true }, async () => (await changes(tenants.changed, async ({ id }) => {
    await compareChanged(services.database, id)
    return false
  })).more)
  // They are given back after a day, so nobody waits for this look, which goes through every hold that is in force.
  const leaving = repeatedWork({ everyMs: holdsMs, joins: true }, async () => (await holds(tenants.holds, async ({ id }) => {
    await services.database.withTenant(id, (transaction) => leaveForgottenHolds(transaction, services.payments, id))
    return false
  })).more)
  return {
    wake: going.wake,
    run: async () => { await comparing.run(); await going.run(); await leaving.run() },
    stop: async () => { await Promise.all([comparing.stop(), going.stop(), leaving.stop()]) },
  }
}
