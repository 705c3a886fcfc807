import { firstExpiry, licenceChecks, licenceYears, maxLengths, type LicenceField, type WhichLicence } from '@checkin/driver-rules'
import { addYears } from '@checkin/forms'
import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { KnownDate } from '@checkin/ui/known-date'
import { Select } from '@checkin/ui/select'
import { FieldGrid } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import type { LicencesField } from '../../domain/form-defaults.ts'
import { useCountryChoices } from '../../forms/country-choices.ts'
import { $facts, factsToday } from '../../forms/facts.ts'
import { licenceWords } from '../../forms/field-words.ts'
import { secondField, type FormOwner } from '../../forms/screen-forms.ts'
import { HandOverEntry } from '../../hand-over/entry.view.tsx'
import { ImageField } from '../../images/image-field.view.tsx'
import type { LicenceModel } from './model.ts'

interface Props {
  readonly model: Pick<LicenceModel, 'form' | 'images'> & { readonly subject: FormOwner }
  readonly which: WhichLicence
  readonly words: Translate
  /** Of the fields that the rules show those that are asked for here; all of them without it. */
  readonly asks?: (field: LicencesField) => boolean
}

/** The fields of one licence; those of the second have names and labels of their own (DRIVER-48, DRIVER-53). */
export function LicenceFields({ model: { subject: owner, form, images }, which, words, asks = () => true }: Props) {
  const facts = factsToday(useUnit($facts))
  const countries = useCountryChoices()
  const isSecond = which === 'second'
  const named = (field: LicenceField): LicencesField => (isSecond ? secondField(field) : field)
  const label = (field: LicenceField): string => words(isSecond ? `Field.second.${field}` : `Field.licence.${field}`)
  const checks = licenceChecks(facts, which, '')
  const shows = (field: LicenceField): boolean => checks[field].visible && asks(named(field))
  const field = { form, words: licenceWords(words) }
  const { today } = facts
  const place = isSecond ? 'second' : 'licence'
  const sides = [...(shows('imageFront') ? [`${place}.front`] as const : []), ...(shows('imageBack') ? [`${place}.back`] as const : [])]
  const earliest = firstExpiry(facts) ?? today
  return (
    <>
      <FieldGrid>
        {shows('id') && <FormField {...field} as={TextField} name={named('id')} label={label('id')} autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.licenceNumber} />}
        {shows('issueCountry') && (
          <FormField {...field} as={Select} name={named('issueCountry')} label={label('issueCountry')} choices={countries} />
        )}
        {shows('issueDate') && <FormField {...field} as={KnownDate} name={named('issueDate')} label={label('issueDate')} max={today} />}
        {shows('expiryDate') && <FormField {...field} as={KnownDate} name={named('expiryDate')} label={label('expiryDate')} min={earliest} max={addYears(today, licenceYears)} opensOn={earliest} />}
        {shows('issuePlace') && <FormField {...field} as={TextField} name={named('issuePlace')} label={label('issuePlace')} autoComplete="off" autoCapitalize="words" maxLength={maxLengths.issuePlace} />}
      </FieldGrid>
      <HandOverEntry place={place} owner={owner} sides={sides} words={words} />
      {(shows('imageFront') || shows('imageBack')) && (
        <FieldGrid>
          {shows('imageFront') && <ImageField form={form} images={images} name={named('imageFront')} label={label('imageFront')} words={words} />}
          {shows('imageBack') && <ImageField form={form} images={images} name={named('imageBack')} label={label('imageBack')} words={words} />}
        </FieldGrid>
      )}
    </>
  )
}
