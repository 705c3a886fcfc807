import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import type { WrittenDown } from '../payments/desk-orders.ts'
import { liveIntent } from '../payments/intent-store.ts'
import { isBeingCaptured } from '../payments/order-store.ts'
import type { Payments } from '../payments/payments.ts'
import { decimalOf, minorOf } from '../pricing/money.ts'
import { loadReservation, type StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { AgreementState } from './agreement-state.ts'
import { liveAgreement } from './agreement-store.ts'
import type { Tables } from './tables.ts'

/** Whose money it is about. */
interface MoneyOf {
  readonly tenant: Tenant
  readonly reference: string
  /** Called in the transaction that writes the order down. */
  readonly written?: WrittenDown
}

/** What of payments the desk works with. */
export type MoneyPayments = Pick<Payments, 'refund' | 'void' | 'capture' | 'renew'>

/** Agreements that still need their hold: the renter signs, or may sign yet, for a deposit that is there. */
const needingHold: readonly AgreementState[] = ['holding', 'held', 'made', 'open', 'withdrawing', 'refused']

/** What a rental company does with renters' money (decision 0131). The provider is asked before the answer, and afterwards by the worker until it has decided. */
export function moneyDesk({ database, payments }: { readonly database: Pick<Database<Tables>, 'withTenant'>; readonly payments: MoneyPayments }) {
  const stored = async (transaction: Transaction<Tables>, { tenant, reference }: MoneyOf): Promise<StoredReservation> => {
    const found = await loadReservation(transaction, tenant.id, { reference })
    if (!found) throw new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')
    return found
  }

  /** The reservation whose hold is to be touched; refused while an agreement needs it (409 `AgreementUnderWay`). */
  const withFreeHold = (transaction: Transaction<Tables>, of: MoneyOf): Promise<StoredReservation> => stored(transaction, of).then(async (found) => {
    const agreement = await liveAgreement(transaction, of.tenant.id, found.row.id)
    if (agreement && needingHold.includes(agreement.state)) throw new ServiceError(409, 'AgreementUnderWay', 'A rental agreement that is not signed yet needs the deposit')
    return found
  })

  return {
    refund: async (of: MoneyOf & { readonly paymentId: string; readonly amount: number | undefined }) => {
      const { row, currency } = await database.withTenant(of.tenant.id, (transaction) => stored(transaction, of))
      const amountMinor = of.amount === undefined ? null : minorOf(of.amount, currency)
      const { paymentId, state, amountMinor: refunded, currency: paidIn, code } = await payments.refund({ tenantId: of.tenant.id, reservationId: row.id, intentId: of.paymentId, amountMinor }, of.written)
      return { paymentId, state, amount: decimalOf(refunded, paidIn), currency: paidIn, code }
    },

    capture: async (of: MoneyOf & { readonly amount: number | undefined }) => {
      const { row, currency } = await database.withTenant(of.tenant.id, (transaction) => withFreeHold(transaction, of))
      const amountMinor = of.amount === undefined ? null : minorOf(of.amount, currency)
      const { paymentId, state, amountMinor: captured, currency: heldIn, code } = await payments.capture({ tenantId: of.tenant.id, reservationId: row.id, amountMinor }, of.written)
      return { paymentId, state, amount: decimalOf(captured, heldIn), currency: heldIn, code }
    },

    renew: async (of: MoneyOf & { readonly paymentId: string }) => {
      const { row } = await database.withTenant(of.tenant.id, (transaction) => stored(transaction, of))
      const { amountMinor, currency, ...renewal } = await payments.renew({ tenantId: of.tenant.id, reservationId: row.id, intentId: of.paymentId }, of.written)
      return { ...renewal, amount: decimalOf(amountMinor, currency), currency }
    },

    release: async (of: MoneyOf) => {
      const reservationId = await database.withTenant(of.tenant.id, async (transaction) => {
        const { row } = await withFreeHold(transaction, of)
        const hold = await liveIntent(transaction, { tenantId: of.tenant.id, reservationId: row.id, purpose: 'deposit' })
        if (hold && await isBeingCaptured(transaction, hold)) throw new ServiceError(409, 'CaptureUnderWay', 'The deposit is being captured')
        return row.id
      })
      const view = await payments.void({ tenantId: of.tenant.id, reservationId }, of.written)
      if (view?.state !== 'authorised' && view?.state !== 'voided') throw new ServiceError(409, 'NothingHeld', 'No deposit is held here')
      const { paymentId, amountMinor, currency } = view
      return { paymentId, amount: decimalOf(amountMinor, currency), currency, state: view.state === 'voided' ? 'released' as const : 'releasing' as const }
    },
  }
}

export type MoneyDesk = ReturnType<typeof moneyDesk>
