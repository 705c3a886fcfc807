import { useWords } from '@checkin/i18n'
import { LedgerView } from '@checkin/rental-summary/ledger'
import { ReviewPage, Trip } from '@checkin/rental-summary/review'
import { TermsGateView } from '@checkin/terms/view'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $isIncomplete, $loaded, exitPressed, figures, modifyPressed, proceedPressed, termsGate } from './model.ts'

/** The rental as it stands, with the three ways on (PRECHK-04, PAY-05). */
export function PrecheckoutView() {
  const words = useWords('mfe-precheckout')
  const { loaded, ledger, vehicleBefore, state, currency } = useUnit({
    loaded: $loaded, ledger: figures.$ledger, vehicleBefore: figures.$vehicleBefore, state: figures.$state, currency: figures.$currency,
  })
  const { isIncomplete, busy } = useUnit({ isIncomplete: $isIncomplete, busy: termsGate.acceptFx.pending })
  const { proceed, modify, exit } = useUnit({ proceed: proceedPressed, modify: modifyPressed, exit: exitPressed })
  if (loaded === null) return null
  return (
    <StepForm onSubmit={proceed}>
      <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Review.title')} lead={words('Review.lead')} />
      <ReviewPage
        trip={<Trip loaded={loaded} vehicleBefore={vehicleBefore} words={words} />}
        ledger={state === 'unpriced'
          ? <Notice kind="warn" title={words('Review.unpriced.title')}>{words('Review.unpriced.text')}</Notice>
          : <LedgerView ledger={ledger} currency={currency} busy={state === 'waiting'} words={words} />}
      >
        {isIncomplete && <div data-note="Incomplete"><Notice kind="warn" title={words('Review.incomplete.title')}>{words('Review.incomplete.text')}</Notice></div>}
        <TermsGateView gate={termsGate} words={words} />
      </ReviewPage>
      <Actions>
        <Button action="ProceedToRentalAgreement" type="submit" busy={busy}>{words('ProceedToRentalAgreement')}</Button>
        <Button kind="ghost" action="ModifyData" onClick={() => modify()}>{words('ModifyData')}</Button>
        <Button kind="plain" action="Exit" onClick={() => exit()}>{words('Exit')}</Button>
      </Actions>
    </StepForm>
  )
}
