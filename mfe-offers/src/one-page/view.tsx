import { formatMoney, useWords } from '@checkin/i18n'
import { LedgerView } from '@checkin/rental-summary/ledger'
import { Button } from '@checkin/ui/button'
import { LedgerBar, LedgerSheet, useLedgerSheet } from '@checkin/ui/ledger'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { ExtraSections } from '../steps/extras/extra-card.view.tsx'
import { $busyExtra, $figures, $isBusy, $ledger, $sections, $stage, continueWithoutPressed, pressed, submitPressed } from '../steps/extras/model.ts'
import { ExtrasView, ledgerMessages } from '../steps/extras/view.tsx'
import { $hasExtras, $isOnePage } from './model.ts'
import { DriverSection, UpgradeSection } from './sections.view.tsx'

/** `/extras`: the extras of the steps, or the page with all offers (DEC-107). */
export function OffersView() {
  return useUnit($isOnePage) ? <OnePageView /> : <ExtrasView />
}

/** Another driver, a higher group and the extras below each other, beside one account that they all change (DEC-107). */
function OnePageView() {
  const words = useWords('mfe-offers')
  const { stage, sections, ledger, figures, busy, busyExtra, hasExtras } = useUnit({
    stage: $stage, sections: $sections, ledger: $ledger, figures: $figures, busy: $isBusy, busyExtra: $busyExtra, hasExtras: $hasExtras,
  })
  const { press, submit, without } = useUnit({ press: pressed, submit: submitPressed, without: continueWithoutPressed })
  const sheet = useLedgerSheet()
  if (stage === 'waiting') return null
  return (
    <StepBody>
      <StepHeading eyebrow={words('Page.eyebrow')} title={words('Page.title')} lead={words('Page.lead')} />
      {ledger === null
        ? <Notice kind="warn" title={words('Unpriced.title')}>{words('Page.unpriced')}</Notice>
        : (
          <div className="ck-with-ledger">
            <div>
              <DriverSection words={words} />
              <UpgradeSection words={words} />
              <ExtraSections sections={sections} figures={figures} busyExtra={busyExtra} words={words} onPress={(extraID, kind) => { press({ extraID, press: kind }) }} />
            </div>
            <LedgerSheet id={sheet.id} isOpen={sheet.isOpen}><LedgerView ledger={ledger} currency={figures.currency} busy={busy} words={words} messages={ledgerMessages} /></LedgerSheet>
          </div>
        )}
      <Actions equal>
        {ledger !== null && <Button kind="ghost" action="Submit" busy={busy} onClick={() => submit()}>{words('Submit')}</Button>}
        {(ledger === null || hasExtras) && <Button kind="ghost" action="ContinueWithoutExtras" disabled={busy} onClick={() => without()}>{words('ContinueWithoutExtras')}</Button>}
        {ledger !== null && <LedgerBar sheet={sheet} label={words('Total')} amount={formatMoney(ledger.total, figures.currency)} showLabel={words('Account.show')} hideLabel={words('Account.hide')} />}
      </Actions>
    </StepBody>
  )
}
