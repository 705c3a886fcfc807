import { formatMoney, useWords } from '@checkin/i18n'
import { LedgerView } from '@checkin/rental-summary/ledger'
import { Button } from '@checkin/ui/button'
import { LedgerBar, LedgerSheet, useLedgerSheet } from '@checkin/ui/ledger'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import type { ReactNode } from 'react'
import { ExtraSections } from './extra-card.view.tsx'
import { $ledger, $busyExtras, $figures, $isBusy, $sections, $stage, continueWithoutPressed, pressed, submitPressed } from './model.ts'

/** The words of the account beside the cards. */
const ledgerMessages = { title: 'Account.title', before: 'Account.before', added: 'Account.new', included: 'Included', change: { more: 'Account.more', less: 'Account.less' } } as const

interface ExtrasPageProps {
  /** Keys of what stands above the cards, and of what is said where there are no prices. */
  readonly messages: { readonly eyebrow: string; readonly title: string; readonly lead: string; readonly unpriced: string }
  /** Whether there are extras to go on without. */
  readonly hasExtras?: boolean
  /** Other offers, above the extras. */
  readonly children?: ReactNode
}

/** Extras, and what else is offered with them, beside the one account that all of it changes; the same on the step and on the page with all offers. */
export function ExtrasPage({ messages, hasExtras = true, children }: ExtrasPageProps) {
  const words = useWords('mfe-offers')
  const { stage, sections, ledger, figures, busy, busyExtras } = useUnit({
    stage: $stage, sections: $sections, ledger: $ledger, figures: $figures, busy: $isBusy, busyExtras: $busyExtras,
  })
  const { press, submit, without } = useUnit({ press: pressed, submit: submitPressed, without: continueWithoutPressed })
  const sheet = useLedgerSheet()
  if (stage === 'waiting') return null
  return (
    <StepBody>
      <StepHeading eyebrow={words(messages.eyebrow)} title={words(messages.title)} lead={words(messages.lead)} />
      {ledger === null
        ? <Notice kind="warn" title={words('Unpriced.title')}>{words(messages.unpriced)}</Notice>
        : (
          <div className="ck-with-ledger">
            <div>
              {children}
              <ExtraSections sections={sections} figures={figures} busyExtras={busyExtras} words={words} onPress={(extraID, kind) => { press({ extraID, press: kind }) }} />
            </div>
            <LedgerSheet id={sheet.id} isOpen={sheet.isOpen}><LedgerView ledger={ledger} currency={figures.currency} busy={busy} words={words} messages={ledgerMessages} /></LedgerSheet>
          </div>
        )}
      <Actions>
        {ledger !== null && <Button action="Submit" busy={busy} deferred onClick={() => submit()}>{words('Extras.continue', { amount: formatMoney(ledger.total, figures.currency) })}</Button>}
        {(ledger === null || hasExtras) && <Button kind={ledger === null ? 'primary' : 'plain'} action="ContinueWithoutExtras" disabled={busy} deferred onClick={() => without()}>{words('ContinueWithoutExtras')}</Button>}
        {ledger !== null && <LedgerBar sheet={sheet} label={words('Total')} amount={formatMoney(ledger.total, figures.currency)} showLabel={words('Account.show')} hideLabel={words('Account.hide')} />}
      </Actions>
    </StepBody>
  )
}

const messages = { eyebrow: 'Extras', title: 'Extras.title', lead: 'Extras.lead', unpriced: 'Extras.unpriced' } as const

/** Three rows of cards beside the ledger that they change (OFFERS-12 to OFFERS-21). */
export const ExtrasView = () => <ExtrasPage messages={messages} />
