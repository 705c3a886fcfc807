import { contactChecks } from '@checkin/driver-rules'
import { useErrorSummary } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $facts } from '../../forms/facts.ts'
import { $subject } from '../../subject.ts'
import { ContactFields } from './contact-fields.view.tsx'
import { backPressed, contactModels } from './model.ts'

/** How the driver is reached (DRIVER-33 to DRIVER-38). */
export function DriverContactView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const model = contactModels[subject]
  const { isBusy, facts, submit, back } = useUnit({ isBusy: model.$isBusy, facts: $facts, submit: model.form.submitted, back: backPressed })
  const summary = useErrorSummary(model.form, words)
  const checks = contactChecks(facts, '')
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words('Contact.title')} lead={words('Contact.lead')} />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      <ContactFields model={model} words={words} shows={(name) => checks[name].visible} />
      <Actions>
        <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
