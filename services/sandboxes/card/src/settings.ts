import { resolve } from 'node:path'
import * as z from 'zod'
import { jsonSetting, modeSetting, portSetting, readSettings, secretSetting, SettingsError } from '@checkin/server'

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

/** A shop's account at this provider: who it is, what it signs with, and what browsers name it by. Each has books of its own. */
export const Merchant = z.object({
  apiKey: z.string().min(1), user: z.string().min(1), password: secretSetting(),
  /** Signs requests and callbacks. */
  secret: secretSetting(),
  publicKey: z.string().min(1),
})
export type Merchant = z.infer<typeof Merchant>

const Environment = z.object({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_CARD_API_KEY: z.string().min(1),
  CHECKIN_CARD_USER: z.string().min(1),
  CHECKIN_CARD_PASSWORD: secretSetting(),
  CHECKIN_CARD_SECRET: secretSetting(),
  CHECKIN_CARD_PUBLIC_KEY: z.string().min(1),
  CHECKIN_SANDBOX_CARD_MERCHANTS: jsonSetting(z.array(Merchant)).default([]),
  CHECKIN_SANDBOX_SHOPS: z.string().transform((text) => text.split(',').map((part) => part.trim()).filter(Boolean)),
  CHECKIN_SANDBOX_SAVED_CARDS: jsonSetting(z.array(SeededCard)).default([]),
  CHECKIN_SANDBOX_DELAY_SCALE: z.coerce.number().min(0).max(1).default(1),
})

/** The first merchant's account stands in the settings themselves. */
export interface CardSandboxSettings extends Merchant {
  /** The provider's own memory; `:memory:` in tests. */
  readonly file: string
  /** Where browsers reach this provider. */
  readonly origin: string
  /** Merchants beside the first. */
  readonly merchants?: readonly Merchant[]
  /** Origins that may show the fields and the 3-D Secure page in a frame. */
  readonly shops: readonly string[]
  /** Kept cards of the first merchant. */
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
    publicKey: read.CHECKIN_CARD_PUBLIC_KEY, merchants: read.CHECKIN_SANDBOX_CARD_MERCHANTS, shops: read.CHECKIN_SANDBOX_SHOPS, savedCards: read.CHECKIN_SANDBOX_SAVED_CARDS, delayScale: read.CHECKIN_SANDBOX_DELAY_SCALE,
  }
}
