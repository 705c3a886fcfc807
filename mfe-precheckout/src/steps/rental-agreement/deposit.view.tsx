import { formatMoney, type Translate } from '@checkin/i18n'
import { decimalText } from '@checkin/rental-summary'
import { Notice } from '@checkin/ui/notice'
import { Panel } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { Tick } from '../../icons.view.tsx'
import { $agreement, figures } from './model.ts'

/** What it comes to, what is held and until when, and where the link goes (PRECHK-10, PRECHK-12, PRECHK-21). */
export function DepositView({ words }: { readonly words: Translate }) {
  const { agreement: { preview, pending, deposit, email }, currency, state } = useUnit({ agreement: $agreement, currency: figures.$currency, state: figures.$state })
  const money = (amount: number): string => formatMoney(amount, currency)
  return (
    <Panel>
      {state === 'unpriced' && <Notice kind="warn" title={words('Review.unpriced.title')}>{words('Review.unpriced.text')}</Notice>}
      <div data-part="deposit">
        <h2>{words('SecurityDepositRequired')}</h2>
        {deposit !== null && <p className="ck-offer-price"><b data-amount="deposit" data-value={decimalText(deposit, currency)}>{money(deposit)}</b></p>}
      </div>
      {preview !== null && pending !== null && (
        <p data-part="totals">{words('RentalAgreementText', { preview: money(preview), pending: money(pending) })}</p>
      )}
      <ul className="ck-list">
        <li><Tick /><span>{words('Deposit.held')}</span></li>
        <li><Tick /><span>{words('Deposit.released')}</span></li>
        {pending !== null && pending > 0 && <li><Tick /><span>{words('Deposit.pending', { pending: money(pending) })}</span></li>}
        {email !== null && <li data-part="email"><Tick /><span>{words('SigningLinkSentTo', { email })}</span></li>}
      </ul>
    </Panel>
  )
}
