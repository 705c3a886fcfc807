import { formatMoney, useWords } from '@checkin/i18n'
import { LedgerView } from '@checkin/rental-summary/ledger'
import { Button } from '@checkin/ui/button'
import { LedgerBar, LedgerSheet, useLedgerSheet } from '@checkin/ui/ledger'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { ExtraSections } from './extra-card.view.tsx'
import { $ledger, $busyExtra, $figures, $isBusy, $sections, $stage, continueWithoutPressed, pressed, submitPressed } from './model.ts'

/** The words of the account beside the cards. */
export const ledgerMessages = { title: 'Account.title', before: 'Account.before', added: 'Account.notTaken', included: 'Included', change: { more: 'Account.more', less: 'Account.less' } } as const

/** Three rows of cards beside the ledger that they change (OFFERS-12 to OFFERS-21). */
export function ExtrasView() {
  const words = useWords('mfe-offers')
  const { stage, sections, ledger, figures, busy, busyExtra } = useUnit({
    stage: $stage, sections: $sections, ledger: $ledger, figures: $figures, busy: $isBusy, busyExtra: $busyExtra,
  })
  const { press, submit, without } = useUnit({ press: pressed, submit: submitPressed, without: continueWithoutPressed })
  const sheet = useLedgerSheet()
  if (stage === 'waiting') return null
  return (
    <StepBody>
      <StepHeading eyebrow={words('Extras')} title={words('Extras.title')} lead={words('Extras.lead')} />
      {ledger === null
        ? <Notice kind="warn" title={words('Unpriced.title')}>{words('Extras.unpriced')}</Notice>
        : (
          <div className="ck-with-ledger">
            <div>
              <ExtraSections sections={sections} figures={figures} busyExtra={busyExtra} words={words} onPress={(extraID, kind) => { press({ extraID, press: kind }) }} />
            </div>
            <LedgerSheet id={sheet.id} isOpen={sheet.isOpen}><LedgerView ledger={ledger} currency={figures.currency} busy={busy} words={words} messages={ledgerMessages} /></LedgerSheet>
          </div>
        )}
      <Actions equal>
        {ledger !== null && <Button kind="ghost" action="Submit" busy={busy} onClick={() => submit()}>{words('Submit')}</Button>}
        <Button kind="ghost" action="ContinueWithoutExtras" disabled={busy} onClick={() => without()}>{words('ContinueWithoutExtras')}</Button>
        {ledger !== null && <LedgerBar sheet={sheet} label={words('Total')} amount={formatMoney(ledger.total, figures.currency)} showLabel={words('Account.show')} hideLabel={words('Account.hide')} />}
      </Actions>
    </StepBody>
  )
}
