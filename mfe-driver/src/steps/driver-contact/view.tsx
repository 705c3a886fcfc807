import { contactChecks, maxLengths, mobileDigits } from '@checkin/driver-rules'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { useWords } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Select } from '@checkin/ui/select'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { useMemo } from 'react'
import { prefixChoices, useCountryChoices } from '../../forms/country-choices.ts'
import { $facts } from '../../forms/facts.ts'
import { $subject, autoCompleteFor } from '../../subject.ts'
import { backPressed, contactModels } from './model.ts'

/** How the driver is reached (DRIVER-33 to DRIVER-38). */
export function DriverContactView() {
  const words = useWords('mfe-driver')
  const subject = useUnit($subject)
  const { form, $isBusy, $numberLooksOdd } = contactModels[subject]
  const { isBusy, facts, looksOdd, submit, back } = useUnit({ isBusy: $isBusy, facts: $facts, looksOdd: $numberLooksOdd, submit: form.submitted, back: backPressed })
  const summary = useErrorSummary(form, words)
  const field = { form, words }
  const checks = contactChecks(facts, '')
  const countries = useCountryChoices()
  const prefixes = useMemo(() => prefixChoices(facts.countries, countries), [facts.countries, countries])
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words('Contact.title')} lead={words('Contact.lead')} />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      {checks.email.visible && (
        <FormField
          {...field} as={TextField} name="email" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none"
          autoComplete={autoCompleteFor(subject, 'email')} maxLength={maxLengths.email}
        />
      )}
      {checks.mobile.visible && (
        <FieldGrid>
          <FormField {...field} as={Select} name="mobilePrefix" label={words('Field.mobilePrefix')} choices={prefixes} autoComplete={autoCompleteFor(subject, 'tel-country-code')} />
          <FormField
            {...field} as={TextField} name="mobile" label={words('Field.mobile')} type="tel" inputMode="tel" autoComplete={autoCompleteFor(subject, 'tel-national')} maxLength={mobileDigits.max}
            hint={looksOdd ? <span role="status">{words('Field.mobile.odd')}</span> : words('Field.mobile.hint')}
          />
        </FieldGrid>
      )}
      <Actions>
        <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
      </Actions>
    </StepForm>
  )
}
