import { formatMoney, type Translate } from '@checkin/i18n'
import { Ledger, type LedgerLine, type LedgerTotal } from '@checkin/ui/ledger'
import type { Account, AccountLine, LineAmount } from '../../domain/account.ts'
import { decimalText } from '../../domain/money.ts'

export interface AccountViewProps {
  readonly account: Account
  readonly currency: string
  readonly busy: boolean
  readonly words: Translate
}

/** The running account: every line, what was changed and what it costs, total, paid and due (DEC-54). */
export function AccountView({ account, currency, busy, words }: AccountViewProps) {
  const amount = (value: LineAmount): string =>
    value.kind === 'amount' ? formatMoney(value.total, currency) : words(value.kind === 'prepaid' ? 'PrePaid' : 'Included')
  const text = ({ description, quantity }: Pick<AccountLine, 'description' | 'quantity'>): string => (quantity > 1 ? `${quantity} × ${description}` : description)
  const lines = account.lines.map((line): LedgerLine => ({
    id: line.id, text: text(line), amount: amount(line.amount),
    ...(line.before !== null && {
      before: line.before.quantity === 0 ? words('Account.notTaken') : `${text({ ...line, quantity: line.before.quantity })}, ${amount(line.before.amount)}`,
    }),
  }))
  const total = (kind: LedgerTotal['kind'], label: string, value: number): LedgerTotal => ({ kind, label, amount: formatMoney(value, currency), value: decimalText(value) })
  const totals = [
    total('total', words('Total'), account.total),
    ...(account.paid > 0 ? [total('paid', words('AmountPaid'), account.paid)] : []),
    total('due', words('AmountDue'), account.due),
  ]
  return (
    <Ledger
      title={words('Account.title')} beforeLabel={words('Account.before')} lines={lines} totals={totals} busy={busy}
      {...(account.change !== 0 && { change: words(account.change > 0 ? 'Account.more' : 'Account.less', { amount: formatMoney(Math.abs(account.change), currency) }) })}
    />
  )
}
