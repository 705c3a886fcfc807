import { formatMoney, useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { CardSlider } from '@checkin/ui/card-slider'
import { LedgerBar, LedgerSheet, useLedgerSheet } from '@checkin/ui/ledger'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { AccountView } from './account.view.tsx'
import { ExtraCard } from './extra-card.view.tsx'
import { $account, $busyExtra, $figures, $isBusy, $sections, $stage, continueWithoutPressed, pressed, submitPressed } from './model.ts'

/** Three rows of cards beside the account that they change (OFFERS-12 to OFFERS-21). */
export function ExtrasView() {
  const words = useWords('mfe-offers')
  const { stage, sections, account, figures, busy, busyExtra } = useUnit({
    stage: $stage, sections: $sections, account: $account, figures: $figures, busy: $isBusy, busyExtra: $busyExtra,
  })
  const { press, submit, without } = useUnit({ press: pressed, submit: submitPressed, without: continueWithoutPressed })
  const sheet = useLedgerSheet()
  if (stage === 'waiting') return null
  return (
    <StepBody>
      <StepHeading eyebrow={words('Extras')} title={words('Extras.title')} lead={words('Extras.lead')} />
      {account === null
        ? <Notice kind="warn" title={words('Unpriced.title')}>{words('Extras.unpriced')}</Notice>
        : (
          <div className="ck-with-ledger">
            <div>
              {sections.map(({ name, cards }) => (
                <CardSlider
                  key={name} title={words(name)} previousLabel={words('Slider.previous')} nextLabel={words('Slider.next')}
                  cards={cards.map((card) => ({
                    key: card.extraID,
                    card: (
                      <ExtraCard card={card} figures={figures} busy={busyExtra === card.extraID} words={words} onPress={(kind) => { press({ extraID: card.extraID, press: kind }) }} />
                    ),
                  }))}
                />
              ))}
            </div>
            <LedgerSheet id={sheet.id} isOpen={sheet.isOpen}><AccountView account={account} currency={figures.currency} busy={busy} words={words} /></LedgerSheet>
          </div>
        )}
      <Actions equal>
        {account !== null && <Button kind="ghost" action="Submit" busy={busy} onClick={() => submit()}>{words('Submit')}</Button>}
        <Button kind="ghost" action="ContinueWithoutExtras" onClick={() => without()}>{words('ContinueWithoutExtras')}</Button>
        {account !== null && <LedgerBar sheet={sheet} label={words('Total')} amount={formatMoney(account.total, figures.currency)} showLabel={words('Account.show')} hideLabel={words('Account.hide')} />}
      </Actions>
    </StepBody>
  )
}
