import { parseJson } from '@checkin/http'
import { accountSecretSetting, declareSettings, type InternalAnswer, readSettings, SettingsError } from '@checkin/server'
import { outboundFetch } from '@checkin/server/outbound'
import * as z from 'zod'
import { isCallbackProved, isMacOf } from '../../tenants/callback-proof.ts'
import { StoredSignature, type SignatureAsked, type SignatureCallback, type SignatureOrder, type SignatureProvider, type SignatureStatus, type SignatureWithdrawn } from './signature-provider.ts'

const id = z.string().regex(/^[\w-]{1,128}$/)
const Created = z.object({ agreementId: id, signatureId: id, url: z.url({ protocol: /^https?$/ }), repeated: z.boolean(), summaryEmail: z.enum(['sent', 'failed', 'none']) })
const Refusal = z.object({ code: z.string().max(60) })
const Stand = z.object({ status: z.enum(['open', 'processing', 'refused', 'rejected', 'withdrawn', 'signed']), signatureId: id, signature: StoredSignature.nullable() })
const Withdrawal = z.object({ status: z.enum(['withdrawn', 'signed']), agreementId: z.nullable(id) })
const News = z.object({ agreementId: id })

const none = { kind: 'unavailable' } as const

const parsed = <Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> | null => schema.safeParse(parseJson(text)).data ?? null

/** What an answer to an order means. Only a clear no of the provider is one: everything else may still have happened. */
function askedOf(answer: InternalAnswer): SignatureAsked {
  if (answer.status === 422) return { kind: 'rejected', code: parsed(Refusal, answer.text())?.code ?? 'unprocessable' }
  const made = answer.status === 200 || answer.status === 201 ? parsed(Created, answer.text()) : null
  if (!made) return none
  return { kind: 'asked', providerId: made.agreementId, signatureId: made.signatureId, url: made.url, isRepetition: made.repeated, summaryFailed: made.summaryEmail === 'failed' }
}

function statusOf(answer: InternalAnswer): SignatureStatus {
  if (answer.status === 404) return { kind: 'unknown' }
  const stand = answer.status === 200 ? parsed(Stand, answer.text()) : null
  if (!stand) return none
  const { status, signatureId, signature } = stand
  if (status === 'signed') return signature ? { kind: 'signed', signatureId, signature } : none
  if (status === 'rejected') return { kind: 'rejected', signatureId }
  return { kind: status === 'refused' || status === 'withdrawn' ? 'refused' : 'open', signatureId }
}

function withdrawnOf(answer: InternalAnswer): SignatureWithdrawn {
  const withdrawal = answer.status === 200 ? parsed(Withdrawal, answer.text()) : null
  if (withdrawal?.status === 'withdrawn') return { kind: 'withdrawn' }
  return withdrawal?.agreementId ? { kind: 'signed', providerId: withdrawal.agreementId } : none
}

/** A provider of the release before says no moment and signs the body alone; its form is taken until the release after this one. */
function isProved({ path, headers, body }: SignatureCallback, secret: string): boolean {
  const [moment, proof] = [headers['x-signature-time'], String(headers['x-signature'] ?? '')]
  return moment === undefined ? isMacOf([body], secret, proof) : isCallbackProved({ path, body, moment: String(moment), proof }, secret)
}

/** Speaks to the provider over HTTP: JSON, a bearer key, callbacks signed with HMAC-SHA-256 over their moment, address and body. */
export function httpSignatureProvider({ url, apiKey, secret, timeoutMs }: Pick<SignSettings, 'url' | 'apiKey' | 'secret' | 'timeoutMs'>): SignatureProvider {
  const ask = async <Read>(read: (answer: InternalAnswer) => Read, method: 'GET' | 'POST', path: string, body?: object): Promise<Read | typeof none> => {
    const answer = await outboundFetch(new URL(path, url), { method, headers: { authorization: `Bearer ${apiKey}` }, ...(body && { body }), timeoutMs }).catch(() => null)
    return answer ? read(answer) : none
  }
  return {
    ask: ({ pdf, ...order }: SignatureOrder) => ask(askedOf, 'POST', '/api/v1/agreements', { ...order, document: pdf.toString('base64') }),
    status: (providerId) => ask(statusOf, 'GET', `/api/v1/agreements/${encodeURIComponent(providerId)}`),
    withdraw: (externalId) => ask(withdrawnOf, 'POST', '/api/v1/withdrawals', { externalId }),
    readCallback: (callback: SignatureCallback) => {
      const { body } = callback
      if (!isProved(callback, secret)) return null
      const news = parsed(News, body)
      return news && { providerId: news.agreementId }
    },
  }
}

const Environment = declareSettings({
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** Base address of the signature provider. */
  CHECKIN_SIGN_URL: z.url('must be an address').optional(),
  CHECKIN_SIGN_API_KEY: accountSecretSetting().optional(),
  /** Proves callbacks of the provider. */
  CHECKIN_SIGN_SECRET: accountSecretSetting().optional(),
})

export interface SignSettings {
  readonly url: string
  readonly apiKey: string
  readonly secret: string
  /** Most milliseconds that the provider may take. */
  readonly timeoutMs: number
}

/** Most milliseconds that a signature provider may take. */
export const signTimeoutMs = 5000

/** The environment's account for signatures, whole or null; throws SettingsError with the names of the variables that cannot be used. */
export function signSettings(env: Readonly<Record<string, string | undefined>> = process.env): SignSettings | null {
  const { CHECKIN_PORT: port, CHECKIN_SIGN_URL: url, CHECKIN_SIGN_API_KEY: apiKey, CHECKIN_SIGN_SECRET: secret } = readSettings(Environment, env)
  if (apiKey !== undefined && secret !== undefined) return { url: url ?? `http://sign.localhost:${port + 2}`, apiKey, secret, timeoutMs: signTimeoutMs }
  if (url === undefined && apiKey === undefined && secret === undefined) return null
  const missing = Object.entries({ CHECKIN_SIGN_API_KEY: apiKey, CHECKIN_SIGN_SECRET: secret }).filter(([, value]) => value === undefined)
  throw new SettingsError(new Map(missing.map(([name]) => [name, 'is not set, though others of this provider are'])))
}
