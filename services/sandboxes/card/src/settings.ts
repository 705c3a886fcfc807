import { jsonSetting, secretSetting } from '@checkin/server'
import { originsSetting, readSandboxSettings, type SandboxSettings } from '@checkin/sandbox-kit'
import * as z from 'zod'

/** A card that the sandbox knows from its start, as a shop's customer saved it earlier. */
export const SeededCard = z.object({
  reference: z.string().min(1), brand: z.enum(['visa', 'mastercard', 'amex', 'unknown']), firstSix: z.string().regex(/^\d{6}$/), lastFour: z.string().regex(/^\d{4}$/),
  month: z.string().regex(/^\d{2}$/), year: z.string().regex(/^\d{4}$/), holder: z.string().min(1),
})
export type SeededCard = z.infer<typeof SeededCard>

/** A shop's account at this provider: who it is, what it signs with, and what browsers name it by. Each has a ledger of its own. */
export const Account = z.object({
  apiKey: z.string().min(1), user: z.string().min(1), password: secretSetting(),
  /** Signs requests and callbacks. */
  secret: secretSetting(),
  publicKey: z.string().min(1),
})
export type Account = z.infer<typeof Account>

/** The first merchant's account stands in the settings themselves. */
export interface CardSandboxSettings extends SandboxSettings, Account {
  /** Merchants beside the first. */
  readonly merchants?: readonly Account[]
  /** Origins that may show the fields and the 3-D Secure page in a frame. */
  readonly shops: readonly string[]
  /** Saved cards of the first merchant. */
  readonly savedCards: readonly SeededCard[]
}

/** Settings from the environment. Throws outside the demo: everybody pays with cards that do not exist. */
export const cardSandboxSettings = (env?: Readonly<Record<string, string | undefined>>): CardSandboxSettings => readSandboxSettings({
  env, host: 'card', file: 'sandbox-card/ledger.sqlite', reason: 'this provider takes cards that do not exist',
  own: {
    apiKey: ['CHECKIN_CARD_API_KEY', z.string().min(1)], user: ['CHECKIN_CARD_USER', z.string().min(1)], password: ['CHECKIN_CARD_PASSWORD', secretSetting()],
    secret: ['CHECKIN_CARD_SECRET', secretSetting()], publicKey: ['CHECKIN_CARD_PUBLIC_KEY', z.string().min(1)],
    merchants: ['CHECKIN_SANDBOX_CARD_MERCHANTS', jsonSetting(z.array(Account)).default([])], shops: ['CHECKIN_SANDBOX_SHOPS', originsSetting()],
    savedCards: ['CHECKIN_SANDBOX_SAVED_CARDS', jsonSetting(z.array(SeededCard)).default([])],
  },
})
