import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { Transaction } from 'kysely'
import { recordReading } from '../../fleet/document-readings.ts'
import { sendLaterLink } from '../../identity/finish-later.ts'
import { resendCode } from '../../identity/resend-code.ts'
import type { IdentitySources } from '../../identity/reservation-directory.ts'
import { latestMailLanguage } from '../../mail/outbox-store.ts'
import { findReservations } from '../../operators/find-reservations.ts'
import { lookedAt, maskedEmail, renterDetails, supportState, type Reader } from '../../operators/support-view.ts'
import type { Proceeding } from '../../reservations/proceeding.ts'
import type { StoredReservation } from '../../reservations/reservation-store.ts'
import type { Tables } from '../../tables.ts'
import { requireTenant, type Tenant } from '../../tenants/tenant-store.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface SupportRoutesOptions extends Pick<IdentitySources, 'directory' | 'settings'> {
  readonly database: Database<Tables>
  readonly proceeding: Proceeding
  /** Called after a mail was committed, so that it leaves at once. */
  readonly mailQueued: () => void
}

/** A reservation of the operators' calls, and who calls. */
interface Asked {
  readonly params: { readonly id: string; readonly reference: string }
  readonly actor: string
}

/** How who works at the console stands in the access log, beside the company's tokens. */
const readerOf = (actor: string): Reader => (transaction, of, item) => recordReading(transaction, { ...of, reader: `${actor} at the console`, kind: 'support', item })

const notFound = () => new ServiceError(404, 'ReservationNotFound', 'There is no such reservation')

type Refusal = 'missed' | 'has-agreement' | 'completed' | 'nothing-waits'
const refusals: Readonly<Record<Refusal, readonly [number, string, string]>> = {
  missed: [409, 'NoAddress', 'There is no e-mail address on file'],
  'has-agreement': [409, 'HasRentalAgreement', 'The reservation already has a rental agreement'],
  completed: [409, 'ReadOnlySession', 'The check-in is completed; nothing is left to finish'],
  'nothing-waits': [409, 'NothingWaits', 'No page of the renter waits for a code: it has to be asked for there first'],
}

/** Throws why nothing was sent to the renter. */
function refuse(outcome: { readonly kind: Refusal } | { readonly kind: 'wait'; readonly seconds: number }): never {
  if (outcome.kind === 'wait') throw new ServiceError(429, 'TooManyRequests', `Too much was sent to this renter; try again in ${outcome.seconds} s`, { headers: { 'retry-after': String(outcome.seconds) } })
  throw new ServiceError(...refusals[outcome.kind])
}

/**
 * Reservations as support finds and helps with them (DEC-328). Whatever is read of one, and whatever is sent, is written down first in the company's access log; who may
 * call what is decided by the console, which knows the role.
 */
export function supportRoutes(serve: ServeOperators, { database, directory, settings, proceeding, mailQueued }: SupportRoutesOptions): void {
  const { findReservations: find, getSupportState, readRenterDetails, resendLink, resendCode: codeAgain } = internalContract
  const sources = { database, directory, settings }

  /** Looks at a reservation in one transaction. Throws 404 ReservationNotFound, also of one whose personal data are erased. */
  async function looking<Result>({ params: { id, reference }, actor }: Asked, item: string, work: (transaction: Transaction<Tables>, tenant: Tenant, stored: StoredReservation) => Promise<Result>): Promise<Result> {
    const tenant = await requireTenant(database.kysely, id)
    return database.withTenant(id, async (transaction) => {
      const stored = await lookedAt(transaction, { tenant, reference, reader: readerOf(actor) }, item)
      if (!stored) throw notFound()
      return work(transaction, tenant, stored)
    })
  }

  serve(find, async ({ params: { id }, body, actor, reply }) => {
    await requireTenant(database.kysely, id)
    void reply.header('cache-control', 'no-store')
    return database.withTenant(id, (transaction) => findReservations(transaction, id, body, readerOf(actor)))
  })
  serve(getSupportState, (asked) => {
    void asked.reply.header('cache-control', 'no-store')
    return looking(asked, 'state', (transaction, tenant, stored) => supportState(transaction, tenant, stored, { proceeding, lifetime: settings.session }))
  })
  serve(readRenterDetails, (asked) => {
    void asked.reply.header('cache-control', 'no-store')
    return looking(asked, `details: ${asked.body.reason}`, (transaction, { id }, stored) => renterDetails(transaction, id, stored))
  })
  serve(resendLink, async (asked) => {
    const { of, language, email } = await looking(asked, 'link', async (transaction, tenant, { row }) => ({
      of: { tenantId: tenant.id, reservationId: row.id }, language: await latestMailLanguage(transaction, tenant.id, row.id), email: row.customer_email,
    }))
    const outcome = await sendLaterLink(sources, of, language)
    if (outcome.kind !== 'sent' || email === null) return refuse(outcome.kind === 'sent' ? { kind: 'missed' } : outcome)
    mailQueued()
    return { email: maskedEmail(email), goodUntil: outcome.expiresAt.toISOString() }
  })
  serve(codeAgain, async (asked) => {
    const of = await looking(asked, 'code', (_transaction, { id }, { row }) => Promise.resolve({ tenantId: id, reservationId: row.id }))
    const outcome = await resendCode(sources, of)
    if (outcome.kind !== 'sent') return refuse(outcome)
    mailQueued()
    return { email: maskedEmail(outcome.email), goodUntil: outcome.goodUntil.toISOString() }
  })
}
