import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { PaymentResult, PaymentStanding } from '@checkin/api'
import { internalFetch } from '@checkin/server'
import type { TestDatabase } from '@checkin/server/testing'
import { documentKey, withKeysOf } from '../fixtures/keys.fixture.ts'
import { aFleetReservation } from '../fixtures/whole-api.fixture.ts'
import type { Tables } from '../../src/tables.ts'
import { FleetReservation } from '@checkin/fleet'
import { putReservation } from '../../src/fleet/put-reservation.ts'
import { openSession } from '../../src/identity/session-store.ts'
import { recordAcceptance } from '../../src/agreement/terms/acceptance-store.ts'
import type { DeskLoad } from './desk-load.ts'
import type { ProviderProcesses } from './provider-processes.ts'

/** Worked example E1: 279.55 in all, 100 paid before. */
export const moneyOfReservation = { due: 179.55, dueMinor: 17_955, paidBeforeMinor: 10_000 }
const tenantId = 'costaverde'
const host = `${tenantId}.localhost:4000`

export interface LoadOptions {
  readonly database: TestDatabase<Tables>
  readonly provider: ProviderProcesses
  /** Addresses of the API servers; any of them may be dead at any moment. */
  readonly servers: readonly string[]
  readonly chance: () => number
  /** What the company does with the money of those who paid or signed; nothing when left out. */
  readonly desk?: DeskLoad
}

/** What renters saw during a run. */
export interface Seen {
  /** Renters who arrived: whose reservation and session the database took. */
  reservations: number
  clicks: number
  paid: number
  declines: number
  /** Calls that ended with a dead server. */
  broken: number
  /** Calls that were answered 503 or 504, and calls that were answered 500. */
  refused: number
  faults: number
  /** Left while the payment was still being checked. */
  left: number
}

/** Counts a call that was not served. */
export function count(seen: Seen, status: number | undefined): void {
  if (status === undefined) seen.broken += 1
  if (status === 503 || status === 504) seen.refused += 1
  if (status === 500) seen.faults += 1
}

/** Renters who click one to three times at once, look how it stands, try again after a decline, and walk away when it takes too long. */
export function paymentLoad({ database: bare, provider, servers, chance, desk }: LoadOptions) {
  const database = withKeysOf(bare, documentKey)
  const seen: Seen = { reservations: 0, clicks: 0, paid: 0, declines: 0, broken: 0, refused: 0, faults: 0, left: 0 }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item

  let arrivals = 0
  const arrive = async () => {
    const reference = `K${arrivals += 1}`
    const renter = await database.withTenant(tenantId, async (transaction) => {
      // Nobody writes to these renters: mail is another worker's, and would only take the processor from the payments.
      const { number } = await putReservation(transaction, tenantId, reference, FleetReservation.parse(aFleetReservation({ customer: { name: 'Maria', surname: 'Silva', email: null } })))
      const { id } = await transaction.selectFrom('reservation').select('id').where('tenant_id', '=', tenantId).where('reference', '=', reference).executeTakeFirstOrThrow()
      const { token, session } = await openSession(transaction, { tenantId, reservationId: id, level: 'verified', isPreview: false })
      // They agreed to the terms: nobody pays or proceeds without (DEC-95).
      await recordAcceptance(transaction, { tenantId, reservationId: id, acceptedDate: '2026-11-22', timeZone: 'UTC', sessionId: session.id, documents: [] })
      return { number, reference, cookie: `checkin_session=${token}` }
    })
    seen.reservations += 1
    return renter
  }
  type Renter = Awaited<ReturnType<typeof arrive>>

  /** A call to any server; null when the server died, or was dead. */
  const call = async <Answer>(renter: Renter, method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | null> => {
    const answer = await internalFetch(`${pick(servers)}/api${path}`, {
      method, ...(body && { body }), timeoutMs: 8000,
      headers: { host, identifier: host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie: renter.cookie, 'idempotency-key': randomUUID() },
    }).catch(() => null)
    if (answer?.status !== 200) {
      count(seen, answer?.status)
      await delay(100 + 200 * chance())
      return null
    }
    return answer.json() as Answer
  }
  const click = async (renter: Renter): Promise<PaymentResult | null> => {
    seen.clicks += 1
    const token = await provider.token()
    return call(renter, 'POST', '/payment', { documentId: renter.number, amount: moneyOfReservation.due, provider: 'card', token, referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true })
  }
  const look = async (renter: Renter): Promise<PaymentStanding['state']> => {
    for (let looks = 0; looks < 40; looks += 1) {
      const status = await call<PaymentStanding>(renter, 'GET', `/payment/state/${renter.number}`)
      if (status && status.state !== 'checking') return status.state
      await delay(100 + 200 * chance())
    }
    return 'checking'
  }

  /** One renter from arrival to leaving. */
  const visit = async (): Promise<void> => {
    // Renters think: without it they would only take the processor from the servers that start.
    await delay(600 * chance())
    const renter = await arrive()
    for (let tries = 0; tries < 4; tries += 1) {
      await Promise.all(Array.from({ length: 1 + Math.floor(3 * chance()) }, () => click(renter)))
      const state = await look(renter)
      if (state === 'paid') {
        seen.paid += 1
        if (chance() < 0.3) await desk?.refund(renter.reference)
        return
      }
      if (state === 'declined') seen.declines += 1
      if (state === 'checking') {
        seen.left += 1
        return
      }
    }
  }
  return { seen, visit }
}
