import { detailsChecks, maxLengths, type DetailsField } from '@checkin/driver-rules'
import { FormField, useErrorSummary } from '@checkin/forms/view'
import { Button } from '@checkin/ui/button'
import { KnownDate } from '@checkin/ui/known-date'
import { ErrorSummary } from '@checkin/ui/error-summary'
import { RequiredLegend } from '@checkin/ui/field'
import { Select } from '@checkin/ui/select'
import { Actions, FieldGrid, StepForm, StepHeading } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $usualAge, ageBounds } from '../../forms/birth-date-calendar.ts'
import { useCountryChoices } from '../../forms/country-choices.ts'
import { $facts } from '../../forms/facts.ts'
import { useDriverWords } from '../../forms/field-words.ts'
import { addressLength } from '../../forms/screen-forms.ts'
import { $subject, autoCompleteFor } from '../../subject.ts'
import { backPressed, detailsModels, verifyDetailsPressed } from './model.ts'

/** Address, birth and tax number, each as far as the tenant asks for it (DRIVER-19, DRIVER-20). */
export function DriverDetailsView() {
  const words = useDriverWords()
  const subject = useUnit($subject)
  const { form, countryUnrecognised, $isBusy, $cityIsReadOnly } = detailsModels[subject]
  const { isBusy, facts, usualAge, cityIsReadOnly } = useUnit({ isBusy: $isBusy, facts: $facts, usualAge: $usualAge, cityIsReadOnly: $cityIsReadOnly })
  const { submit, back, verifyDetails, unrecognised } = useUnit({ submit: form.submitted, back: backPressed, verifyDetails: verifyDetailsPressed, unrecognised: countryUnrecognised })
  const summary = useErrorSummary(form, words)
  const checks = detailsChecks(facts, '')
  const shows = (name: DetailsField): boolean => checks[name].visible
  const field = { form, words }
  const countries = useCountryChoices()
  return (
    <StepForm onSubmit={submit}>
      <StepHeading eyebrow={words(subject === 'main' ? 'Verify.eyebrow' : 'Additional.eyebrow')} title={words('Details.title')} lead={words('Details.lead')} />
      <ErrorSummary {...summary} />
      <RequiredLegend />
      <FieldGrid>
        {shows('name') && <FormField {...field} as={TextField} name="name" label={words('Field.name')} readOnly />}
        {shows('surname') && <FormField {...field} as={TextField} name="surname" label={words('Field.surname')} readOnly />}
        {shows('address') && <FormField {...field} as={TextField} name="address" label={words('Field.address')} autoComplete={autoCompleteFor(subject, 'street-address')} maxLength={addressLength} />}
        {shows('countryId') && (
          <FormField
            {...field} as={Select} name="countryId" label={words('Field.countryId')} choices={countries} autoComplete={autoCompleteFor(subject, 'country-name')}
            onUnrecognised={() => unrecognised()}
          />
        )}
        {shows('zipCode') && <FormField {...field} as={TextField} name="zipCode" label={words('Field.zipCode')} autoComplete={autoCompleteFor(subject, 'postal-code')} autoCapitalize="characters" maxLength={maxLengths.zipCode} />}
        {shows('city') && (
          <FormField
            {...field} as={TextField} name="city" label={words('Field.city')} autoComplete={autoCompleteFor(subject, 'address-level2')} readOnly={cityIsReadOnly}
            hint={cityIsReadOnly ? words('Field.city.hint') : undefined}
          />
        )}
        {shows('taxNumber') && <FormField {...field} as={TextField} name="taxNumber" label={words('Field.taxNumber')} autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.taxNumber} />}
        {shows('birthDate') && <FormField {...field} as={KnownDate} name="birthDate" label={words('Field.birthDate')} autoComplete={autoCompleteFor(subject, 'bday')} {...ageBounds(facts, usualAge)} />}
        {shows('birthPlace') && <FormField {...field} as={TextField} name="birthPlace" label={words('Field.birthPlace')} autoComplete="off" autoCapitalize="words" />}
      </FieldGrid>
      <Actions>
        <Button action="Next" type="submit" busy={isBusy}>{words('Next')}</Button>
        <Button kind="ghost" action="Back" onClick={() => back()}>{words('Back')}</Button>
        {subject === 'additional' && <Button kind="ghost" action="BackToVerifyDetails" onClick={() => verifyDetails()}>{words('BackToVerifyDetails')}</Button>}
      </Actions>
    </StepForm>
  )
}
