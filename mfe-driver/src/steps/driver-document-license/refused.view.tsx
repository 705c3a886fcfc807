import { fieldErrorKey, type Translate } from '@checkin/i18n'
import { Button } from '@checkin/ui/button'
import { Notice } from '@checkin/ui/notice'
import { useUnit } from 'effector-react'
import type { EarlierForm } from '../../forms/refusals.ts'
import type { LicenceModel } from './model.ts'

const titles: Readonly<Record<EarlierForm, string>> = { details: 'Details.title', contact: 'Contact.title', document: 'Document.title' }

/** What a save refused on the screens before this one, with the way there; stays until it is mended (DEC-102, ERR-31). */
export function RefusedView({ model, words }: { readonly model: LicenceModel; readonly words: Translate }) {
  const { elsewhere, open } = useUnit({ elsewhere: model.$elsewhere, open: model.openPressed })
  if (elsewhere.length === 0) return null
  return (
    <Notice kind="danger" title={words('Refused.title')} live>
      <ul>
        {elsewhere.map(({ form, field, kind }) => (
          <li key={`${form}.${field}`} data-refused={`${form}.${field}`}>
            {words(fieldErrorKey(field, kind))}
            {' '}
            <Button kind="plain" action="OpenRefused" onClick={() => { open(form) }}>{words('Refused.open', { screen: words(titles[form]) })}</Button>
          </li>
        ))}
      </ul>
    </Notice>
  )
}
