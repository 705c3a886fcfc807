import { areAgesAllowed, isSameDriver } from '@checkin/driver-rules'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { tenantModules } from '../tenants/tenant-settings.ts'
import type { PostalCodes } from './postal-codes.ts'
import type { DriverRow, StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { countriesOf } from '../reservations/countries.ts'
import { documentTypes } from '../reservations/document-types.ts'
import type { DriverDraft } from './driver-draft.ts'
import { driverProblems, type DriverCircumstances, type Problem } from './driver-problems.ts'
import { isEmailOfAnother, isUndesirable, personOf } from './find-driver.ts'

/** What speaks against a driver, as the screens ask it: the refusal's code, or the places of the data that do not fit. */
export type Objection =
  | { readonly code: 'AgeNotAllowed' | 'Undesirable' | 'SameDriver' | 'EmailInUse' }
  | { readonly code: 'InvalidRequest'; readonly problems: readonly Problem[] }

/** A driver to be checked, as it is stored or as it would be. */
export interface CheckedDriver {
  readonly tenant: Tenant
  readonly stored: StoredReservation
  readonly role: DriverRow['role']
  readonly draft: DriverDraft
  /** Number by which the driver is known, stored or sent. */
  readonly number: number
  /** The company does not rent to this driver, by its own data about the person. */
  readonly isUndesirable: boolean
  /** The reservation's other driver, with whom it is compared; null for a comparison with nobody. */
  readonly other: DriverRow | null
  /** A driver whose e-mail address counts as nobody's; null for none. */
  readonly besides: DriverRow | null
  readonly hasPicture: DriverCircumstances['hasPicture']
  readonly postalCodes: PostalCodes
}

/** Whether renters of a tenant may give pictures (DEC-30). */
export const takesPictures = ({ settings }: Tenant): boolean =>
  settings.isUploadAvailable && tenantModules(settings).some(({ viewTag, isEnabled }) => viewTag === 'uploadview' && isEnabled)

/** By time zone: to make one costs more than all the checks of a driver. There are no more than time zones, which settings may name. */
const days = new Map<string, Intl.DateTimeFormat>()
const dayIn = (timeZone: string): Intl.DateTimeFormat => {
  const kept = days.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone })
  days.set(timeZone, kept)
  return kept
}

/** Places of a driver's data that do not fit, by the tenant's field rules. */
export function problemsOf({ tenant, stored, role, draft, hasPicture, postalCodes }: CheckedDriver): readonly Problem[] {
  const { settings } = tenant
  const { main, additional } = settings.fieldRules
  return driverProblems(draft, {
    facts: {
      rules: role === 'additional' ? additional : main.fields, secondRules: main.second,
      upload: { isAvailable: takesPictures(tenant), isMandatory: settings.isUploadMandatory },
      trip: { pickUp: stored.row.check_out_at.slice(0, 10), dropOff: stored.row.check_in_at.slice(0, 10), ages: null },
      today: dayIn(settings.timeZone).format(new Date()),
      countries: countriesOf(settings, 'en'), documentTypes: documentTypes('en'),
    },
    hasPicture, postalCodes,
  })
}

/** Everything that speaks against a driver, in the order in which the screens ask it: the checks of a save, which completion makes again on what is stored (DEC-95). */
export async function driverObjections(transaction: Transaction<Tables>, driver: CheckedDriver): Promise<readonly Objection[]> {
  const { stored, draft, number, other } = driver
  const { name, surname, birth_date: birthDate, licence, second_licence: secondLicence } = draft
  const objections: Objection[] = []
  if (birthDate !== null && !areAgesAllowed([birthDate], stored.row.check_out_at.slice(0, 10), stored.row.vehicle)) objections.push({ code: 'AgeNotAllowed' })
  if (driver.isUndesirable || await isUndesirable(transaction, stored, [licence?.id ?? null, secondLicence?.id ?? null])) objections.push({ code: 'Undesirable' })
  if (other && isSameDriver({ id: number, name, surname, birthDate, licence: licence?.id ?? null }, personOf(other))) objections.push({ code: 'SameDriver' })
  const email = draft.email?.toLowerCase() ?? null
  if (email !== null && (other?.email?.toLowerCase() === email || await isEmailOfAnother(transaction, stored.row.tenant_id, email, draft, ({ id }) => id !== driver.besides?.id))) objections.push({ code: 'EmailInUse' })
  const problems = problemsOf(driver)
  return problems.length > 0 ? [...objections, { code: 'InvalidRequest', problems }] : objections
}
