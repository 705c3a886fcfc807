import type { Extra, ExtrasSummary } from '@checkin/api'
import { isOvertaken, quantityWith, storedQuantity, type ExtraChange, type OfferChoices } from './changes.ts'
import { shownDue, sumOf } from './money.ts'

/** What a line comes to. Amounts are decimals with VAT, as the server gave them. */
export type LineAmount = { readonly kind: 'prepaid' | 'included' } | { readonly kind: 'amount'; readonly total: number }

/** What stood there before the change; quantity 0 of a line that is new. A sentence where the publisher knows no data. */
export type LineBefore = { readonly quantity: number; readonly amount: LineAmount } | { readonly text: string }

/** One line of the rental; `before` is set when it was changed in this session (PAY-02). */
export interface LedgerLine {
  readonly id: string
  readonly description: string
  readonly quantity: number
  readonly amount: LineAmount
  readonly before: LineBefore | null
}

/**
 * What the rental comes to (DEC-54): lines - discount = total, total - paid = due, and due is never shown below zero; `change` is what the total
 * differs from the stored one by.
 */
export interface RentalLedger {
  readonly lines: readonly LedgerLine[]
  /** Taken off the lines, which are shown before it; 0 for none. */
  readonly discount: number
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly change: number
}

/** Units above those that came included are charged (DEC-97); where no quantity is chosen there are none. */
const isPartOfThePrice = ({ isIncluded, isAcceptQuantity, includedQuantity }: Extra, quantity: number): boolean =>
  isIncluded && (!isAcceptQuantity || quantity <= (includedQuantity ?? quantity))

function amountOf(extra: Extra, quantity: number, total: number): LineAmount {
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  return isPartOfThePrice(extra, quantity) ? { kind: 'included' } : { kind: 'amount', total }
}

/** As `isPeriod` of @checkin/api/period-type, which a module may not bundle and an older shell does not provide (DEC-73). */
const isUpgrade = ({ ratePeriodType }: Extra): boolean => ratePeriodType.toLowerCase().replace(/[^a-z]/g, '') === 'daysupselling'

const added: LineBefore = { quantity: 0, amount: { kind: 'amount', total: 0 } }

/** An older publisher's text of none ("0 × …") says that the line is new. */
function beforeOf({ before, textBefore }: ExtraChange, extra: Extra): LineBefore {
  if (before === undefined) return textBefore.startsWith('0 ×') ? added : { text: textBefore }
  return { quantity: before.quantity, amount: amountOf(extra, before.quantity, before.total) }
}

/**
 * The lines that count or changed, in the server's order (DEC-79), and the totals; every figure is the server's (DEC-23). `stored` is the
 * reservation as loaded, `priced` the answer to the choices that are not sent yet. What came into the reservation meanwhile, for example an
 * upgrade that another tab took, is in `priced` only: without its line the lines would not add up.
 */
export function ledgerOf(stored: ExtrasSummary, priced: ExtrasSummary | null, { extras: changes, hasClickedUpgrade }: OfferChoices): RentalLedger {
  const figures = priced ?? stored
  const unpriced = stored.extras.filter(({ extraID }) => !figures.extras.some((extra) => extra.extraID === extraID))
  const lines = [...figures.extras, ...unpriced].flatMap((now): LedgerLine[] => {
    const extra = stored.extras.find(({ extraID }) => extraID === now.extraID) ?? now
    const change = changes.find((each) => each.extraID === now.extraID && !isOvertaken(extra, each))
    const quantity = quantityWith(extra, change)
    if (quantity === 0 && storedQuantity(extra) === 0) return []
    const isChosenUpgrade = hasClickedUpgrade && isUpgrade(extra)
    return [{
      id: now.extraID, description: now.description, quantity, amount: amountOf(now, quantity, quantity === 0 ? 0 : now.totalValue),
      before: change ? beforeOf(change, extra) : isChosenUpgrade ? added : null,
    }]
  })
  const { previewValue, paidValues, pendingValues, discountValue: discount } = figures.cashier
  return { lines, discount, total: previewValue, paid: paidValues, due: shownDue(pendingValues), change: sumOf(previewValue, -stored.cashier.previewValue) }
}

/** Name of the vehicle before an upgrade of this session; null without one (PAY-02). */
export const formerVehicle = ({ hasClickedUpgrade, vehicleBefore }: OfferChoices): string | null => (hasClickedUpgrade ? vehicleBefore ?? null : null)
