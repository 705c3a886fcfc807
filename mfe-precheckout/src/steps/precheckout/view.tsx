import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { TermsGateView } from '../../terms/terms-gate.view.tsx'
import { AccountView } from './account.view.tsx'
import { RentalView } from './rental.view.tsx'
import look from './view.module.css'
import { $isIncomplete, $review, exitPressed, figures, modifyPressed, proceedPressed, termsGate } from './model.ts'

/** The rental as it stands, with the three ways on (PRECHK-04, PAY-05). */
export function PrecheckoutView() {
  const words = useWords('mfe-precheckout')
  const { review, isIncomplete, state, currency, open, busy } = useUnit({
    review: $review, isIncomplete: $isIncomplete, state: figures.$state, currency: figures.$currency, open: termsGate.$isOpen, busy: termsGate.acceptFx.pending,
  })
  const { proceed, modify, exit } = useUnit({ proceed: proceedPressed, modify: modifyPressed, exit: exitPressed })
  if (review === null) return null
  return (
    <StepForm onSubmit={proceed}>
      <StepHeading eyebrow={words('Precheckout.eyebrow')} title={words('Review.title')} lead={words('Review.lead')} />
      <div className={look['page']}>
        <div className={look['trip']}><RentalView review={review} words={words} /></div>
        <div className={look['account']}>
          {state === 'unpriced'
            ? <Notice kind="warn" title={words('Review.unpriced.title')}>{words('Review.unpriced.text')}</Notice>
            : <AccountView review={review} currency={currency} busy={state === 'waiting'} words={words} />}
        </div>
        {isIncomplete && <div data-note="Incomplete"><Notice kind="warn" title={words('Review.incomplete.title')}>{words('Review.incomplete.text')}</Notice></div>}
        <div className={look['rest']}><TermsGateView gate={termsGate} words={words} /></div>
      </div>
      <Actions>
        <Button action="ProceedToRentalAgreement" type="submit" disabled={!open} busy={busy}>{words('ProceedToRentalAgreement')}</Button>
        <Button kind="ghost" action="ModifyData" onClick={() => modify()}>{words('ModifyData')}</Button>
        <Button kind="plain" action="Exit" onClick={() => exit()}>{words('Exit')}</Button>
      </Actions>
    </StepForm>
  )
}
