import { formatMoney, type Translate } from '@checkin/i18n'
import { Ledger, type LedgerLine, type LedgerTotal } from '@checkin/ui/ledger'
import type { LineAmount, Review } from '../../domain/review.ts'

export interface AccountViewProps {
  readonly review: Review
  readonly currency: string
  readonly busy: boolean
  readonly words: Translate
}

/** Every line, what was changed in this session, total, paid and due (PAY-01, PAY-02). */
export function AccountView({ review: { lines, totals }, currency, busy, words }: AccountViewProps) {
  const amount = (value: LineAmount): string =>
    (value.kind === 'amount' ? formatMoney(value.total, currency) : words(value.kind === 'prepaid' ? 'PrePaid' : 'Review.included'))
  const total = (kind: LedgerTotal['kind'], label: string, value: number): LedgerTotal => ({ kind, label, amount: formatMoney(value, currency), value: value.toFixed(2) })
  return (
    <Ledger
      title={words('Review.account')} beforeLabel={words('Review.before')} busy={busy}
      lines={lines.map(({ id, description, quantity, amount: value, before }): LedgerLine => ({
        id, text: quantity > 1 ? `${quantity} × ${description}` : description, amount: amount(value), ...(before !== null && { before }),
      }))}
      totals={totals === null ? [] : [
        total('total', words('Total'), totals.total),
        ...(totals.paid > 0 ? [total('paid', words('AmountPaid'), totals.paid)] : []),
        total('due', words('AmountDue'), totals.due),
      ]}
    />
  )
}
