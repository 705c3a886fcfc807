import { documentChecks, firstExpiry, maxLengths, type DocumentField } from '@checkin/driver-rules'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { KnownDate } from '@checkin/ui/known-date'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Select } from '@checkin/ui/select'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $facts } from '../../forms/facts.ts'
import { ImageField } from '../../images/image-field.view.tsx'
import { ScanField } from '../../scan/scan.view.tsx'
import { $subject } from '../../subject.ts'
import { backPressed, documentModels } from './model.ts'

/** The identity document and, where the tenant takes them, its two sides as images (DRIVER-40). */
export function DriverDocumentView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const { form, images, scan } = documentModels[subject]
  const { facts, preparing, submit, back } = useUnit({ facts: $facts, preparing: images.$preparing, submit: form.submitted, back: backPressed })
  const summary = useErrorSummary(form, words)
  const checks = documentChecks(facts)
  const shows = (name: DocumentField): boolean => checks[name].visible
  const field = { form, words }
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Documents.eyebrow' : 'Additional.eyebrow')} title={words('Document.title')} lead={words('Document.lead')} />
      <ErrorSummary {...summary} />
      {facts.isScanAvailable && <ScanField scan={scan} words={words} />}
      <RequiredLegend />
      <FieldGrid>
        {shows('idType') && <FormField {...field} as={Select} name="idType" label={words('Field.idType')} choices={facts.documentTypes.map(({ id, name }) => ({ value: id, label: name }))} />}
        {shows('id') && <FormField {...field} as={TextField} name="id" label={words('Field.id')} hint={words('Field.id.hint')} autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.documentNumber} />}
        {shows('issueDate') && <FormField {...field} as={KnownDate} name="issueDate" label={words('Field.issueDate')} max={facts.trip?.pickUp} />}
        {shows('expiryDate') && <FormField {...field} as={KnownDate} name="expiryDate" label={words('Field.expiryDate')} min={firstExpiry(facts)} opensOn={firstExpiry(facts)} />}
        {shows('issuePlace') && <FormField {...field} as={TextField} name="issuePlace" label={words('Field.issuePlace')} autoComplete="off" autoCapitalize="words" maxLength={maxLengths.issuePlace} />}
      </FieldGrid>
      {(shows('imageFront') || shows('imageBack')) && (
        <FieldGrid>
          {shows('imageFront') && <ImageField form={form} images={images} name="imageFront" label={words('Field.document.imageFront')} words={words} />}
          {shows('imageBack') && <ImageField form={form} images={images} name="imageBack" label={words('Field.document.imageBack')} words={words} />}
        </FieldGrid>
      )}
      <Actions>
        <Button action="Next" type="submit" busy={preparing.size > 0}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
