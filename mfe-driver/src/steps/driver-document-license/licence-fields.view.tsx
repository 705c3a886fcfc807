import { addDays, addYears } from '@checkin/forms'
import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { DateField } from '@checkin/ui/date-field'
import { Select } from '@checkin/ui/select'
import { FieldGrid } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $facts, today } from '../../entry/facts.ts'
import { ImageField } from '../../images/image-field.view.tsx'
import { issuePlaceLength } from '../driver-document/form.ts'
import { licenceLength } from '../verify-driver/form.ts'
import { isImageShown, licenceSwitch, yearsValid, type LicenceField, type OneLicenceField, type Which } from './form.ts'
import type { LicenceModel } from './model.ts'

interface Props {
  readonly model: LicenceModel
  readonly which: Which
  readonly words: Translate
}

/** The fields of one licence; those of the second have names and labels of their own (DRIVER-48, DRIVER-53). */
export function LicenceFields({ model: { form, images }, which, words }: Props) {
  const facts = useUnit($facts)
  const isSecond = which === 'second'
  const named = (field: OneLicenceField): LicenceField => (isSecond ? `second.${field}` : field)
  const label = (field: OneLicenceField): string => words(isSecond ? `Field.second.${field}` : `Field.licence.${field}`)
  const shows = (field: OneLicenceField): boolean => licenceSwitch(facts, which, field).visible
  const field = { form, words }
  const now = today(facts)
  const earliest = facts.trip ? addDays(facts.trip.dropOff, 1) : now
  return (
    <>
      <FieldGrid>
        {shows('id') && <FormField {...field} as={TextField} name={named('id')} label={label('id')} autoComplete="off" autoCapitalize="characters" maxLength={licenceLength} />}
        {shows('issueCountry') && (
          <FormField {...field} as={Select} name={named('issueCountry')} label={label('issueCountry')} choices={facts.countries.map(({ id, country }) => ({ value: String(id), label: country }))} />
        )}
        {shows('issueDate') && <FormField {...field} as={DateField} name={named('issueDate')} label={label('issueDate')} startWith="years" max={now} />}
        {shows('expiryDate') && <FormField {...field} as={DateField} name={named('expiryDate')} label={label('expiryDate')} startWith="years" min={earliest} max={addYears(now, yearsValid)} opensOn={earliest} />}
        {shows('issuePlace') && <FormField {...field} as={TextField} name={named('issuePlace')} label={label('issuePlace')} autoComplete="off" autoCapitalize="words" maxLength={issuePlaceLength} />}
      </FieldGrid>
      {isImageShown(facts, which) && (
        <FieldGrid>
          <ImageField form={form} images={images} name={named('imageFront')} label={label('imageFront')} words={words} />
          <ImageField form={form} images={images} name={named('imageBack')} label={label('imageBack')} words={words} />
        </FieldGrid>
      )}
    </>
  )
}
