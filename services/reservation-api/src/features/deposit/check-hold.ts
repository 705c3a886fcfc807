import type { AgreementServices } from '../agreement/agreement-services.ts'
import type { Step } from '../agreement/advance-agreement.ts'
import { moveAgreement, type AgreementRow } from '../agreement/agreement-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { holdOf, type Hold } from './hold-of.ts'

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
  // A hold of another sum, that an earlier agreement left behind, does not serve this one: whoever proceeds replaces it.
  const hold: Hold = view?.state === 'authorised' && view.amountMinor !== row.deposit_minor + row.due_minor ? { kind: 'none' } : holdOf(view)
  switch (hold.kind) {
    case 'held': return keep(hold.heldMinor, hold.captureBefore)
    case 'checking': return { kind: 'waits' }
    case 'redirect': return { kind: 'waits', url: hold.url }
    case 'none': return !await isBegun(database, row) && Date.now() - row.created_at.getTime() < beginsWithinMs ? { kind: 'waits' } : move('declined')
  }
}

/** Whether a hold was begun for this very agreement, however it ended: earlier ones say nothing about it. */
const isBegun = ({ withTenant }: AgreementServices['database'], { tenant_id: tenantId, reservation_id: reservationId, created_at: since }: AgreementRow): Promise<boolean> =>
  withTenant(tenantId, async (transaction) => await transaction.selectFrom('payment_intent').select('id').where('tenant_id', '=', tenantId)
    .where('reservation_id', '=', reservationId).where('purpose', '=', 'deposit').where('created_at', '>=', since).limit(1).executeTakeFirst() !== undefined)
