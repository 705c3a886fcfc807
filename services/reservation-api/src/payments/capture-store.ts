import type { Selectable, Transaction } from 'kysely'
import type { IntentRow } from './intent-store.ts'
import type { Tables } from './tables.ts'

export type CaptureRow = Selectable<Tables['capture_order']>

/** What the company ordered to be taken of a hold; null when nothing was. */
export const captureOrderOf = async (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: Pick<IntentRow, 'tenant_id' | 'id'>): Promise<CaptureRow | null> =>
  await transaction.selectFrom('capture_order').selectAll().where('tenant_id', '=', tenantId).where('intent_id', '=', id).executeTakeFirst() ?? null

/** Whether a hold is being captured: then nobody releases or renews it. */
export const isBeingCaptured = async (transaction: Transaction<Tables>, hold: Pick<IntentRow, 'tenant_id' | 'id'>): Promise<boolean> =>
  (await captureOrderOf(transaction, hold))?.state === 'ordered'
