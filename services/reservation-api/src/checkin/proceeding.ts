import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { isPrecheckoutPossible } from '../completion/precheckout-eligibility.ts'
import { tenantModules } from '../configuration/tenant-modules.ts'
import { areAgesAllowed } from '../driver/driver-age.ts'
import { addDriverLine } from '../driver/add-driver-line.ts'
import type { DriverDraft } from '../driver/driver-draft.ts'
import { driverObjections, problemsOf, type Judged } from '../driver/driver-objections.ts'
import { picturesAfter } from '../driver/sent-pictures.ts'
import type { PostalCodes } from '../postal-codes/postal-codes.ts'
import type { DriverRow, StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { areTermsAccepted } from '../terms/acceptance-store.ts'
import { areTermsAsked } from '../terms/terms-store.ts'
import { driverLacks } from './driver-lacks.ts'
import type { FlowStep, ProceedingFacts } from './policy.ts'

/** A driver of whom nothing is known. */
const nobody: DriverDraft = {
  name: '', surname: '', birth_date: null, birth_place: null, address: null, address_complement: null, zip_code: null, city: null, country_id: null,
  nationality_id: null, email: null, mobile_prefix: null, mobile_phone: null, tax_number: null, document: null, licence: null, second_licence: null,
}

export interface Subject {
  readonly tenant: Tenant
  readonly stored: StoredReservation
  readonly postalCodes: PostalCodes
}

/** A stored driver, judged alone: an additional driver is not compared with the main one, whom it must not block (DEC-95). */
const judgedAs = ({ tenant, stored, postalCodes }: Subject, role: DriverRow['role'], driver: DriverRow | null): Judged => ({
  tenant, stored, role, postalCodes, draft: driver ?? nobody, number: driver?.number ?? 0, isUndesirable: driver?.undesirable ?? false, other: null,
  besides: role === 'main' ? stored.addDriver : stored.driver, hasPicture: picturesAfter(stored.pictures.filter((picture) => picture.role === role), []),
})

/** Reads all that the rules about proceeding look at. */
export async function readFacts(transaction: Transaction<Tables>, subject: Subject): Promise<ProceedingFacts & { readonly termsAccepted: boolean }> {
  const { tenant, tenant: { settings }, stored } = subject
  const { row, driver, addDriver } = stored
  const termsAccepted = await areTermsAccepted(transaction, row.tenant_id, row.id)
  const objections = await driverObjections(transaction, judgedAs(subject, 'main', driver))
  // Who was begun and not finished is left out: the extra is accepted when the driver is saved (DEC-41).
  const isFinished = addDriver !== null && addDriverLine(stored)?.is_accepted === true && problemsOf(judgedAs(subject, 'additional', addDriver)).length === 0
  return {
    termsAccepted, areTermsSettled: termsAccepted || !await areTermsAsked(transaction, tenant), isEligible: isPrecheckoutPossible(stored, settings),
    driver: driver && objections.length === 0 ? [] : driverLacks(objections, driver !== null),
    additionalDriver: isFinished && !areAgesAllowed(addDriver.birth_date === null ? [] : [addDriver.birth_date], row.check_out_at.slice(0, 10), row.vehicle) ? [{ code: 'AgeNotAllowed', step: 'overview' }] : [],
    stepsOff: tenantModules(settings).filter(({ isEnabled }) => !isEnabled).map(({ viewTag }) => viewTag as FlowStep),
  }
}
