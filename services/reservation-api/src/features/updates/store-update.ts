import { sql, type Transaction } from 'kysely'
import { decimalOf } from '../../pricing/decimal.ts'
import type { Tables } from '../../tables.ts'
import { appendEvent } from '../fleet/event-store.ts'
import type { FleetEventKind } from '../fleet/fleet-tables.ts'
import type { ExtraRow } from '../reservations/reservation-store.ts'
import { reservationTotals } from '../reservations/wire-summary.ts'
import { upgradeExtraId } from '../upselling/upgraded.ts'
import type { UpdatePlan } from './plan-update.ts'

const jsonColumns = (row: ExtraRow) => ({ ...row, translations: JSON.stringify(row.translations), details: JSON.stringify(row.details) })

/** Stores what an update changes of the rental and tells the company's system. The reservation's row is locked by the caller. */
export async function storeUpdate(transaction: Transaction<Tables>, plan: UpdatePlan): Promise<void> {
  const { next: { row, extras }, upgrade, changes } = plan
  const { tenant_id: tenantId, id } = row
  const now = sql<string>`now() at time zone ${row.check_out_zone}`
  if (upgrade) {
    const lines = extras.filter((extra) => extra.extra_id === upgradeExtraId)
    await transaction.deleteFrom('extra_line')
      .where('tenant_id', '=', tenantId).where('reservation_id', '=', id).where('extra_id', '=', upgradeExtraId).execute()
    await transaction.insertInto('extra_line').values(lines.map((line) => ({ ...jsonColumns(line), accepted_at: now }))).execute()
  }
  for (const { extraId } of changes) {
    const line = extras.find((extra) => extra.extra_id === extraId)
    if (!line) throw new Error('a changed extra is a line of its reservation')
    await transaction.updateTable('extra_line')
      .where('tenant_id', '=', tenantId).where('reservation_id', '=', id).where('extra_id', '=', extraId)
      .set({ is_accepted: line.is_accepted, quantity: line.quantity, accepted_at: line.is_accepted ? now : null }).execute()
  }
  await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', id).set({
    row_version: row.row_version + 1, updated_at: sql<Date>`now()`,
    ...(upgrade && { vehicle: JSON.stringify(upgrade.vehicle) }),
  }).execute()
  await tellFleet(transaction, plan)
}

async function tellFleet(transaction: Transaction<Tables>, { next, upgrade, changes }: UpdatePlan): Promise<void> {
  const { row } = next
  const { cashier, paid, pending } = reservationTotals(next)
  const figures = { rowVersion: row.row_version + 1, total: decimalOf(cashier.preview), paid: decimalOf(paid), due: decimalOf(pending) }
  const tell = (kind: FleetEventKind, data: Readonly<Record<string, unknown>>) =>
    appendEvent(transaction, { tenantId: row.tenant_id, reservationId: row.id, reference: row.reference, kind, data })
  if (upgrade) await tell('upgrade.accepted', { ...figures, groupId: upgrade.group_id, dailyDifference: decimalOf(upgrade.daily_difference_minor) })
  const extras = changes.map(({ extraId: extraID, from, to }) => ({ extraID, from, to }))
  if (extras.length > 0) await tell('reservation.updated', { ...figures, extras })
}
