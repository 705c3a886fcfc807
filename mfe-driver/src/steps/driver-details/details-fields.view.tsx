import { maxLengths, type DetailsField } from '@checkin/driver-rules'
import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { KnownDate } from '@checkin/ui/known-date'
import { Select } from '@checkin/ui/select'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $usualAge, ageBounds } from '../../forms/birth-date-calendar.ts'
import { useCountryChoices } from '../../forms/country-choices.ts'
import { $facts } from '../../forms/facts.ts'
import { addressLength } from '../../forms/screen-forms.ts'
import { autoCompleteFor } from '../../subject.ts'
import type { DetailsModel } from './model.ts'

interface Props {
  readonly model: Pick<DetailsModel, 'subject' | 'form' | '$cityIsReadOnly' | 'countryUnrecognised'>
  readonly words: Translate
  readonly shows: (name: DetailsField) => boolean
}

/** The fields of a driver's details, as far as they are asked for (DRIVER-19, DRIVER-20). */
export function DetailsFields({ model, words, shows }: Props) {
  const { subject, form } = model
  const { facts, usualAge, cityIsReadOnly, unrecognised } = useUnit({ facts: $facts, usualAge: $usualAge, cityIsReadOnly: model.$cityIsReadOnly, unrecognised: model.countryUnrecognised })
  const field = { form, words }
  const countries = useCountryChoices()
  return (
    <>
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
    </>
  )
}
