import { firstExpiry, maxLengths, type DocumentField } from '@checkin/driver-rules'
import { FormField } from '@checkin/forms/view'
import type { Translate } from '@checkin/i18n'
import { KnownDate } from '@checkin/ui/known-date'
import { Select } from '@checkin/ui/select'
import { FieldGrid } from '@checkin/ui/step'
import { TextField } from '@checkin/ui/text-field'
import { useUnit } from 'effector-react'
import { $facts } from '../../forms/facts.ts'
import type { FormOwner } from '../../forms/screen-forms.ts'
import { HandOverEntry } from '../../hand-over/entry.view.tsx'
import { ImageField } from '../../images/image-field.view.tsx'
import type { DocumentModel } from './model.ts'

interface Props {
  readonly model: Pick<DocumentModel, 'form' | 'images'> & { readonly subject: FormOwner }
  readonly words: Translate
  readonly shows: (name: DocumentField) => boolean
  /** The controls, where the page gives fields other names than the screen does. */
  readonly controls?: { readonly Text: typeof TextField; readonly Date: typeof KnownDate; readonly Choice: typeof Select }
  /** Before the names of the pictures, with the same meaning. */
  readonly prefix?: string
}

const usual = { Text: TextField, Date: KnownDate, Choice: Select }

/** The fields of an identity document, as far as they are asked for (DRIVER-40). */
export function DocumentFields({ model: { subject: owner, form, images }, words, shows, controls: { Text, Date, Choice } = usual, prefix = '' }: Props) {
  const facts = useUnit($facts)
  const field = { form, words }
  const sides = [...(shows('imageFront') ? ['document.front'] as const : []), ...(shows('imageBack') ? ['document.back'] as const : [])]
  return (
    <>
      <FieldGrid>
        {shows('idType') && <FormField {...field} as={Choice} name="idType" label={words('Field.idType')} choices={facts.documentTypes.map(({ id, name }) => ({ value: id, label: name }))} />}
        {shows('id') && <FormField {...field} as={Text} name="id" label={words('Field.id')} hint={words('Field.id.hint')} autoComplete="off" autoCapitalize="characters" maxLength={maxLengths.documentNumber} />}
        {shows('issueDate') && <FormField {...field} as={Date} name="issueDate" label={words('Field.issueDate')} max={facts.trip?.pickUp} />}
        {shows('expiryDate') && <FormField {...field} as={Date} name="expiryDate" label={words('Field.expiryDate')} min={firstExpiry(facts)} opensOn={firstExpiry(facts)} />}
        {shows('issuePlace') && <FormField {...field} as={Text} name="issuePlace" label={words('Field.issuePlace')} autoComplete="off" autoCapitalize="words" maxLength={maxLengths.issuePlace} />}
      </FieldGrid>
      <HandOverEntry place="document" owner={owner} sides={sides} words={words} />
      {(shows('imageFront') || shows('imageBack')) && (
        <FieldGrid>
          {shows('imageFront') && <ImageField form={form} images={images} name="imageFront" prefix={prefix} label={words('Field.document.imageFront')} words={words} />}
          {shows('imageBack') && <ImageField form={form} images={images} name="imageBack" prefix={prefix} label={words('Field.document.imageBack')} words={words} />}
        </FieldGrid>
      )}
    </>
  )
}
