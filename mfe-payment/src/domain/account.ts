import type { Extra, ExtrasSummary } from '@checkin/api'
import { chosenQuantity, openChanges, storedQuantity, type OfferDraft } from './changes.ts'
import { shownDue } from './money.ts'

/** What a line comes to, as it is told. Amounts are decimals with VAT, as the server gave them. */
export type LineAmount = { readonly kind: 'prepaid' | 'included' } | { readonly kind: 'amount'; readonly total: number }

/** What stood there before this session: a text, or that the line is new. */
export type LineBefore = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'new' }

/** One line of the review; `before` is set when it was changed in this session (PAY-02). */
export interface AccountLine {
  readonly id: string
  readonly description: string
  readonly quantity: number
  readonly amount: LineAmount
  readonly before: LineBefore | null
}

/** What the rental comes to (DEC-54): total - paid = due, and due is never shown below zero. */
export interface Account {
  readonly lines: readonly AccountLine[]
  readonly total: number
  readonly paid: number
  readonly due: number
}

const typeOf = ({ ratePeriodType }: Extra): string => ratePeriodType.toLowerCase().replace(/[^a-z]/g, '')
const rank = (extra: Extra): number => ({ days: 0, daysupselling: 0, kms: 1 })[typeOf(extra)] ?? 2

/** DEC-79: days, then kilometres, then the others by the company's order and name. */
const inOrder = (one: Extra, other: Extra): number =>
  rank(one) - rank(other) || one.orderToShow - other.orderToShow || one.description.localeCompare(other.description)

/** Units above those that came included are charged (DEC-97). */
const isPartOfThePrice = ({ isIncluded, quantity, includedQuantity = quantity }: Extra): boolean => isIncluded && quantity <= includedQuantity

const amountOf = (extra: Extra, quantity: number): LineAmount => {
  if (extra.isInvoiceVoucher) return { kind: 'prepaid' }
  return isPartOfThePrice(extra) ? { kind: 'included' } : { kind: 'amount', total: quantity === 0 ? 0 : extra.totalValue }
}

/** A text of none ("0 × …") says that the line is new. */
const beforeOf = (text: string): LineBefore => (text.startsWith('0 ×') ? { kind: 'new' } : { kind: 'text', text })

/**
 * The lines that count or changed, and the totals. `stored` is the reservation as the server has it, `priced` its answer to the choices that
 * are not sent yet; every figure is the server's (DEC-23).
 */
export function accountOf(stored: ExtrasSummary, priced: ExtrasSummary | null, draft: OfferDraft): Account {
  const figures = priced ?? stored
  const open = openChanges(stored.extras, draft)
  const lines = [...stored.extras].sort(inOrder).flatMap((extra): AccountLine[] => {
    const { extraID: id, description } = extra
    const change = open.find(({ extraID }) => extraID === id)
    const told = draft.extras.find(({ extraID }) => extraID === id)
    const quantity = change ? chosenQuantity(extra, change) : storedQuantity(extra)
    if (quantity === 0 && change === undefined) return []
    const now = figures.extras.find(({ extraID }) => extraID === id) ?? extra
    const upgraded = draft.hasClickedUpgrade && typeOf(extra) === 'daysupselling'
    return [{ id, description, quantity, amount: amountOf(now, quantity), before: told ? beforeOf(told.textBefore) : upgraded ? { kind: 'new' } : null }]
  })
  const { previewValue, paidValues, pendingValues } = figures.cashier
  return { lines, total: previewValue, paid: paidValues, due: shownDue(pendingValues) }
}
