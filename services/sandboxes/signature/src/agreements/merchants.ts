import { createHash, timingSafeEqual } from 'node:crypto'
import type { Merchant, SignatureSandboxSettings } from '../settings.ts'
import type { Agreement } from './agreement.ts'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** What a merchant is called in the books: not its key, which opens them. */
export const merchantName = ({ apiKey }: Merchant): string => digest(apiKey).toString('hex').slice(0, 12)

/** Every merchant of the provider. */
export interface Merchants {
  /** The merchant that a call comes from, by its bearer key; null for nobody. */
  readonly calling: (authorization: string | undefined) => string | null
  readonly owns: (merchant: string, agreement: Agreement) => boolean
  /** What signs the reports of an agreement. */
  readonly secretOf: (agreement: Agreement) => string
}

/** The merchants of the settings; keys are compared in constant time. */
export function createMerchants(settings: SignatureSandboxSettings): Merchants {
  const first = merchantName(settings)
  const all = [settings, ...settings.merchants ?? []].map(({ apiKey, secret }) => ({ name: merchantName({ apiKey, secret }), secret, bearer: digest(`Bearer ${apiKey}`) }))
  return {
    calling: (authorization) => {
      const given = digest(authorization ?? '')
      return all.find(({ bearer }) => timingSafeEqual(given, bearer))?.name ?? null
    },
    owns: (merchant, agreement) => (agreement.merchant ?? first) === merchant,
    secretOf: (agreement) => all.find(({ name }) => name === (agreement.merchant ?? first))?.secret ?? settings.secret,
  }
}
