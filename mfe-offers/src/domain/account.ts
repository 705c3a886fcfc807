import type { Extra, ExtrasSummary } from '@checkin/api'
import { loadedQuantity, quantityWith, type ExtraChange } from './extra-choice.ts'
import { shownDue, sumOf } from './money.ts'

/** What a line comes to, as it is told. */
export type LineAmount = { readonly kind: 'prepaid' | 'included' } | { readonly kind: 'amount'; readonly total: number }

/** One line of the account; `before` is set when the renter changed it in this visit. */
export interface AccountLine {
  readonly id: string
  readonly description: string
  readonly quantity: number
  readonly amount: LineAmount
  readonly before: { readonly quantity: number; readonly amount: LineAmount } | null
}

/** The rental's account with the server's latest figures; `change` is what they differ from the loaded total by. */
export interface Account {
  readonly lines: readonly AccountLine[]
  readonly total: number
  readonly paid: number
  readonly due: number
  readonly change: number
}

/** Units above those that came included are charged (DEC-97). */
const isPartOfThePrice = ({ isIncluded, quantity, includedQuantity = quantity }: Extra): boolean => isIncluded && quantity <= includedQuantity

const amountOf = (extra: Extra, quantity: number): LineAmount => {
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  return isPartOfThePrice(extra) ? { kind: 'included' } : { kind: 'amount', total: quantity === 0 ? 0 : extra.totalValue }
}

/**
 * Lines that count or changed, in the server's order (DEC-79), and the totals; every figure is the server's. What came into the
 * reservation meanwhile, for example an upgrade that another tab took, is in the server's answer only: without its line the
 * account would not add up.
 */
export function accountOf(loaded: ExtrasSummary, priced: ExtrasSummary | null, changes: readonly ExtraChange[]): Account {
  const figures = priced ?? loaded
  const others = loaded.extras.filter(({ extraID }) => !figures.extras.some((extra) => extra.extraID === extraID))
  const lines = [...figures.extras, ...others].flatMap((now): AccountLine[] => {
    const extra = loaded.extras.find(({ extraID }) => extraID === now.extraID)
    const change = changes.find(({ extraID }) => extraID === now.extraID)
    const before = extra === undefined ? loadedQuantity(now) : loadedQuantity(extra)
    if (change === undefined && before === 0) return []
    const quantity = quantityWith(extra ?? now, change)
    return [{
      id: now.extraID, description: now.description, quantity, amount: amountOf(now, quantity),
      before: change === undefined ? null : { quantity: before, amount: amountOf(extra ?? now, before) },
    }]
  })
  const { previewValue, paidValues, pendingValues } = figures.cashier
  return { lines, total: previewValue, paid: paidValues, due: shownDue(pendingValues), change: sumOf(previewValue, -loaded.cashier.previewValue) }
}
