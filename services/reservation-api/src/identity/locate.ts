import type { WorkNeeded } from '@checkin/api'
import { networkOf, siteNetworkOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'
import { missesBeyond } from './guard.ts'
import { holdGuard, recordMiss, type HeldGuard } from './guard-store.ts'
import { bitsFor, challengeFor, spendWork } from './guess-work.ts'
import type { IdentitySettings } from './identity-settings.ts'
import { referenceKey, type ReservationIdentity, type ReservationDirectory } from './reservation-directory.ts'
import { canBeProved, isProof } from './second-proof.ts'
import { isSameEmail, isSameSurname } from './surname.ts'

/** What somebody claims to know of a reservation. */
export interface Claim {
  readonly reference: string
  readonly surname: string
  /** Plain date YYYY-MM-DD of the pick-up, or empty: then it is not compared. */
  readonly checkoutdate: string
  /** Null when it is not asked for yet; otherwise it must be the address on file, where there is one (DEC-09). */
  readonly mail: string | null
  /** Last four characters of a number on file; looked at where a code is asked for and no address is on file (DEC-99). */
  readonly proof: string
  /** Row id of the reservation for which this browser gave the second proof before, with this address; null for none. Counts where no proof is given. */
  readonly proved: string | null
  /** A challenge and the number found for it; empty for none (DEC-100). */
  readonly work: string
}

export interface Claimant {
  readonly tenantId: string
  /** IANA zone of the tenant, in which "today" is meant (DEC-02). */
  readonly timeZone: string
  /** Network address of the renter. */
  readonly address: string
}

/** One bit for the whole claim: the answer never says which part was wrong. */
export type Located =
  | { readonly kind: 'found'; readonly reservation: ReservationIdentity }
  | { readonly kind: 'has-agreement' }
  /** All that was said is right, and there is nothing on file for a second proof (DEC-99). */
  | { readonly kind: 'no-proof-on-file' }
  | { readonly kind: 'missed' }
  /** Nothing was compared: the reference is guessed at, and this try was not paid for (DEC-100). Says nothing of what exists. */
  | { readonly kind: 'work-needed'; readonly work: WorkNeeded }
  /** Nothing was compared: this network guesses, and waits longer after each miss (DEC-100). */
  | { readonly kind: 'paused'; readonly seconds: number }

/**
 * Finds the reservation of a claim, or counts a miss at the reference and at the network, for IPv6 at /56 and /48 (DEC-02, DEC-09, DEC-158). The same queries run
 * whatever is wrong. Guards stay held to the end of the transaction. A reference that is guessed at costs work and stays open to who has all
 * data right (DEC-100); only the short second proof is closed meanwhile, because its 10,000 values could be paid for (DEC-155).
 */
export async function locate(
  transaction: Transaction<Tables>, directory: ReservationDirectory, claim: Claim, claimant: Claimant, settings: IdentitySettings,
): Promise<Located> {
  const { tenantId } = claimant
  const networks: HeldGuard[] = []
  for (const subject of [siteNetworkOf(claimant.address), networkOf(claimant.address)]) {
    if (subject !== null) networks.push(await holdGuard(transaction, { tenantId, kind: 'network', subject }))
  }
  const reference = await holdGuard(transaction, { tenantId, kind: 'reference', subject: referenceKey(claim.reference) })
  if (networks.some(({ locked }) => locked)) return { kind: 'paused', seconds: Math.max(...networks.map(({ pauseSeconds }) => pauseSeconds)) }
  const beyond = missesBeyond(reference, settings.reference)
  if (beyond !== null) {
    const [subject, bits] = [{ tenantId, reference: referenceKey(claim.reference) }, bitsFor(beyond, settings.work)]
    const isPaid = await spendWork(transaction, settings.codeSecret, subject, claim.work, bits, settings.work)
    if (!isPaid) return { kind: 'work-needed', work: challengeFor(settings.codeSecret, subject, bits, settings.work) }
  }
  const [reservation, today] = [
    await directory.byReference(transaction, tenantId, claim.reference.trim()),
    await todayIn(transaction, claimant.timeZone),
  ]
  if (reservation && isRight(claim, reservation, today)) {
    if (reservation.hasRentalAgreement) return { kind: 'has-agreement' }
    const second = secondProof(claim, reservation, beyond === null)
    if (second === 'given') return { kind: 'found', reservation }
    if (second === 'impossible') return { kind: 'no-proof-on-file' }
  }
  await missed(transaction, networks, reference, settings)
  return { kind: 'missed' }
}

function isRight(claim: Claim, reservation: ReservationIdentity, today: string): boolean {
  return isSameSurname(claim.surname, reservation.surname)
    && (claim.checkoutdate === '' || claim.checkoutdate === reservation.pickUpDate)
    && (claim.mail === null || reservation.email === null || isSameEmail(claim.mail, reservation.email))
    && reservation.pickUpDate >= today
}

/** DEC-99: who chooses where the code goes proves more than a reference and a surname, which others read on a voucher. */
function secondProof({ mail, checkoutdate, proof, proved }: Claim, { id, email, numbers }: ReservationIdentity, isOpen: boolean): 'given' | 'wrong' | 'impossible' {
  if (mail === null || email !== null || (proof === '' && proved === id)) return 'given'
  if (checkoutdate === '') return 'wrong'
  if (!canBeProved(numbers)) return 'impossible'
  return isProof(proof, numbers) && isOpen ? 'given' : 'wrong'
}

async function missed(transaction: Transaction<Tables>, networks: readonly HeldGuard[], reference: HeldGuard, settings: IdentitySettings): Promise<void> {
  for (const network of networks) await recordMiss(transaction, network, settings.network)
  await recordMiss(transaction, reference, settings.reference)
}

async function todayIn(transaction: Transaction<Tables>, timeZone: string): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone ${timeZone})::date as today`.execute(transaction)
  return rows[0]?.today ?? ''
}
