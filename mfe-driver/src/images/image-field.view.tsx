import { fieldErrorKey, type Translate } from '@checkin/i18n'
import type { FormModel } from '@checkin/forms'
import { UploadField } from '@checkin/ui/upload'
import { useStoreMap, useUnit } from 'effector-react'
import { imageEndings, imageOnFile } from '@checkin/driver-rules/images'
import type { ImageFields } from './image-field.model.ts'
import { usePreview } from './preview.view.tsx'

interface Props<Name extends string> {
  readonly form: FormModel<Name>
  readonly images: ImageFields<Name>
  readonly name: NoInfer<Name>
  /** Before the name of the input, on a page that has the same fields twice. */
  readonly prefix?: string
  readonly label: string
  readonly words: Translate
}

/** One side of a document: choose, take, look at, replace, remove (DRIVER-60 to DRIVER-63). The allowed types always show (DEC-44). */
export function ImageField<Name extends string>({ form, images, name, prefix = '', label, words }: Props<Name>) {
  const { chosen, removed } = useUnit({ chosen: images.chosen, removed: images.removed })
  const value = useStoreMap({ store: form.$values, keys: [name], fn: (values, [field]) => values[field] })
  const kind = useStoreMap({ store: form.$errors, keys: [name], fn: (errors, [field]) => errors[field] ?? null })
  const required = useStoreMap({ store: form.$required, keys: [name], fn: (fields, [field]) => fields.has(field) })
  const preparing = useStoreMap({ store: images.$preparing, keys: [name], fn: (fields, [field]) => fields.has(field) })
  const unreadable = useStoreMap({ store: images.$unreadable, keys: [name], fn: (fields, [field]) => fields.has(field) })
  const preview = usePreview(value === imageOnFile ? '' : value)
  const key = kind === null ? null : fieldErrorKey(name, kind)
  return (
    <UploadField
      name={`${prefix}${name}`} label={label} required={required} accept={imageEndings.join(',')}
      hint={unreadable ? words('Image.unreadable') : words('Image.types')}
      error={key === null ? null : { key, text: words(key) }}
      preview={preview === '' ? null : preview}
      isThere={value !== ''} isBusy={preparing}
      words={{ choose: words('Image.choose'), take: words('Image.take'), replace: words('Image.replace'), remove: words('Image.remove'), onFile: words('Image.onFile'), busy: words('Image.preparing') }}
      onChosen={(file) => chosen({ field: name, file })}
      onRemoved={() => removed(name)}
    />
  )
}
