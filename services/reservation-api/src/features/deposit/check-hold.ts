import type { AgreementServices } from '../agreement/agreement-services.ts'
import type { Step } from '../agreement/advance-agreement.ts'
import { moveAgreement, type AgreementRow } from '../agreement/agreement-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { holdOf } from './hold-of.ts'

/** Longer than a call takes to begin a hold. One that begins it later still is found again, or given back (`leaveForgottenHolds`). */
const beginsWithinMs = 20_000

/** How the deposit stands: goes on when it is held, makes room for another card when it never will be. A deposit of nothing is held at once. */
export async function checkHold({ database, payments }: AgreementServices, { id: tenantId }: Tenant, row: AgreementRow): Promise<Step> {
  const move = async (event: 'held' | 'declined', changes = {}): Promise<Step> => {
    const moved = await database.withTenant(tenantId, (transaction) => moveAgreement(transaction, row, event, changes))
    return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
  }
  if (row.deposit_minor + row.due_minor === 0) return move('held', { held_minor: 0 })
  const keep = async (heldMinor: number, captureBefore: Date | null): Promise<Step> => {
    const moved = await database.withTenant(tenantId, async (transaction) => {
      // A hold that an earlier agreement left behind serves this one.
      await payments.keepHold(transaction, { tenantId, reservationId: row.reservation_id })
      return moveAgreement(transaction, row, 'held', { held_minor: heldMinor, capture_before: captureBefore })
    })
    return moved ? { kind: 'moved', row: moved } : { kind: 'waits' }
  }
  const of = { tenantId, reservationId: row.reservation_id, purpose: 'deposit' } as const
  const view = await payments.refresh(of)
  const hold = holdOf(view)
  switch (hold.kind) {
    case 'held': return keep(hold.heldMinor, hold.captureBefore)
    case 'checking': return { kind: 'waits' }
    case 'redirect': return { kind: 'waits', url: hold.url }
    case 'none': return view === null && Date.now() - row.created_at.getTime() < beginsWithinMs ? { kind: 'waits' } : move('declined')
  }
}
