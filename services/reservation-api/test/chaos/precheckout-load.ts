import { setTimeout as delay } from 'node:timers/promises'
import type { PrecheckoutResult } from '@checkin/api'
import { internalFetch } from '@checkin/server'
import { documentKey, withKeysOf } from '../fixtures/keys.fixture.ts'
import { aFleetReservation } from '../fixtures/whole-api.fixture.ts'
import { FleetReservation } from '@checkin/fleet'
import { putReservation } from '../../src/fleet/put-reservation.ts'
import { openSession } from '../../src/identity/session-store.ts'
import { recordAcceptance } from '../../src/agreement/terms/acceptance-store.ts'
import { count, type LoadOptions, type Seen } from './payment-load.ts'

const tenantId = 'costaverde'
const host = `${tenantId}.localhost:4000`
/** What the signature provider does with a share of the signers. */
const signers = ['', '', '', '', '', '.sign-answer-lost', '.sign-away', '.sign-agreement-fails', '.sign-twice', '.sign-silent'] as const

interface Refusal { readonly data: { readonly errors?: readonly { readonly context: string }[] } | null }

/** Renters who proceed with one to three clicks at once, try another card after a decline, sign or walk away, and come back from signing. `paid` counts the signed. */
export function precheckoutLoad({ database: bare, provider, servers, chance, desk }: LoadOptions) {
  const database = withKeysOf(bare, documentKey)
  const seen: Seen = { reservations: 0, clicks: 0, paid: 0, declines: 0, broken: 0, refused: 0, faults: 0, left: 0 }
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(chance() * items.length)] as Item

  let arrivals = 0
  const arrive = async () => {
    const reference = `A${arrivals += 1}`
    const renter = await database.withTenant(tenantId, async (transaction) => {
      const { number } = await putReservation(transaction, tenantId, reference, FleetReservation.parse(aFleetReservation({ isCompleted: true, emailToSign: `${reference.toLowerCase()}${pick(signers)}@example.com` })))
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
  const call = async (path: string, body: object, cookie = '') => {
    const answer = await internalFetch(`${pick(servers)}/api${path}`, {
      method: 'POST', body, timeoutMs: 10_000, headers: { host, identifier: host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie },
    }).catch(() => null)
    count(seen, answer?.status)
    if (!answer) {
      await delay(100 + 200 * chance())
    }
    return answer
  }
  const click = async ({ number, cookie }: Renter, authorization: string): Promise<string | null> => {
    seen.clicks += 1
    const answer = await call('/precheckout', { documentId: number, authorization, isRecurring: true, validated: true }, cookie)
    if (answer?.status === 200) return (answer.json() as PrecheckoutResult).signatureURL
    return answer?.status === 400 ? (answer.json() as Refusal).data?.errors?.[0]?.context ?? null : null
  }
  /** Where to sign, or the context of a refusal; null for a renter who lost patience. */
  const proceed = async (renter: Renter): Promise<string | null> => {
    const authorization = await provider.token()
    const answers = await Promise.all(Array.from({ length: 1 + Math.floor(3 * chance()) }, () => click(renter, authorization)))
    let answer = answers.find((one) => one?.startsWith('http')) ?? answers.find((one) => one !== null) ?? null
    // A server that died had the agreement for fifteen seconds; renters who wait as long see more of what happens afterwards.
    for (let looks = 0; looks < 120 && answer === null; looks += 1) {
      await delay(60 + 120 * chance())
      answer = await click(renter, authorization)
    }
    return answer
  }

  /** One renter from arrival to leaving. */
  const visit = async (): Promise<void> => {
    const renter = await arrive()
    let answer = await proceed(renter)
    for (let tries = 0; tries < 3 && answer === 'payment'; tries += 1) {
      seen.declines += 1
      answer = await proceed(renter)
    }
    if (!answer?.startsWith('http') || chance() < 0.3) {
      seen.left += 1
      return
    }
    const back = (await provider.sign(answer)).headers.location
    const [guid, signatureId] = back ? new URL(back).pathname.split('/').slice(3) : []
    for (let tries = 0; tries < 5 && guid && signatureId; tries += 1) {
      const confirmed = await call('/precheckout/complete', { guid, signatureId })
      if (confirmed?.status !== 200) continue
      seen.paid += 1
      if (chance() < 0.6) await desk?.deposit(renter.reference)
      return
    }
  }
  return { seen, visit }
}
