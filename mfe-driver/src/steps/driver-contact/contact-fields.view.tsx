import { maxLengths, mobileDigits, type ContactField } from '@checkin/driver-rules'
import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { Select } from '@checkin/ui/select'
import { FieldGrid } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { usePrefixChoices } from '../../forms/country-choices.ts'
import { autoCompleteFor } from '../../subject.ts'
import type { ContactModel } from './model.ts'

interface Props {
  readonly model: Pick<ContactModel, 'subject' | 'form' | '$numberLooksOdd'>
  readonly words: Translate
  readonly shows: (name: ContactField) => boolean
}

/** E-mail and phone number of a driver, as far as they are asked for (DRIVER-33 to DRIVER-38). */
export function ContactFields({ model: { subject, form, $numberLooksOdd }, words, shows }: Props) {
  const looksOdd = useUnit($numberLooksOdd)
  const prefixes = usePrefixChoices()
  const field = { form, words }
  return (
    <>
      {shows('email') && (
        <FormField
          {...field} as={TextField} name="email" label={words('Field.email')} type="email" inputMode="email" autoCapitalize="none"
          autoComplete={autoCompleteFor(subject, 'email')} maxLength={maxLengths.email}
        />
      )}
      {shows('mobile') && (
        <FieldGrid>
          <FormField {...field} as={Select} name="mobilePrefix" label={words('Field.mobilePrefix')} choices={prefixes} autoComplete={autoCompleteFor(subject, 'tel-country-code')} />
          <FormField
            {...field} as={TextField} name="mobile" label={words('Field.mobile')} type="tel" inputMode="tel" autoComplete={autoCompleteFor(subject, 'tel-national')} maxLength={mobileDigits.max}
            hint={looksOdd ? <span role="status">{words('Field.mobile.odd')}</span> : words('Field.mobile.hint')}
          />
        </FieldGrid>
      )}
    </>
  )
}
