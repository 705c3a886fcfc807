import { useWords } from '@checkin/i18n'
import { BarDue } from '@checkin/rental-summary/review'
import { Button } from '@checkin/ui/button'
import { Actions, StepBody, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { ReviewView } from '../../review/review.view.tsx'
import { exitPressed, modifyPressed, proceedPressed, retryPressed, review } from './model.ts'

/** The same review in pre-checkout: nothing is paid here, the deposit comes with the agreement (PAY-05). */
export function OverviewPrecheckoutView() {
  const words = useWords('mfe-payment')
  const { loaded, vehicleBefore, ledger, state, currency } = useUnit({
    loaded: review.$loaded, vehicleBefore: review.$vehicleBefore, ledger: review.$ledger, state: review.$state, currency: review.$currency,
  })
  const { proceed, modify, exit, retry } = useUnit({ proceed: proceedPressed, modify: modifyPressed, exit: exitPressed, retry: retryPressed })
  if (loaded === null) return null
  return (
    <StepBody>
      <StepHeading eyebrow={words('Lane.review')} title={words('Review.title')} lead={words('Review.precheckoutLead')} />
      <ReviewView {...{ loaded, vehicleBefore, ledger, state, currency, words }} onRetry={() => { retry() }} />
      <Actions>
        <Button action="ProceedToRentalAgreement" onClick={() => proceed()}>{words('ProceedToRentalAgreement')}</Button>
        <Button kind="ghost" action="ModifyData" onClick={() => modify()}>{words('ModifyData')}</Button>
        <Button kind="ghost" action="Exit" onClick={() => exit()}>{words('Exit')}</Button>
        {ledger !== null && <BarDue ledger={ledger} currency={currency} words={words} />}
      </Actions>
    </StepBody>
  )
}
