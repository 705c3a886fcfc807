import { formatMoney, type Translate } from '@checkin/i18n'
import { Ledger, type LedgerTotal } from '@checkin/ui/ledger'
import type { LedgerLine, LineAmount, RentalLedger } from './ledger.ts'
import { decimalText } from './money.ts'

/** Message keys of the module for the ledger. */
export interface LedgerMessages {
  readonly title: string
  readonly before: string
  /** The tag of a line that is new; nothing stood there, so nothing is struck through. */
  readonly added: string
  readonly included: string
  /** What the changes cost together, `amount`; left out where nobody asks. */
  readonly change?: { readonly more: string; readonly less: string }
}

const reviewMessages: LedgerMessages = { title: 'Review.account', before: 'Review.before', added: 'Review.new', included: 'Review.included' }

/** Names the line of the discount; no extra has this id. */
export const discountLine = 'cashier.discount'

export interface LedgerViewProps {
  /** Null as long as there are no figures. */
  readonly ledger: RentalLedger | null
  readonly currency: string
  /** New figures are on their way. */
  readonly busy: boolean
  readonly words: Translate
  readonly messages?: LedgerMessages
}

/** Every line with its price, what changed and what stood there, the discount that makes them the total, total, paid and due (PAY-01, PAY-02, DEC-54). */
export function LedgerView({ ledger, currency, busy, words, messages = reviewMessages }: LedgerViewProps) {
  const amount = (value: LineAmount): string => (value.kind === 'amount' ? formatMoney(value.total, currency) : words(value.kind === 'prepaid' ? 'PrePaid' : messages.included))
  const text = ({ description }: LedgerLine, quantity: number): string => (quantity > 1 ? `${quantity} × ${description}` : description)
  const former = (line: LedgerLine): { readonly before?: string } | { readonly added: string } => {
    if (line.before === null) return {}
    if ('text' in line.before) return { before: line.before.text }
    return line.before.quantity === 0 ? { added: words(messages.added) } : { before: `${text(line, line.before.quantity)}, ${amount(line.before.amount)}` }
  }
  const total = (kind: LedgerTotal['kind'], label: string, value: number): LedgerTotal => ({ kind, label, amount: formatMoney(value, currency), value: decimalText(value, currency) })
  return (
    <Ledger
      title={words(messages.title)} beforeLabel={words(messages.before)} busy={busy}
      lines={ledger === null ? [] : [
        ...ledger.lines.map((line) => ({ id: line.id, text: text(line, line.quantity), amount: amount(line.amount), ...former(line) })),
        ...(ledger.discount > 0 ? [{ id: discountLine, text: words('Discount'), amount: formatMoney(-ledger.discount, currency) }] : []),
      ]}
      totals={ledger === null ? [] : [
        total('total', words('Total'), ledger.total),
        ...(ledger.paid > 0 ? [total('paid', words('AmountPaid'), ledger.paid)] : []),
        total('due', words('AmountDue'), ledger.due),
      ]}
      {...(messages.change && ledger && ledger.change !== 0 && {
        change: words(ledger.change > 0 ? messages.change.more : messages.change.less, { amount: formatMoney(Math.abs(ledger.change), currency) }),
      })}
    />
  )
}
