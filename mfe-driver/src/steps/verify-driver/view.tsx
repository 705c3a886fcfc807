import { maxLengths } from '@checkin/driver-rules'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { Button } from '@checkin/ui/button'
import { KnownDate } from '@checkin/ui/known-date'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $usualAge, ageBounds } from '../../forms/birth-date-calendar.ts'
import { $facts } from '../../forms/facts.ts'
import { useDriverWords } from '../../forms/field-words.ts'
import { $subject, autoCompleteFor } from '../../subject.ts'
import { backPressed, verifications } from './model.ts'

/** Who drives (DRIVER-01, DRIVER-02): the main driver's names are those of the reservation. */
export function VerifyDriverView() {
  const words = useDriverWords()
  const subject = useUnit($subject)
  const { form, $isBusy } = verifications[subject]
  const { isBusy, facts, usualAge, submit, back } = useUnit({ isBusy: $isBusy, facts: $facts, usualAge: $usualAge, submit: form.submitted, back: backPressed })
  const summary = useErrorSummary(form, words)
  const field = { form, words }
  const isMain = subject === 'main'
  return (
    <StepForm onSubmit={submit}>
      <StepHeading
        eyebrow={words(isMain ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words(isMain ? 'VerifyDriver' : 'VerifyAddDriver')}
        lead={words(isMain ? 'Verify.lead' : 'Verify.lead.additional')}
      />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      <FieldGrid>
        <FormField {...field} as={TextField} name="name" label={words('Field.name')} readOnly={isMain} autoComplete={autoCompleteFor(subject, 'given-name')} autoCapitalize="words" />
        <FormField {...field} as={TextField} name="surname" label={words('Field.surname')} readOnly={isMain} autoComplete={autoCompleteFor(subject, 'family-name')} autoCapitalize="words" />
        <FormField {...field} as={KnownDate} name="birthDate" label={words('Field.birthDate')} autoComplete={autoCompleteFor(subject, 'bday')} {...ageBounds(facts, usualAge)} />
        <FormField
          {...field} as={TextField} name="email" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none"
          autoComplete={autoCompleteFor(subject, 'email')} maxLength={maxLengths.email}
        />
        <FormField
          {...field} as={TextField} name="driversLicense" label={words('Field.driversLicense')} hint={words('Field.driversLicense.hint')}
          autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.licenceNumber}
        />
      </FieldGrid>
      <Actions>
        <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
