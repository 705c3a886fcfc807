import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { minorOfText } from '../../pricing/money.ts'
import type { CardSummary, ProviderOutcome } from './provider.ts'

const code = z.coerce.number().int()
const text = z.string().max(2000)

const CardData = z.object({ type: text.default(''), firstSixDigits: z.string().regex(/^\d{6}$/), lastFourDigits: z.string().regex(/^\d{4}$/) })

/** What answers, status and callbacks have in common. */
const shared = {
  uuid: text.min(1).optional(),
  merchantTransactionId: text.optional(),
  amount: text.optional(),
  currency: text.optional(),
  transactionType: z.string().optional(),
  registrationId: text.nullish(),
  returnData: CardData.nullish().catch(null),
  extraData: z.object({ captureBefore: z.iso.datetime({ offset: true }).optional() }).nullish().catch(null),
  redirectUrl: z.url({ protocol: /^https?$/ }).optional(),
  redirectType: z.string().optional(),
  errors: z.array(z.object({ errorCode: code })).optional(),
  errorCode: code.optional(),
}

export const TransactionAnswer = z.object({ ...shared, success: z.boolean(), returnType: z.enum(['FINISHED', 'REDIRECT', 'PENDING', 'PENDING_DCC', 'ERROR']).optional() })
export const StatusAnswer = z.object({ ...shared, success: z.boolean(), transactionStatus: z.enum(['SUCCESS', 'REDIRECT', 'PENDING', 'ERROR', 'VOIDED']).optional() })
export const CallbackBody = z.object({
  ...shared, result: z.enum(['OK', 'PENDING', 'ERROR']), uuid: text.min(1), merchantTransactionId: text.min(1), transactionType: z.string(), code: code.optional(),
})

type Answer = z.infer<typeof TransactionAnswer> | z.infer<typeof StatusAnswer> | z.infer<typeof CallbackBody>

/** Refused before anything happened: the same id may be sent again later. */
const temporary = new Set([1004, 1009, 1010, 3003])
export const duplicateId = 3004
export const notKnown = 8001
/** The bank wants 3-D Secure first; asked for, the same payment goes on (P7). */
export const softDecline = 2022

export const codeOf = (answer: Answer): number | null => answer.errors?.[0]?.errorCode ?? answer.errorCode ?? ('code' in answer ? answer.code ?? null : null)

/** What an error code means for a payment. A timeout between the provider and its bank is no answer at all. */
export function failure(errorCode: number | null, providerId: string | null): ProviderOutcome {
  if (errorCode === null) return { kind: 'unknown', reason: 'unreadable' }
  if (temporary.has(errorCode)) return { kind: 'unavailable', code: String(errorCode) }
  if (errorCode === 3001) return { kind: 'unknown', reason: 'timeout' }
  if (errorCode === 2002) return { kind: 'cancelled', providerId }
  if (errorCode === 2005) return { kind: 'expired', providerId }
  return { kind: 'declined', providerId, code: String(errorCode) }
}

const brands: Readonly<Record<string, string>> = { visa: 'Visa', mastercard: 'Mastercard', amex: 'American Express' }

function summary({ returnData, registrationId }: Answer): CardSummary | null {
  if (!returnData) return null
  return { masked: `${returnData.firstSixDigits.slice(0, 4)} **** **** ${returnData.lastFourDigits}`, brand: brands[returnData.type] ?? 'Card', referenceToken: registrationId ?? null }
}

/** A success by the kind of transaction. An amount that cannot be read is no success that anybody may book. */
export function success(answer: Answer): ProviderOutcome {
  const { uuid, amount = '', currency = '' } = answer
  const amountMinor = minorOfText(amount, currency)
  if (uuid === undefined) return { kind: 'unknown', reason: 'unreadable' }
  if (answer.transactionType === 'VOID') return { kind: 'voided', providerId: uuid }
  if (amountMinor === null) return { kind: 'unknown', reason: 'unreadable' }
  switch (answer.transactionType) {
    case 'DEBIT': case 'CAPTURE': return { kind: 'charged', providerId: uuid, amountMinor, currency, card: summary(answer) }
    case 'PREAUTHORIZE': return { kind: 'held', providerId: uuid, amountMinor, currency, captureBefore: answer.extraData?.captureBefore ?? null, card: summary(answer) }
    case 'REFUND': return { kind: 'refunded', providerId: uuid, amountMinor }
    default: return { kind: 'unknown', reason: 'unreadable' }
  }
}

/** Where the renter must go on; without an address there is nothing to show, and only time or the status decides. */
export const redirected = ({ uuid, redirectUrl, redirectType }: Answer): ProviderOutcome =>
  (uuid === undefined || redirectUrl === undefined ? { kind: 'pending', providerId: uuid ?? null } : { kind: 'redirect', providerId: uuid, url: redirectUrl, frame: redirectType === 'iframe' })

/** What a signature of the card provider is about. */
export interface SignedParts {
  readonly method: string
  readonly body: string
  readonly contentType: string
  readonly date: string
  /** Path with its query. */
  readonly uri: string
}

/** `X-Signature` of the card provider: HMAC-SHA512, base64, over the parts each on a line, the body as its SHA-512. */
export function cardSignature(parts: SignedParts, secret: string): string {
  const digest = createHash('sha512').update(parts.body).digest('hex')
  return createHmac('sha512', secret).update([parts.method, digest, parts.contentType, parts.date, parts.uri].join('\n')).digest('base64')
}

/** Whether a signature was made with the secret; compared in constant time. */
export function cardSignatureHolds(given: string | undefined, parts: SignedParts, secret: string): boolean {
  const expected = Buffer.from(cardSignature(parts, secret))
  const actual = Buffer.from(given ?? '')
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
