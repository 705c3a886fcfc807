import { documentChecks } from '@checkin/driver-rules'
import { useErrorSummary } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, StepForm, StepHeading } from '@checkin/ui/step'
import { useUnit } from 'effector-react'
import { $facts } from '../../forms/facts.ts'
import { ScanField } from '../../scan/scan.view.tsx'
import { $subject } from '../../subject.ts'
import { DocumentFields } from './document-fields.view.tsx'
import { backPressed, documentModels } from './model.ts'

/** The identity document and, where the tenant takes them, its two sides as images (DRIVER-40). */
export function DriverDocumentView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const model = documentModels[subject]
  const { facts, preparing, submit, back } = useUnit({ facts: $facts, preparing: model.images.$preparing, submit: model.form.submitted, back: backPressed })
  const summary = useErrorSummary(model.form, words)
  const checks = documentChecks(facts)
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Documents.eyebrow' : 'Additional.eyebrow')} title={words('Document.title')} lead={words('Document.lead')} />
      <ErrorSummary {...summary} />
      {facts.isScanAvailable && <ScanField scan={model.scan} words={words} />}
      <RequiredLegend />
      <DocumentFields model={model} words={words} shows={(name) => checks[name].visible} />
      <Actions>
        <Button action="Next" type="submit" busy={preparing.size > 0}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
