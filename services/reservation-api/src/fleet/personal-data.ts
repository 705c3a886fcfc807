import type { fleetContract } from '@checkin/fleet'
import type { Reply } from '@checkin/http'
import type { Database } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import { liveAgreement } from '../agreement/agreement-store.ts'
import { acceptedDocuments, acceptedOn } from '../agreement/terms/acceptance-store.ts'
import { passesOf } from '../checkin/ticket/wallet/pass-store.ts'
import type { Documents } from '../documents/documents.ts'
import { pdfsOf } from '../documents/pdf-store.ts'
import type { Drafts } from '../identity/drafts.ts'
import { intentsOf } from '../payments/intent-store.ts'
import { ledgerOf } from '../payments/ledger-store.ts'
import { asWritten } from '../reservations/event-store.ts'
import { stockAt } from '../reservations/offers/stock-store.ts'
import { loadCards, loadReservation, loadUpgrades, type StoredReservation } from '../reservations/reservation-store.ts'
import type { Tables } from '../tables.ts'
import { recordReading } from './document-readings.ts'
import { fleetAnswer } from './fleet-answer.ts'

const moment = (at: Date | null): string | null => at?.toISOString() ?? null

/** A reservation with all that stands beside it, as the company's system reads it. */
export async function fleetView(transaction: Transaction<Tables>, tenantId: string, stored: StoredReservation): Promise<ReturnType<typeof fleetAnswer>> {
  const { id, check_out_place: place } = stored.row
  return fleetAnswer(stored, {
    upgrades: await loadUpgrades(transaction, tenantId, id),
    cards: await loadCards(transaction, tenantId, id),
    stock: await stockAt(transaction, { tenantId, place }),
    termsAcceptedOn: await acceptedOn(transaction, tenantId, id),
    termsDocuments: await acceptedDocuments(transaction, tenantId, id),
    payments: await intentsOf(transaction, tenantId, id),
    agreement: await liveAgreement(transaction, tenantId, id),
    pdfs: await pdfsOf(transaction, tenantId, id),
    ledger: await ledgerOf(transaction, tenantId, id),
  })
}

export interface PersonalDataSource {
  readonly database: Database<Tables>
  readonly documents: Pick<Documents, 'open'>
  readonly drafts: Pick<Drafts, 'read'>
}

/**
 * Everything that is held about the persons of a reservation, and writes down first that `reader` asked, so that no reading goes unseen (REL-14).
 * Null when there is no such reservation, or nobody is known of it any more.
 */
export async function personalDataOf({ database, documents, drafts }: PersonalDataSource, tenantId: string, reference: string, reader: string): Promise<Reply<typeof fleetContract.exportPersonalData> | null> {
  const held = await database.withTenant(tenantId, async (transaction) => {
    const stored = await loadReservation(transaction, tenantId, { reference })
    if (!stored || stored.row.erased_at) return null
    await recordReading(transaction, { tenantId, reservationId: stored.row.id, reader, kind: 'everything' })
    return { stored, answer: await fleetView(transaction, tenantId, stored), traces: await tracesOf(transaction, tenantId, stored.row.id) }
  })
  if (!held) return null
  const { stored, answer, traces: { at, ...traces } } = held
  return {
    madeAt: at.toISOString(), stored: answer,
    pictures: [...await documents.open(database, tenantId, stored.pictures)],
    drafts: (await drafts.read({ tenantId, reservationId: stored.row.id })).forms.map(({ form, texts }) => ({ form, texts: { ...texts } })),
    ...traces,
  }
}

/** What a renter's visits left, oldest first. */
async function tracesOf(transaction: Transaction<Tables>, tenantId: string, reservationId: string) {
  const of = { tenant_id: tenantId, reservation_id: reservationId }
  const sessions = await transaction.selectFrom('renter_session').where((eb) => eb.and(of)).select(['level', 'created_at', 'seen_at', 'ended_at']).orderBy('created_at').execute()
  const codes = await transaction.selectFrom('login_code').where((eb) => eb.and(of)).select(['email', 'created_at', 'used_at']).orderBy('created_at').execute()
  const links = await transaction.selectFrom('access_link').where((eb) => eb.and(of)).select(['purpose', 'created_at', 'expires_at', 'last_used_at', 'use_count']).orderBy('created_at').execute()
  const mails = await transaction.selectFrom('mail_outbox').where((eb) => eb.and(of)).select(['kind', 'language', 'to_address', 'state', 'created_at', 'finished_at']).orderBy('created_at').execute()
  const passes = await passesOf(transaction, { tenantId, reservationId })
  const offers = await transaction.selectFrom('offer_answer').where((eb) => eb.and(of)).select(['view_tag', 'action', 'answered_at']).orderBy('number').execute()
  const events = await transaction.selectFrom('fleet_event').where((eb) => eb.and(of)).select(['kind', 'occurred_at', 'data']).orderBy(asWritten).execute()
  const readings = await transaction.selectFrom('personal_data_reading').where((eb) => eb.and(of)).select(['reader', 'kind', 'item', 'read_at']).orderBy('id').execute()
  return {
    at: (await sql<{ now: Date }>`select now() as now`.execute(transaction)).rows[0]?.now ?? new Date(),
    sessions: sessions.map((row) => ({ level: row.level, beganAt: row.created_at.toISOString(), seenAt: row.seen_at.toISOString(), endedAt: moment(row.ended_at) })),
    codes: codes.map((row) => ({ email: row.email, sentAt: row.created_at.toISOString(), usedAt: moment(row.used_at) })),
    links: links.map((row) => ({ purpose: row.purpose, madeAt: row.created_at.toISOString(), expiresAt: row.expires_at.toISOString(), lastUsedAt: moment(row.last_used_at), uses: row.use_count })),
    mails: mails.map((row) => ({ kind: row.kind, language: row.language, address: row.to_address, state: row.state, writtenAt: row.created_at.toISOString(), finishedAt: moment(row.finished_at) })),
    passes: passes.map(({ wallet, madeAt, phones }) => ({ wallet, madeAt: madeAt.toISOString(), phones })),
    offers: offers.map((row) => ({ viewTag: row.view_tag, action: row.action, answeredAt: row.answered_at.toISOString() })),
    events: events.map((row) => ({ kind: row.kind, occurredAt: row.occurred_at.toISOString(), data: { ...row.data } })),
    readings: readings.map((row) => ({ reader: row.reader, kind: row.kind, item: row.item, readAt: row.read_at.toISOString() })),
  }
}
