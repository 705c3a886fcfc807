import type { InternalAnswer } from '@checkin/server'
import type { Sent } from '@checkin/server/mail'
import { outboundFetch } from '@checkin/server/outbound'
import type { AccountBody } from '@checkin/internal'
import * as z from 'zod'
import { isCallbackProved } from '../../tenants/callback-proof.ts'
import { tenantAccounts, type AccountSource, type TenantAccounts } from '../../tenants/accounts/tenant-accounts.ts'

/** A text message ready to leave. */
export interface ReadySms {
  /** The same over all attempts: a provider that has it takes it no second time. */
  readonly id: string
  /** E.164, with the plus sign. */
  readonly to: string
  readonly text: string
  /** Seconds after which it is of no use and need not be delivered. */
  readonly usefulSeconds: number
  /** Where the provider reports. */
  readonly callbackUrl: string
}

/** What a provider says of a message, by our id of it. */
export interface SmsReport {
  readonly id: string
  readonly status: 'delivered' | 'undelivered'
}

/** A report as it arrived. */
export interface SmsCallback {
  readonly path: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Sends text messages (DEC-230). */
export interface SmsSender {
  /** Never throws; the reason of a failure is a code, nothing of the message. */
  readonly send: (message: ReadySms) => Promise<Sent>
  /** Null for what this provider did not send, to this address and now. */
  readonly readReport: (callback: SmsCallback) => SmsReport | null
}

const timeoutMs = 5000
const Refusal = z.object({ code: z.string().regex(/^[a-z-]{1,40}$/) })
const Report = z.object({ reference: z.uuid(), status: z.enum(['delivered', 'undelivered']) })

const textOf = (header: unknown): string => (typeof header === 'string' ? header : '')

const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null => {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}

/** Only a clear no of the provider is one (422): everything else is tried again with the same id. */
function sentOf(answer: InternalAnswer): Sent {
  if (answer.status === 200 || answer.status === 201) return { kind: 'sent' }
  if (answer.status === 422) return { kind: 'never', reason: parsed(Refusal, answer.text())?.code ?? 'refused' }
  return { kind: 'again', reason: String(answer.status) }
}

/** A provider over HTTP: JSON, a bearer key, an idempotency key, reports signed with HMAC-SHA-256 over their moment, address and body. */
export function httpSms({ url, apiKey, secret, sender }: AccountBody<'sms'>): SmsSender {
  return {
    send: ({ id, usefulSeconds, callbackUrl, to, text }) => outboundFetch(new URL('/api/v1/messages', url), {
      method: 'POST', headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': id }, body: { to, text, from: sender, reference: id, validitySeconds: usefulSeconds, callbackUrl }, timeoutMs,
    }).then(sentOf, (): Sent => ({ kind: 'again', reason: 'ENOANSWER' })),
    readReport: ({ path, headers, body }) => {
      const proof = { path, body, moment: textOf(headers['x-signature-time']), proof: textOf(headers['x-signature']) }
      const report = isCallbackProved(proof, secret) ? parsed(Report, body) : null
      return report && { id: report.reference, status: report.status }
    },
  }
}

/** The accounts of all tenants at their providers of text messages; the environment has none. */
export const createSmsAccounts = (source: AccountSource): TenantAccounts<SmsSender> => tenantAccounts<'sms', SmsSender>(source, { kind: 'sms', environment: null, open: httpSms })
