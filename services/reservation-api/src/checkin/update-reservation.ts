import type { ReservationUpdate } from '@checkin/api'
import type { Language } from '@checkin/i18n'
import { ServiceError } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { TenantSettings } from '@checkin/internal'
import { requireNoAgreement } from '../agreement/agreement-changes.ts'
import type { Session } from '../identity/session-store.ts'
import { decimalOf } from '../pricing/money.ts'
import { appendEvent } from '../reservations/event-store.ts'
import { moduleStatus } from '../reservations/module-status.ts'
import { ageNotAllowed, cannotUpdate, outOfStock } from '../reservations/offers/refusals.ts'
import { takeStock } from '../reservations/offers/stock-store.ts'
import { upgradeExtraId } from '../reservations/offers/upgrades.ts'
import type { FlowStep, Proceeding } from '../reservations/proceeding.ts'
import { isReadOnlyFor, requireSameVersion } from '../reservations/own-reservation.ts'
import { loadUpgrades, lockedReservation, storedReservation, type ExtraRow, type StoredReservation } from '../reservations/reservation-store.ts'
import type { FleetEventKind } from '../reservations/tables.ts'
import { wireFigures } from '../reservations/wire-summary.ts'
import type { Tables } from '../tables.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { CompleteReservation } from './complete-reservation.ts'
import { changesRental, isChange, planUpdate, type UpdatePlan } from './plan-update.ts'

export interface UpdateContext {
  readonly session: Session
  readonly tenant: Tenant
  readonly language: Language
  readonly completeReservation: CompleteReservation
  readonly proceeding: Proceeding
}

/** Money is due, payment is possible here and must not be left for the counter: nobody completes without it (DEC-19, DEC-20). */
function isPaymentMissing(stored: StoredReservation, settings: TenantSettings): boolean {
  const payment = moduleStatus(stored, settings).find(({ viewTag }) => viewTag === 'paymentview')
  return payment !== undefined && payment.isEnabled && !payment.skipAllowed && !payment.isCompleted
}

/** Steps of the flow that an update is made on; whatever completes asks for its payment by itself. */
const stepsOf = ({ upgrade, changes }: UpdatePlan): readonly FlowStep[] => [...(upgrade ? ['upview' as const] : []), ...(changes.length > 0 ? ['exview' as const] : [])]

/**
 * API-15. Stores the choice of a renter as far as the rules allow it, all or nothing, and answers the reservation with its new figures. An
 * update that asks for what already stands changes nothing and is never refused for its age, so that one may be sent again. What is missing
 * before the renter may do so is refused by the rules about proceeding (DEC-95).
 */
export async function updateReservation(transaction: Transaction<Tables>, update: ReservationUpdate, context: UpdateContext): Promise<StoredReservation> {
  const { session, tenant, tenant: { settings }, language, proceeding } = context
  // Updates of two tabs come after each other.
  const stored = await lockedReservation(transaction, session)
  if (!stored || stored.row.number !== update.reservation.reservation) throw cannotUpdate(language)
  const { row } = stored
  if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')

  const plan = planUpdate(stored, await loadUpgrades(transaction, session.tenantId, row.id), update)
  // Nothing need change for the agreement to lack something, and whoever signs at the counter proceeds as well (S3.53).
  if (update.forAgreement) await proceeding.require(transaction, { tenant, stored, act: 'proceed' })
  const isRepetition = plan.kind === 'planned' && !isChange(plan)
  // What is agreed has to have been seen: for the agreement even an update that changes nothing names the version that was decided on (DEC-127).
  if (update.forAgreement && isRepetition) requireSameVersion(row, update.rowVersion)
  if (isRepetition && row.is_completed) return stored
  if (plan.kind === 'planned' && changesRental(plan)) await requireNoAgreement(transaction, session.tenantId, row.id)
  await proceeding.require(transaction, { tenant, stored, act: 'change', steps: plan.kind === 'planned' ? stepsOf(plan) : [] })
  if (isRepetition) return stored
  requireSameVersion(row, update.rowVersion)
  if (isReadOnlyFor(row, session.id)) {
    throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed; this session may only read')
  }
  if (plan.kind === 'refused') throw plan.code === 'AgeNotAllowed' ? ageNotAllowed(plan.data) : cannotUpdate(language, plan.data)
  if (plan.completes) await proceeding.require(transaction, { tenant, stored: plan.next, act: 'complete' })
  if (plan.completes && isPaymentMissing(plan.next, settings)) throw cannotUpdate(language, { missing: 'payment' })

  const units = new Map(plan.changes.map(({ extraId, from, to }) => [extraId, to - from]))
  const outOfStockId = await takeStock(transaction, { tenantId: session.tenantId, place: row.check_out_place }, units)
  if (outOfStockId !== null) throw outOfStock(language, outOfStockId)
  if (changesRental(plan)) await storeUpdate(transaction, plan)
  if (plan.completes) await context.completeReservation(transaction, tenant, row.id, { sessionId: session.id, language })
  return storedReservation(transaction, session.tenantId, row.id)
}

const jsonColumns = (row: ExtraRow) => ({ ...row, translations: JSON.stringify(row.translations), details: JSON.stringify(row.details) })

/** Stores what an update changes of the rental and appends the company's events. The reservation's row is locked by the caller. */
export async function storeUpdate(transaction: Transaction<Tables>, plan: UpdatePlan): Promise<void> {
  const { next: { row, extras }, upgrade, withdrawnUpgrade, changes } = plan
  const { tenant_id: tenantId, id } = row
  const now = sql<string>`now() at time zone ${row.check_out_zone}`
  if (upgrade || withdrawnUpgrade) {
    await transaction.deleteFrom('extra_line')
      .where('tenant_id', '=', tenantId).where('reservation_id', '=', id).where('extra_id', '=', upgradeExtraId).execute()
  }
  if (upgrade) {
    const lines = extras.filter((extra) => extra.extra_id === upgradeExtraId)
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
    ...(upgrade && { vehicle: JSON.stringify(row.vehicle), vehicle_before: sql<string | null>`vehicle` }),
    ...(withdrawnUpgrade && { vehicle: JSON.stringify(row.vehicle), vehicle_before: null }),
  }).execute()
  await publishUpdate(transaction, plan)
}

async function publishUpdate(transaction: Transaction<Tables>, { next, upgrade, withdrawnUpgrade, changes, refunds: back }: UpdatePlan): Promise<void> {
  const { row } = next
  const refunds = back.map(({ paymentId, amountMinor }) => ({ paymentId, amount: decimalOf(amountMinor, next.currency) }))
  const figures = { rowVersion: row.row_version + 1, ...wireFigures(next), ...(refunds.length > 0 && { refunds }) }
  const append = (kind: FleetEventKind, data: Readonly<Record<string, unknown>>) =>
    appendEvent(transaction, { tenantId: row.tenant_id, reservationId: row.id, reference: row.reference, kind, data })
  if (upgrade) await append('upgrade.accepted', { ...figures, groupId: upgrade.group_id, dailyDifference: decimalOf(upgrade.daily_difference_minor, next.currency) })
  if (withdrawnUpgrade) await append('upgrade.withdrawn', { ...figures, groupId: row.vehicle.groupId, withdrawnGroupId: withdrawnUpgrade.groupId })
  const extras = changes.map(({ extraId: extraID, from, to }) => ({ extraID, from, to }))
  if (extras.length > 0) await append('reservation.updated', { ...figures, extras })
}
