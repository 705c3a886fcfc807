import type { ReservationUpdate } from '@checkin/api'
import { ServiceError } from '@checkin/server'
import type { Language } from '@checkin/i18n'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { requireNoAgreement } from '../agreement/agreement-and-changes.ts'
import type { CompleteReservation } from '../completion/complete-reservation.ts'
import { takeStock } from '../extras/stock-store.ts'
import type { Session } from '../identity/session-store.ts'
import { ageNotAllowed, cannotUpdate, outOfStock } from '../offers/refusals.ts'
import type { FlowStep } from '../proceeding/policy.ts'
import type { Proceeding } from '../proceeding/proceeding.ts'
import { moduleStatus } from '../reservations/module-status.ts'
import { isReadOnlyFor } from '../reservations/read-only.ts'
import { loadReservation, loadUpgrades, type StoredReservation } from '../reservations/reservation-store.ts'
import type { TenantSettings } from '../tenants/tenant-settings.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { changesRental, isChange, planUpdate, type UpdatePlan } from './plan-update.ts'
import { storeUpdate } from './store-update.ts'

export interface UpdateContext {
  readonly session: Session
  readonly tenant: Tenant
  readonly language: Language
  readonly completeReservation: CompleteReservation
  readonly proceeding: Proceeding
}

/** Takes the reservation's row until the end, so that updates of two tabs come after each other. */
async function lockReservation(transaction: Transaction<Tables>, { tenantId, reservationId }: Session): Promise<StoredReservation | null> {
  await transaction.selectFrom('reservation').where('tenant_id', '=', tenantId).where('id', '=', reservationId).select('id').forUpdate().execute()
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  return stored?.row.erased_at ? null : stored
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
  const stored = await lockReservation(transaction, session)
  if (!stored || stored.row.number !== update.reservation.reservation) throw cannotUpdate(language)
  const { row } = stored
  if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')

  const plan = planUpdate(stored, await loadUpgrades(transaction, session.tenantId, row.id), update)
  const isRepetition = plan.kind === 'planned' && !isChange(plan)
  if (isRepetition && row.is_completed) return stored
  if (plan.kind === 'planned' && changesRental(plan)) await requireNoAgreement(transaction, session.tenantId, row.id)
  await proceeding.require(transaction, { tenant, stored, act: 'change', steps: plan.kind === 'planned' ? stepsOf(plan) : [] })
  if (isRepetition) return stored
  if (update.rowVersion !== undefined && update.rowVersion !== row.row_version) {
    throw new ServiceError(409, 'VersionConflict', 'The reservation was changed in the meantime', { data: { rowVersion: row.row_version } })
  }
  if (isReadOnlyFor(row, session.id)) {
    throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed; this session may only read')
  }
  if (plan.kind === 'refused') throw plan.code === 'AgeNotAllowed' ? ageNotAllowed(plan.data) : cannotUpdate(language, plan.data)
  if (plan.completes) await proceeding.require(transaction, { tenant, stored: plan.next, act: 'complete' })
  if (plan.completes && isPaymentMissing(plan.next, settings)) throw cannotUpdate(language, { missing: 'payment' })

  const units = new Map(plan.changes.map(({ extraId, from, to }) => [extraId, to - from]))
  const lacking = await takeStock(transaction, { tenantId: session.tenantId, place: row.check_out_place }, units)
  if (lacking !== null) throw outOfStock(language, lacking)
  if (changesRental(plan)) await storeUpdate(transaction, plan)
  if (plan.completes) await context.completeReservation(transaction, tenant, row.id, { sessionId: session.id, language })
  const after = await loadReservation(transaction, session.tenantId, { id: row.id })
  if (!after) throw new Error('a stored reservation is there')
  return after
}
