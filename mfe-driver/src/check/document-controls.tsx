import { KnownDate } from '@checkin/ui/known-date'
import { Select } from '@checkin/ui/select'
import { TextField } from '@checkin/ui/text-field'
import type { ComponentType } from 'react'

/** Document and licence have fields of the same names: on one page the document's carry their part in front, as the field rules name them. */
export const prefix = 'document.'
const inDocument = <Props extends { readonly name: string }>(Control: ComponentType<Props>) =>
  function InDocument(props: Props) {
    return <Control {...props} name={`${prefix}${props.name}`} />
  }
/** Controls with the part in front of their names. */
export const controls = { Text: inDocument(TextField), Date: inDocument(KnownDate), Choice: inDocument(Select) } as { readonly Text: typeof TextField; readonly Date: typeof KnownDate; readonly Choice: typeof Select }
