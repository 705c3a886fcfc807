import { randomInt, randomUUIDv7 } from 'node:crypto'
import type { Driver, DriverSave } from '@checkin/api'
import { leftNothing, ServiceError, type Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { forgetDriverDraft } from '../identity/drafts.ts'
import type { Documents } from '../documents/documents.ts'
import { forgetPictures, type WrittenPicture } from '../documents/images/image-store.ts'
import { pictureFrom } from '../documents/images/image-reader.ts'
import { appendEvent } from '../reservations/event-store.ts'
import type { Session } from '../identity/session-store.ts'
import { requireSameVersion } from '../reservations/own-reservation.ts'
import type { PostalCodes } from './postal-codes.ts'
import type { Proceeding } from '../reservations/proceeding.ts'
import { addDriverLine, loadReservation, lockReservation, nextVersion, type StoredReservation } from '../reservations/reservation-store.ts'
import { storedDriver } from '../reservations/sealed-rows.ts'
import { numberHash } from '../reservations/sms-number.ts'
import { wireReservation } from '../reservations/wire-reservation.ts'
import type { Tenant } from '../tenants/tenant-store.ts'
import { settleFees } from './age-fee.ts'
import { draftOf, type DriverDraft } from './driver-draft.ts'
import { takesPictures } from './driver-objections.ts'
import { refusedData, requireSavable, slowPictures } from './save-checks.ts'
import { endInvitations } from './invitation/invitation-store.ts'
import { sentPictures, type SentPicture } from './sent-pictures.ts'

export interface SaveDependencies {
  readonly database: Database<Tables>
  readonly documents: Documents
  readonly postalCodes: PostalCodes
  readonly proceeding: Proceeding
  /** Throws 409 when a rental agreement is written about the reservation. */
  readonly requireNoAgreement: (transaction: Transaction<Tables>, tenantId: string, reservationId: string) => Promise<void>
}

type Role = 'main' | 'additional'

/** A save by the invited driver. What it throws refuses the save; it is asked again once the reservation's row is held. */
export interface InvitedSave {
  readonly requireInvited: (transaction: Transaction<Tables>) => Promise<void>
  readonly done: (transaction: Transaction<Tables>) => Promise<void>
}

/** Who saves an additional driver begins anew where the former data are another person's: neither is to see, keep or pass by what the other gave (DEC-211). */
const withoutAdditional = (stored: StoredReservation): StoredReservation =>
  ({ ...stored, addDriver: null, pictures: stored.pictures.filter(({ role }) => role !== 'additional') })
type Written = readonly { readonly sent: SentPicture; readonly picture: WrittenPicture }[]

/** Decodes, encodes anew and seals what was sent. Throws the refusal when one file is no picture that is taken; then nothing stays behind. */
async function writePictures(documents: Documents, tenantId: string, sent: readonly SentPicture[]): Promise<Written> {
  const replaced = sent.flatMap((picture) => (picture.change.kind === 'replace' ? [{ picture, base64: picture.change.base64 }] : []))
  const read = await Promise.all(replaced.map(async ({ picture, base64 }) => ({ picture, answer: await pictureFrom(base64, documents.reader) })))
  const refused = read.filter(({ answer }) => answer.kind === 'refused')
  if (refused.length > 0) throw refusedData(refused.map(({ picture: { path } }) => ({ path, code: 'invalid' })))
  const slow = read.filter(({ answer }) => answer.kind === 'slow')
  if (slow.length > 0) throw slowPictures(slow.map(({ picture: { path } }) => path))
  return Promise.all(read.flatMap(({ picture, answer }) =>
    (answer.kind === 'read' ? [documents.store.write(tenantId, answer.bytes).then((written) => ({ sent: picture, picture: written }))] : [])))
}

async function load(transaction: Transaction<Tables>, { tenantId, reservationId }: Session): Promise<StoredReservation> {
  const stored = await loadReservation(transaction, tenantId, { id: reservationId })
  if (!stored || stored.row.erased_at) throw new ServiceError(400, 'CannotUpdate', 'The reservation cannot be changed')
  return stored
}

/** API-23: checks as the screens do, then stores the driver, the pictures, the price of a second driver and the fees of age, all or nothing. */
export async function saveDriver(dependencies: SaveDependencies, tenant: Tenant, session: Session, body: DriverSave, invited: InvitedSave | null = null): Promise<Driver> {
  const { database, documents, postalCodes, proceeding, requireNoAgreement } = dependencies
  const role: Role = body.addDriver ? 'additional' : 'main'
  const pictures = takesPictures(tenant) ? sentPictures(body.driver).filter(({ part }) => role === 'main' || part !== 'second_licence') : []
  const checked = async (transaction: Transaction<Tables>) => {
    await invited?.requireInvited(transaction)
    const stored = await load(transaction, session)
    await requireNoAgreement(transaction, tenant.id, session.reservationId)
    requireSameVersion(stored.row, body.rowVersion)
    const isNewPerson = role === 'additional' && (invited !== null || stored.addDriver?.is_invited === true)
    const known = isNewPerson ? withoutAdditional(stored) : stored
    const draft = draftOf(body.driver, role === 'main' ? known.driver : known.addDriver, role)
    await requireSavable(transaction, { tenant, sessionId: session.id, stored: known, replaced: isNewPerson ? stored.addDriver : null, body, draft, pictures, postalCodes, proceeding })
    return { stored, draft, isNewPerson }
  }
  // Once before the costly decoding, and again on what is true at the moment of writing.
  await database.withTenant(tenant.id, checked)
  const written = await writePictures(documents, tenant.id, pictures)
  try {
    return await database.withTenant(tenant.id, async (transaction) => {
      await lockReservation(transaction, tenant.id, session.reservationId)
      const { stored, draft, isNewPerson } = await checked(transaction)
      await keepDriver(transaction, stored, role, draft, invited !== null, session.level === 'verified')
      if (isNewPerson) await forgetPictures(transaction, tenant.id, (eb) => eb.and({ reservation_id: session.reservationId, role }))
      await keepPictures(transaction, documents, stored, role, pictures, written)
      if (body.addDriver) await acceptAdditionalDriver(transaction, stored)
      await forgetDriverDraft(transaction, session, role)
      // What the renter saves takes the place of what was waited for.
      await (invited ? invited.done(transaction) : role === 'additional' && endInvitations(transaction, tenant.id, session.reservationId))
      return finishSave(transaction, session, role, role === 'additional' && stored.addDriver === null)
    })
  } catch (error) {
    if (leftNothing(error)) await Promise.all(written.map(({ picture }) => documents.store.discard(tenant.id, picture.id)))
    throw error
  }
}

async function keepDriver(
  transaction: Transaction<Tables>, { row, driver, addDriver }: StoredReservation, role: Role, draft: DriverDraft, isInvited: boolean, isProved: boolean,
): Promise<void> {
  const former = role === 'main' ? driver : addDriver
  const id = former?.id ?? randomUUIDv7()
  const { name, surname, country_id } = draft
  const columns = {
    name, surname, country_id, is_invited: isInvited, ...await storedDriver(transaction, id, draft),
    // Who only holds a link may change the number, and then no code goes to it (DEC-231).
    ...(role === 'main' && isProved && { sms_number_hash: await numberHash(transaction, { id, mobile_prefix: draft.mobile_prefix, mobile_phone: draft.mobile_phone }) }),
  }
  if (former) {
    await transaction.updateTable('driver').where('tenant_id', '=', row.tenant_id).where('id', '=', former.id).set(columns).execute()
    return
  }
  await transaction.insertInto('driver').values({
    ...columns, tenant_id: row.tenant_id, id, reservation_id: row.id, role, number: randomInt(2 ** 32, 2 ** 47),
    gateway_driver_id: null, undesirable: false,
  }).execute()
}

async function keepPictures(
  transaction: Transaction<Tables>, { store }: Documents, { row }: StoredReservation, role: Role, sent: readonly SentPicture[], written: Written,
): Promise<void> {
  for (const { part, side, change } of sent) {
    if (change.kind !== 'clear') continue
    await forgetPictures(transaction, row.tenant_id, (eb) => eb.and({ reservation_id: row.id, role, part, side }))
  }
  for (const { sent: { part, side }, picture } of written) {
    await store.keep(transaction, { tenantId: row.tenant_id, reservationId: row.id, role, part, side }, picture)
  }
}

/** Nobody pays for a driver who was not entered (DEC-41): the extra is accepted here and nowhere before. */
async function acceptAdditionalDriver(transaction: Transaction<Tables>, stored: StoredReservation): Promise<void> {
  const line = addDriverLine(stored)
  if (!line || line.is_accepted) return
  await transaction.updateTable('extra_line')
    .where('tenant_id', '=', line.tenant_id).where('reservation_id', '=', line.reservation_id).where('extra_id', '=', line.extra_id)
    .set((eb) => ({ is_accepted: true, quantity: eb.fn<number>('greatest', ['quantity', eb.lit(1)]), accepted_at: sql<string>`now() at time zone 'UTC'` }))
    .execute()
}

/** `isAdded`: there was no such driver before, neither the company's nor the renter's; by that the ticket knows who can be taken back (DEC-282). */
async function finishSave(transaction: Transaction<Tables>, session: Session, role: Role, isAdded: boolean): Promise<Driver> {
  const saved = await load(transaction, session)
  await settleFees(transaction, saved)
  const { row } = saved
  await transaction.updateTable('reservation').where('tenant_id', '=', row.tenant_id).where('id', '=', row.id)
    .set(nextVersion).execute()
  await appendEvent(transaction, {
    tenantId: row.tenant_id, reservationId: row.id, reference: row.reference, kind: 'driver.saved', data: { role, rowVersion: row.row_version + 1, ...(isAdded && { added: true }) },
  })
  const { driver, addDriver } = wireReservation(saved, false)
  const answer = role === 'main' ? driver : addDriver
  if (!answer) throw new Error('the saved driver is not there')
  return answer
}
