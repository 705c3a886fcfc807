import type { Driver } from '@checkin/api'
import { contactChecks, detailsChecks, documentChecks, licenceChecks, prefixesOf, type LicenceField } from '@checkin/driver-rules'
import type { DriverToSave } from './driver-post.ts'
import { contactDefaults, detailsDefaults, documentDefaults, licenceDefaults } from './form-defaults.ts'

/** A form of the driver's screens, and the box of the second licence. */
export type DriverFormName = 'details' | 'contact' | 'document' | 'licence' | 'second'

/** A field that another device saved otherwise than it stands here, as the values of the form; empty for nothing. */
export interface DriverDifference {
  readonly form: DriverFormName
  readonly field: string
  readonly here: string
  readonly saved: string
}

type Typed = Omit<DriverToSave, 'onFile'>
type Values = Readonly<Record<DriverFormName, Readonly<Record<string, string>>>>

const nothingTyped: Typed['verify'] = { name: '', surname: '', birthDate: '', email: '', driversLicense: '', driverId: '' }

/** A driver as loaded, as the forms would show it. */
function valuesOf(driver: Driver | null, { facts: { countries } }: Typed): Values {
  const values = {
    details: detailsDefaults(driver, nothingTyped), contact: contactDefaults(driver, nothingTyped, prefixesOf(countries), ''), document: documentDefaults(driver?.document ?? null),
    licence: licenceDefaults(driver, nothingTyped), second: { 'second.enabled': driver?.secondDriverLicense?.id ? 'yes' : '' },
  }
  return values
}

const seconds = <Check>(checks: Readonly<Record<LicenceField, Check>>): Readonly<Record<string, Check>> =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [`second.${name}`, check]))

/** What would be saved from here, field by field; of what does not show nothing is saved, so it is left out. */
function savedFrom({ verify, details, contact, document, licence, hasSecond, facts }: Typed): Values {
  const shown = <Name extends string>(values: Readonly<Record<Name, string>>, checks: Readonly<Record<string, { readonly visible: boolean }>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries<string>(values).filter(([name]) => checks[name]?.visible))
  const licences = { ...licenceChecks(facts, 'first', ''), ...(hasSecond && seconds(licenceChecks(facts, 'second', ''))) }
  return {
    // Names are always saved, those of the first screen before those of the second.
    details: { ...shown(details, detailsChecks(facts, details.countryId)), name: verify.name || details.name, surname: verify.surname || details.surname },
    contact: shown(contact, contactChecks(facts, contact.mobile)), document: shown(document, documentChecks(facts)), licence: shown(licence, licences),
    second: { 'second.enabled': hasSecond ? 'yes' : '' },
  }
}

/**
 * What another device saved of a driver since `before`, as far as it is not what would be saved from here (DEC-127, DEC-140), in the order of the
 * screens. What only this renter changed is none.
 */
export function driverDifferences(before: Driver | null, now: Driver | null, typed: Typed): readonly DriverDifference[] {
  const [former, newest, own] = [valuesOf(before, typed), valuesOf(now, typed), savedFrom(typed)]
  return (Object.keys(own) as DriverFormName[]).flatMap((form) => Object.entries(own[form]).flatMap(([field, value]) => {
    const [here, saved] = [value.trim(), newest[form][field] ?? '']
    return saved !== here && saved !== (former[form][field] ?? '') ? [{ form, field, here, saved }] : []
  }))
}
