import { randomUUIDv7 } from 'node:crypto'
import type { ReadingList, ReadingsQuery } from '@checkin/fleet'
import type { Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Documents } from '../documents/documents.ts'
import type { PictureName } from '../documents/images/image-store.ts'
import { pdfsOf } from '../documents/pdf-store.ts'
import { loadReservation } from '../reservations/reservation-store.ts'
import type { Tables } from '../tables.ts'

/** What of a reservation is read, and by whom. */
export interface Wanted<What> {
  readonly tenantId: string
  readonly reference: string
  readonly reader: string
  readonly what: What
}

/** Writes down that somebody reads what is held about persons, in the transaction that reads it: nothing leaves without (DEC-270). */
export const recordReading = (transaction: Transaction<Tables>, reading: { readonly tenantId: string; readonly reservationId: string; readonly reader: string } & ({ readonly kind: 'everything'; readonly item?: never } | { readonly kind: 'picture' | 'paper' | 'support'; readonly item: string })) =>
  transaction.insertInto('personal_data_reading').values({
    tenant_id: reading.tenantId, id: randomUUIDv7(), reservation_id: reading.reservationId, reader: reading.reader, kind: reading.kind, item: reading.item ?? null,
  }).execute()

/** A picture that a renter gave, as WebP, and the reading of it; null when there is none, or nobody is known of the reservation any more (API-82). */
export const readPicture = (database: Database<Tables>, { store }: Pick<Documents, 'store'>, { tenantId, reference, reader, what: { role, part, side } }: Wanted<PictureName>): Promise<Buffer | null> =>
  database.withTenant(tenantId, async (transaction) => {
    const stored = await loadReservation(transaction, tenantId, { reference })
    const row = stored && !stored.row.erased_at ? stored.pictures.find((each) => each.role === role && each.part === part && each.side === side) : undefined
    const webp = row ? await store.read(transaction, row) : null
    if (stored && webp) await recordReading(transaction, { tenantId, reservationId: stored.row.id, reader, kind: 'picture', item: `${role}/${part}/${side}` })
    return webp
  })

/** A paper of a reservation, and the reading of it; null when it has none of that id (API-83). */
export const readPdf = (database: Database<Tables>, { pdfs }: Pick<Documents, 'pdfs'>, { tenantId, reference, reader, what: paperId }: Wanted<string>): Promise<Buffer | null> =>
  database.withTenant(tenantId, async (transaction) => {
    const stored = await loadReservation(transaction, tenantId, { reference })
    const isItsOwn = stored && (await pdfsOf(transaction, tenantId, stored.row.id)).some(({ id }) => id === paperId)
    const pdf = isItsOwn ? await pdfs.read(transaction, tenantId, paperId) : null
    if (stored && pdf) await recordReading(transaction, { tenantId, reservationId: stored.row.id, reader, kind: 'paper', item: paperId })
    return pdf
  })

/** The access log of a company, newest first (API-84). */
export async function listReadings(transaction: Transaction<Tables>, tenantId: string, { from, before, limit }: ReadingsQuery): Promise<ReadingList> {
  const rows = await transaction.selectFrom('personal_data_reading as reading')
    .innerJoin('reservation', (join) => join.onRef('reservation.tenant_id', '=', 'reading.tenant_id').onRef('reservation.id', '=', 'reading.reservation_id'))
    .where('reading.tenant_id', '=', tenantId)
    .$if(from !== undefined, (query) => query.where('reading.read_at', '>=', sql<Date>`${from}::timestamptz`))
    .$if(before !== undefined, (query) => query.where(sql<boolean>`(reading.read_at, reading.id) < (select read_at, id from personal_data_reading where tenant_id = ${tenantId} and id = ${before})`))
    .select(['reading.id', 'reservation.reference', 'reading.reader', 'reading.kind', 'reading.item', 'reading.read_at'])
    .orderBy('reading.read_at', 'desc').orderBy('reading.id', 'desc').limit(limit + 1).execute()
  const page = rows.slice(0, limit)
  return {
    readings: page.map(({ read_at: at, ...row }) => ({ ...row, readAt: at.toISOString() })),
    next: rows.length > limit ? page.at(-1)?.id ?? null : null,
  }
}
