import * as z from 'zod'
import { minorUnits } from './money-text.ts'
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

type Told = z.infer<typeof TransactionAnswer> | z.infer<typeof StatusAnswer> | z.infer<typeof CallbackBody>

/** Refused before anything happened: the same id may be sent again later. */
const temporary = new Set([1004, 1009, 1010, 3003])
export const duplicateId = 3004
export const notKnown = 8001
/** The bank wants 3-D Secure first; asked for, the same payment goes on (P7). */
export const softDecline = 2022

export const codeOf = (told: Told): number | null => told.errors?.[0]?.errorCode ?? told.errorCode ?? ('code' in told ? told.code ?? null : null)

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

function summary({ returnData, registrationId }: Told): CardSummary | null {
  if (!returnData) return null
  return { masked: `${returnData.firstSixDigits.slice(0, 4)} **** **** ${returnData.lastFourDigits}`, brand: brands[returnData.type] ?? 'Card', referenceToken: registrationId ?? null }
}

/** A success by the kind of transaction. An amount that cannot be read is no success that anybody may book. */
export function success(told: Told): ProviderOutcome {
  const { uuid, amount = '', currency = '' } = told
  const amountMinor = minorUnits(amount, currency)
  if (uuid === undefined) return { kind: 'unknown', reason: 'unreadable' }
  if (told.transactionType === 'VOID') return { kind: 'voided', providerId: uuid }
  if (amountMinor === null) return { kind: 'unknown', reason: 'unreadable' }
  switch (told.transactionType) {
    case 'DEBIT': return { kind: 'charged', providerId: uuid, amountMinor, currency, card: summary(told) }
    case 'PREAUTHORIZE': return { kind: 'held', providerId: uuid, amountMinor, currency, captureBefore: told.extraData?.captureBefore ?? null, card: summary(told) }
    case 'REFUND': return { kind: 'refunded', providerId: uuid, amountMinor }
    default: return { kind: 'unknown', reason: 'unreadable' }
  }
}

/** Where the renter must go on; without an address there is nothing to show, and only time or status can tell. */
export const redirected = ({ uuid, redirectUrl, redirectType }: Told): ProviderOutcome =>
  (uuid === undefined || redirectUrl === undefined ? { kind: 'pending', providerId: uuid ?? null } : { kind: 'redirect', providerId: uuid, url: redirectUrl, frame: redirectType === 'iframe' })
