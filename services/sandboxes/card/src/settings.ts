import { resolve } from 'node:path'
import * as z from 'zod'
import { modeSetting, portSetting, readSettings, secretSetting, SettingsError } from '@checkin/server'

/** A card that the sandbox knows from its start, as a shop's customer kept it earlier. */
export const SeededCard = z.object({
  reference: z.string().min(1),
  brand: z.enum(['visa', 'mastercard', 'amex', 'unknown']),
  firstSix: z.string().regex(/^\d{6}$/),
  lastFour: z.string().regex(/^\d{4}$/),
  month: z.string().regex(/^\d{2}$/),
  year: z.string().regex(/^\d{4}$/),
  holder: z.string().min(1),
})
export type SeededCard = z.infer<typeof SeededCard>

const json = <Schema extends z.ZodType>(schema: Schema) => z.string().transform((text, context): z.infer<Schema> => {
  try {
    return schema.parse(JSON.parse(text))
  } catch {
    context.addIssue({ code: 'custom', message: 'is no valid JSON of the expected shape' })
    return z.NEVER
  }
})

const Environment = z.object({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_CARD_API_KEY: z.string().min(1),
  CHECKIN_CARD_USER: z.string().min(1),
  CHECKIN_CARD_PASSWORD: secretSetting(),
  CHECKIN_CARD_SECRET: secretSetting(),
  CHECKIN_CARD_PUBLIC_KEY: z.string().min(1),
  CHECKIN_SANDBOX_SHOPS: z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean)),
  CHECKIN_SANDBOX_SAVED_CARDS: json(z.array(SeededCard)).default([]),
  CHECKIN_SANDBOX_DELAY_SCALE: z.coerce.number().min(0).max(1).default(1),
})

export interface CardSandboxSettings {
  /** The provider's own memory; `:memory:` in tests. */
  readonly file: string
  /** Where browsers reach this provider. */
  readonly origin: string
  readonly apiKey: string
  readonly user: string
  readonly password: string
  /** Signs requests and callbacks. */
  readonly secret: string
  /** What browsers name the shop by. */
  readonly publicKey: string
  /** Origins that may show the fields and the 3-D Secure page in a frame. */
  readonly shops: readonly string[]
  readonly savedCards: readonly SeededCard[]
  /** Factor of the callbacks' waiting times. */
  readonly delayScale: number
}

/** Settings from the environment. Throws outside the demo: everybody pays with cards that do not exist. */
export function cardSandboxSettings(env: Readonly<Record<string, string | undefined>> = process.env): CardSandboxSettings {
  const read = readSettings(Environment, env)
  if (read.CHECKIN_MODE !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', 'must be demo: this provider takes cards that do not exist']]))
  return {
    file: resolve(read.CHECKIN_DATA_DIR, 'sandbox-card', 'ledger.sqlite'),
    origin: `http://card.localhost:${read.CHECKIN_PORT + 2}`,
    apiKey: read.CHECKIN_CARD_API_KEY, user: read.CHECKIN_CARD_USER, password: read.CHECKIN_CARD_PASSWORD, secret: read.CHECKIN_CARD_SECRET,
    publicKey: read.CHECKIN_CARD_PUBLIC_KEY, shops: read.CHECKIN_SANDBOX_SHOPS, savedCards: read.CHECKIN_SANDBOX_SAVED_CARDS, delayScale: read.CHECKIN_SANDBOX_DELAY_SCALE,
  }
}
