import { ServiceError } from '@checkin/server'
import type { DriverSave } from '@checkin/api'
import type { Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import type { PostalCodes } from './postal-codes.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { isReadOnlyFor } from '../reservations/own-reservation.ts'
import { addDriverLine, type DriverRow, type StoredReservation } from '../reservations/reservation-store.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import type { DriverDraft } from './driver-draft.ts'
import { driverObjections } from './driver-objections.ts'
import type { Problem } from './driver-problems.ts'
import { picturesAfter, type SentPicture } from './sent-pictures.ts'

/** Refuses a save with the places that do not fit; nothing of what was sent is repeated. */
export const refusedData = (issues: readonly Problem[]): ServiceError =>
  new ServiceError(400, 'InvalidRequest', 'The driver\'s data cannot be saved', { data: { issues: issues.slice(0, 20) } })

/** Declines a save whose pictures could not be read in time: nothing is wrong with them as far as is known, and nothing was stored. */
export const slowPictures = (paths: readonly string[]): ServiceError => new ServiceError(503, 'Unavailable', 'The pictures could not be read in time', {
  data: { issues: paths.map((path) => ({ path, code: 'try-again' })) }, headers: { 'retry-after': '5' },
})

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
  /** The additional driver whose place another person takes: of `stored` no longer, and nobody's address. */
  readonly replaced: DriverRow | null
  readonly body: DriverSave
  readonly draft: DriverDraft
  readonly pictures: readonly SentPicture[]
  readonly postalCodes: PostalCodes
  readonly proceeding: Proceeding
}

/** Everything that may speak against a save, in the order in which the screens ask it. Throws the refusal. */
export async function requireSavable(transaction: Transaction<Tables>, save: Save): Promise<void> {
  const { tenant, stored, body, draft, pictures, sessionId, postalCodes, proceeding, replaced } = save
  requireChangeable(stored, body.reservation, sessionId)
  await proceeding.require(transaction, { tenant, stored, act: 'saveDriver', steps: body.addDriver ? ['adview'] : [] })
  const { driver: main, addDriver } = stored
  if (body.addDriver && !addDriver && !replaced && !addDriverLine(stored)) throw new ServiceError(400, 'CannotUpdate', 'This reservation takes no additional driver')

  const [role, former, other] = body.addDriver ? ['additional', addDriver, main] as const : ['main', main, addDriver] as const
  const [objection] = await driverObjections(transaction, {
    tenant, stored, role, draft, postalCodes, other, besides: replaced, number: former?.number ?? body.driver.id, isUndesirable: former?.undesirable ?? false,
    hasPicture: picturesAfter(stored.pictures.filter((picture) => picture.role === role), pictures),
  })
  if (objection?.code === 'InvalidRequest') throw refusedData(objection.problems)
  if (objection) throw new ServiceError(400, objection.code, titles[objection.code])
}

const titles = {
  AgeNotAllowed: 'The driver\'s age is not allowed for this vehicle', Undesirable: 'The company asks this driver to come to the counter',
  SameDriver: 'Both drivers are the same person', EmailInUse: 'The e-mail address is another driver\'s',
} as const
