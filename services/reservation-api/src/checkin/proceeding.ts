import type { Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import { isPrecheckoutPossible } from '../reservations/module-status.ts'
import { tenantModules } from '../tenants/tenant-settings.ts'
import { areAgesAllowed } from '@checkin/driver-rules'
import type { DriverDraft } from '../drivers/driver-draft.ts'
import { driverObjections, problemsOf, type CheckedDriver } from '../drivers/driver-objections.ts'
import { picturesAfter } from '../drivers/sent-pictures.ts'
import type { PostalCodes } from '../drivers/postal-codes.ts'
import { requireNothing, type FlowStep, type Proceeding } from '../reservations/proceeding.ts'
import { addDriverLine, type DriverRow, type StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { areTermsAccepted } from '../agreement/terms/acceptance-store.ts'
import { areTermsAsked } from '../agreement/terms/terms-store.ts'
import { missingOfDriver, missingByAct, missingFor, type ProceedingFacts } from './policy.ts'

/** A driver of whom nothing is known. */
const nobody: DriverDraft = {
  name: '', surname: '', birth_date: null, birth_place: null, address: null, address_complement: null, zip_code: null, city: null, country_id: null,
  nationality_id: null, email: null, mobile_prefix: null, mobile_phone: null, tax_number: null, document: null, licence: null, second_licence: null,
}

interface Subject {
  readonly tenant: Tenant
  readonly stored: StoredReservation
  readonly postalCodes: PostalCodes
}

/** A stored driver, checked alone: an additional driver is not compared with the main one, whom it must not block (DEC-95). */
const driverToCheck = ({ tenant, stored, postalCodes }: Subject, role: DriverRow['role'], driver: DriverRow | null): CheckedDriver => ({
  tenant, stored, role, postalCodes, draft: driver ?? nobody, number: driver?.number ?? 0, isUndesirable: driver?.undesirable ?? false, other: null,
  besides: role === 'main' ? stored.addDriver : stored.driver, hasPicture: picturesAfter(stored.pictures.filter((picture) => picture.role === role), []),
})

/** Reads all that the rules about proceeding look at. */
async function readFacts(transaction: Transaction<Tables>, subject: Subject): Promise<ProceedingFacts & { readonly termsAccepted: boolean }> {
  const { tenant, tenant: { settings }, stored } = subject
  const { row, driver, addDriver } = stored
  const termsAccepted = await areTermsAccepted(transaction, row.tenant_id, row.id)
  const objections = await driverObjections(transaction, driverToCheck(subject, 'main', driver))
  // Who was begun and not finished is left out: the extra is accepted when the driver is saved (DEC-41).
  const isFinished = addDriver !== null && addDriverLine(stored)?.is_accepted === true && problemsOf(driverToCheck(subject, 'additional', addDriver)).length === 0
  return {
    termsAccepted, areTermsSettled: termsAccepted || !await areTermsAsked(transaction, tenant), isEligible: isPrecheckoutPossible(stored, settings), isCompleted: row.is_completed,
    driver: missingOfDriver(objections, driver !== null),
    additionalDriver: isFinished && !areAgesAllowed(addDriver.birth_date === null ? [] : [addDriver.birth_date], row.check_out_at.slice(0, 10), row.vehicle) ? [{ code: 'AgeNotAllowed', step: 'overview', fields: ['addDriver.birthDate'] }] : [],
    stepsOff: tenantModules(settings).filter(({ isEnabled }) => !isEnabled).map(({ viewTag }) => viewTag as FlowStep),
  }
}

/** The rules of this service (DEC-95). */
export function createProceeding({ postalCodes }: { readonly postalCodes: PostalCodes }): Proceeding {
  const missing: Proceeding['missing'] = async (transaction, { tenant, stored, act, steps = [] }) => missingFor(act, await readFacts(transaction, { tenant, stored, postalCodes }), steps)
  return {
    missing,
    require: async (transaction, request) => { requireNothing(await missing(transaction, request)) },
    readiness: async (transaction, tenant, stored) => {
      const facts = await readFacts(transaction, { tenant, stored, postalCodes })
      return { termsAccepted: facts.termsAccepted, missing: missingByAct(facts) }
    },
  }
}
