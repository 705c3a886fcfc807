import { backoffSeconds } from '@checkin/server'
import type { Tenant } from '../tenants/tenant-store.ts'
import { askForSignature } from './signature/ask-for-signature.ts'
import { checkSignature } from './signature/check-signature.ts'
import { checkHold } from './deposit.ts'
import type { AgreementServices, Step } from './agreement-services.ts'
import { releaseAgreement, takeAgreement, type AgreementRow } from './agreement-store.ts'
import { endOutdated } from './end-outdated.ts'
import { writeAgreement } from './agreement-pdf.ts'

const steps: Readonly<Partial<Record<AgreementRow['state'], (services: AgreementServices, tenant: Tenant, row: AgreementRow) => Promise<Step>>>> = {
  holding: checkHold, held: writeAgreement, made: askForSignature, open: checkSignature, withdrawing: endOutdated,
}

export interface Advanced {
  readonly row: AgreementRow
  /** Where the bank asks the renter; null otherwise. */
  readonly redirectUrl: string | null
}

/** Somebody waits for these steps, and looking costs little. */
const longestPauseSeconds = 12

/** An open signature is looked at ever more seldom: the provider reports by itself, this is for reports that never come. */
const pauseOf = ({ state, attempts }: AgreementRow): number =>
  (state === 'open' ? Math.min(3600, 30 * 2 ** Math.min(attempts, 7)) : Math.min(longestPauseSeconds, backoffSeconds(Math.max(1, attempts))))

/**
 * Takes an agreement as far as it goes now: from the hold to the document, to the request, up to the state `until`. Every step is written down before
 * the next one, and repeating one is harmless, so it may end anywhere and be taken up by the worker. Null while somebody else is at it.
 */
export async function advanceAgreement(services: AgreementServices, tenant: Tenant, named: { readonly tenant_id: string; readonly id: string }, until: AgreementRow['state'] = 'signed'): Promise<Advanced | null> {
  const { database } = services
  const taken = await database.withTenant(tenant.id, (transaction) => takeAgreement(transaction, named))
  if (!taken) return null
  let row = taken
  let redirectUrl: string | null = null
  try {
    for (let step = row.state === until ? undefined : steps[row.state]; step; step = row.state === until ? undefined : steps[row.state]) {
      const found = await step(services, tenant, row)
      if (found.kind === 'waits') {
        redirectUrl = found.url ?? null
        break
      }
      row = found.row
    }
  } finally {
    await database.withTenant(tenant.id, (transaction) => releaseAgreement(transaction, row, pauseOf(row)))
  }
  return { row, redirectUrl }
}
