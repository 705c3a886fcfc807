import { ServiceError } from '@checkin/server'
import dayjs from 'dayjs'
import type { DriverSave } from '@checkin/api'
import type { Transaction } from 'kysely'
import type { Tables } from '../../tables.ts'
import { tenantModules } from '../configuration/tenant-modules.ts'
import type { PostalCodes } from '../postal-codes/postal-codes.ts'
import { isReadOnlyFor } from '../reservations/read-only.ts'
import type { StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { isAgeAllowed } from './driver-age.ts'
import type { DriverDraft } from './driver-draft.ts'
import { driverProblems, type Problem } from './driver-problems.ts'
import { isEmailOfAnother, isUndesirable, personOf } from './known-drivers.ts'
import { isSameDriver } from './same-person.ts'
import { picturesAfter, type SentPicture } from './sent-pictures.ts'

/** Refuses a save with the places that do not fit; nothing of what was sent is repeated. */
export const refusedData = (issues: readonly Problem[]): ServiceError =>
  new ServiceError(400, 'InvalidRequest', 'The driver\'s data cannot be saved', { data: { issues: issues.slice(0, 20) } })

/** Whether renters of a tenant may give pictures (DEC-30). */
export const takesPictures = ({ settings }: Tenant): boolean =>
  settings.isUploadAvailable && tenantModules(settings).some(({ viewTag, isEnabled }) => viewTag === 'uploadview' && isEnabled)

const isAddDriver = ({ flags }: StoredReservation['extras'][number]): boolean => flags.includes('isAddDriver')

/** The line that an additional driver is priced by; null when the reservation has none. */
export const addDriverLine = ({ extras }: StoredReservation) => extras.find(isAddDriver) ?? null

/** Refuses to change a reservation that is handed over or that this session completed (409), or another one than the session's. */
export function requireChangeable({ row }: StoredReservation, number: string, sessionId: string): void {
  if (row.number !== number || row.erased_at) throw new ServiceError(400, 'CannotUpdate', 'The reservation cannot be changed')
  if (row.has_rental_agreement) throw new ServiceError(409, 'HasRentalAgreement', 'The reservation already has a rental agreement')
  if (isReadOnlyFor(row, sessionId)) throw new ServiceError(409, 'ReadOnlySession', 'The check-in is completed')
}

export interface Save {
  readonly tenant: Tenant
  readonly sessionId: string
  readonly stored: StoredReservation
  readonly body: DriverSave
  readonly draft: DriverDraft
  readonly pictures: readonly SentPicture[]
  readonly postalCodes: PostalCodes
}

function problemsOf({ tenant, stored, body, draft, pictures, postalCodes }: Save): readonly Problem[] {
  const { settings } = tenant
  const role = body.addDriver ? 'additional' : 'main'
  return driverProblems(draft, {
    rules: body.addDriver ? settings.fieldRules.additional : settings.fieldRules.main.fields, secondRules: settings.fieldRules.main.second,
    validatePostalCode: settings.validatePostalCode, validateTaxNumber: settings.validateTaxNumber,
    isUploadAvailable: takesPictures(tenant), isUploadMandatory: settings.isUploadMandatory,
    hasPicture: picturesAfter(stored.pictures.filter((picture) => picture.role === role), pictures), postalCodes,
    today: new Intl.DateTimeFormat('sv-SE', { timeZone: settings.timeZone }).format(new Date()),
    pickUp: dayjs(stored.row.check_out_at).format('YYYY-MM-DD'), giveBack: dayjs(stored.row.check_in_at).format('YYYY-MM-DD'),
  })
}

/** Everything that may speak against a save, in the order in which the screens ask it. Throws the refusal. */
export async function requireSavable(transaction: Transaction<Tables>, save: Save): Promise<void> {
  const { stored, body, draft, sessionId } = save
  requireChangeable(stored, body.reservation, sessionId)
  const { driver: main, addDriver, row } = stored
  if (body.addDriver && !addDriver && !addDriverLine(stored)) throw new ServiceError(400, 'CannotUpdate', 'This reservation takes no additional driver')

  if (draft.birth_date !== null && !isAgeAllowed(draft.birth_date, row.check_out_at.slice(0, 10), row.vehicle)) {
    throw new ServiceError(400, 'AgeNotAllowed', 'The driver\'s age is not allowed for this vehicle')
  }
  const former = body.addDriver ? addDriver : main
  if (former?.undesirable || await isUndesirable(transaction, stored, [draft.licence?.id ?? null, draft.second_licence?.id ?? null])) {
    throw new ServiceError(400, 'Undesirable', 'The company asks this driver to come to the counter')
  }
  const other = body.addDriver ? main : addDriver
  const { name, surname, birth_date: birthDate, licence } = draft
  const person = { id: former?.number ?? body.driver.id, name, surname, birthDate, licence: licence?.id ?? null }
  if (other && isSameDriver(person, personOf(other))) throw new ServiceError(400, 'SameDriver', 'Both drivers are the same person')

  const email = draft.email?.toLowerCase() ?? null
  if (email !== null && (other?.email?.toLowerCase() === email || await isEmailOfAnother(transaction, row.tenant_id, email, draft))) {
    throw new ServiceError(400, 'EmailInUse', 'The e-mail address is another driver\'s')
  }
  const problems = problemsOf(save)
  if (problems.length > 0) throw refusedData(problems)
}
