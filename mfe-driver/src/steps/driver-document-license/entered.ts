import type { Driver } from '@checkin/api'
import type { FormValues } from '@checkin/forms'
import type { Entered } from '../../domain/driver-post.ts'
import { personSwitch } from '../../domain/field-switches.ts'
import type { Facts } from '../../entry/facts.ts'
import type { ContactField } from '../driver-contact/form.ts'
import { shownDetails, type DetailsField } from '../driver-details/form.ts'
import { documentFields, documentSwitchOf, type DocumentField } from '../driver-document/form.ts'
import type { VerifyField } from '../verify-driver/form.ts'
import { isImageShown, licenceFields, licenceSwitch, type LicenceField, type OneLicenceField, type Which } from './form.ts'

interface Forms {
  readonly facts: Facts
  readonly id: number
  readonly verify: FormValues<VerifyField>
  readonly details: FormValues<DetailsField>
  readonly contact: FormValues<ContactField>
  readonly document: FormValues<DocumentField>
  readonly licence: FormValues<LicenceField>
  readonly hasSecond: boolean
  readonly onFile: Driver | null
}

/** What the five screens hold, with the fields that the rules in force show. */
export function enteredOf({ facts, ...values }: Forms): Entered {
  const shownOf = (which: Which): ReadonlySet<OneLicenceField> => new Set(licenceFields.filter((field) => (field === 'imageFront' || field === 'imageBack' ? isImageShown(facts, which) : licenceSwitch(facts, which, field).visible)))
  return {
    ...values,
    countries: facts.countries,
    shown: {
      details: new Set(shownDetails(facts)),
      contact: new Set((['email', 'mobile'] as const).filter((field) => personSwitch(facts.rules, field).visible)),
      document: new Set(documentFields.filter((field) => documentSwitchOf(facts, field).visible)),
      first: shownOf('first'),
      second: shownOf('second'),
    },
  }
}
