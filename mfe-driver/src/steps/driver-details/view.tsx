import { detailsChecks } from '@checkin/driver-rules'
import { useErrorSummary } from '@checkin/forms/view'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $facts } from '../../forms/facts.ts'
import { useDriverWords } from '../../forms/field-words.ts'
import { $subject } from '../../subject.ts'
import { DetailsFields } from './details-fields.view.tsx'
import { backPressed, detailsModels, verifyDetailsPressed } from './model.ts'

/** Address, birth and tax number, each as far as the tenant asks for it (DRIVER-19, DRIVER-20). */
export function DriverDetailsView() {
  const words = useDriverWords()
  const subject = useUnit($subject)
  const model = detailsModels[subject]
  const { isBusy, facts, submit, back, verifyDetails } = useUnit({ isBusy: model.$isBusy, facts: $facts, submit: model.form.submitted, back: backPressed, verifyDetails: verifyDetailsPressed })
  const summary = useErrorSummary(model.form, words)
  const checks = detailsChecks(facts, '')
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words('Details.title')} lead={words('Details.lead')} />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      <FieldGrid>
        <DetailsFields model={model} words={words} shows={(name) => checks[name].visible} />
      </FieldGrid>
      <Actions>
        <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
        {subject === 'additional' && <Button kind="ghost" action="BackToVerifyDetails" onClick={() => verifyDetails()}>{words('BackToVerifyDetails')}</Button>}
      </Actions>
    </StepForm>
  )
}
