import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { WorkNeeded } from '@checkin/api'
import { currentSecret, secretsOf } from '@checkin/server'
import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** How dear a try is. Bits are leading zero bits of a SHA-256: each one more doubles the work. */
export interface WorkLimits {
  /** For the first try beyond the limit. */
  readonly bits: number
  /** However many misses there were: a phone must still be able to pay. */
  readonly mostBits: number
  /** Misses after which a try costs one bit more. */
  readonly missesPerBit: number
  /** How long a challenge may be answered. */
  readonly seconds: number
}

/** What a challenge is for; one of another reference, or of another tenant, pays for nothing here. */
export interface WorkSubject {
  readonly tenantId: string
  readonly reference: string
}

/** Bits that a try costs after so many misses beyond the limit (DEC-100). */
export const bitsFor = (missesBeyond: number, { bits, mostBits, missesPerBit }: WorkLimits): number =>
  Math.min(mostBits, bits + Math.floor(missesBeyond / missesPerBit))

const signature = (secret: string, { tenantId, reference }: WorkSubject, stated: string): string =>
  createHmac('sha256', secret).update(`guess-work:${tenantId}:${reference}:${stated}`).digest('base64url')

/** A challenge that nobody else could have made: the server keeps nothing until it is answered. */
export function challengeFor(secret: string, subject: WorkSubject, bits: number, limits: WorkLimits): WorkNeeded {
  const stated = `${bits}-${Math.floor(Date.now() / 1000) + limits.seconds}-${randomBytes(16).toString('base64url')}`
  return { challenge: `${stated}.${signature(currentSecret(secret), subject, stated)}`, bits }
}

const sameText = (one: string, other: string): boolean => one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/** Leading zero bits of a hash. */
const zeroBits = (hash: Buffer): number => {
  const at = hash.findIndex((byte) => byte !== 0)
  return at === -1 ? hash.length * 8 : at * 8 + Math.clz32(hash[at] ?? 0) - 24
}

/**
 * Whether `work`, a challenge and the number found for it (`<challenge>.<number>`), pays for one try that costs `bits` now. A challenge of
 * when it was cheaper does not, nor one that has expired.
 */
function isPaid(secret: string, subject: WorkSubject, work: string, bits: number): boolean {
  const [stated = '', signed = '', found, ...rest] = work.split('.')
  if (found === undefined || rest.length > 0 || !secretsOf(secret).some((each) => sameText(signed, signature(each, subject, stated)))) return false
  const [statedBits, expiresAt] = stated.split('-').map(Number)
  return Number(statedBits) >= bits && Number(expiresAt) * 1000 > Date.now()
    && zeroBits(createHash('sha256').update(work).digest()) >= bits
}

/** Takes the payment for one try: false where it is none, or was spent before by whomever (DEC-100). */
export async function spendWork(transaction: Transaction<Tables>, secret: string, subject: WorkSubject, work: string, bits: number, { seconds }: WorkLimits): Promise<boolean> {
  if (!isPaid(secret, subject, work, bits)) return false
  const { numInsertedOrUpdatedRows } = await transaction.insertInto('guess_work')
    .values({
      tenant_id: subject.tenantId, challenge: createHash('sha256').update(work.slice(0, work.lastIndexOf('.'))).digest('base64url'),
      expires_at: sql<Date>`now() + make_interval(secs => ${2 * seconds})`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
