import { accountSecretSetting, declareSettings, readSettings, SettingsError } from '@checkin/server'
import * as z from 'zod'

const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).transform((text) => text.replace(/\/+$/, ''))
const name = z.string().min(1)
const milliseconds = (standard: number) => z.coerce.number().int().min(1).max(60_000).default(standard)

const Environment = declareSettings({
  CHECKIN_CARD_URL: address.optional(),
  CHECKIN_CARD_API_KEY: name.optional(),
  CHECKIN_CARD_USER: name.optional(),
  CHECKIN_CARD_PASSWORD: accountSecretSetting().optional(),
  CHECKIN_CARD_SECRET: accountSecretSetting().optional(),
  CHECKIN_CARD_PUBLIC_KEY: name.optional(),
  CHECKIN_CARD_SCRIPT_URL: address.optional(),
  CHECKIN_WALLET_URL: address.optional(),
  CHECKIN_WALLET_CLIENT_ID: name.optional(),
  CHECKIN_WALLET_CLIENT_SECRET: accountSecretSetting().optional(),
  CHECKIN_WALLET_WEBHOOK_SECRET: accountSecretSetting().optional(),
  CHECKIN_CALLBACK_BASE: address.optional(),
  CHECKIN_PROVIDER_CONNECT_MS: milliseconds(1000),
  CHECKIN_PROVIDER_ANSWER_MS: milliseconds(5000),
})

/** How long a provider may take; both in milliseconds. */
export interface ProviderTimes {
  readonly connectMs: number
  /** Until the whole answer is there. */
  readonly answerMs: number
}

export interface CardAccount {
  /** Base address, without a slash at its end. */
  readonly url: string
  readonly apiKey: string
  readonly user: string
  readonly password: string
  /** Signs requests and callbacks. */
  readonly secret: string
}

/** What a browser needs for the hosted fields; nothing of it is secret. */
export interface CardClient {
  readonly script: string
  readonly key: string
  /** Origins beside the script's whose frames payment pages may show. */
  readonly origins?: readonly string[]
}

export interface WalletAccount {
  readonly url: string
  readonly clientId: string
  readonly clientSecret: string
  readonly webhookSecret: string
}

export interface ProviderSettings {
  /** Null where the installation has no such provider: its gateway is then not offered. */
  readonly card: { readonly account: CardAccount; readonly client: CardClient } | null
  readonly wallet: WalletAccount | null
  /** Where providers reach this service: `{base}/provider/v1/{kind}/callback/{tenant}`. */
  readonly callbackBase: string
  readonly times: ProviderTimes
}

/**
 * Providers from the environment (docs/operations.md). A provider is configured wholly or not at all;
 * half of one would take money that nobody can follow. Throws SettingsError with the variables that are missing.
 */
export function providerSettings(env: Readonly<Record<string, string | undefined>> = process.env): ProviderSettings {
  const read = readSettings(Environment, env)
  const card = whole(read, ['CHECKIN_CARD_URL', 'CHECKIN_CARD_API_KEY', 'CHECKIN_CARD_USER', 'CHECKIN_CARD_PASSWORD', 'CHECKIN_CARD_SECRET', 'CHECKIN_CARD_PUBLIC_KEY', 'CHECKIN_CARD_SCRIPT_URL'])
  const wallet = whole(read, ['CHECKIN_WALLET_URL', 'CHECKIN_WALLET_CLIENT_ID', 'CHECKIN_WALLET_CLIENT_SECRET', 'CHECKIN_WALLET_WEBHOOK_SECRET'])
  const callbackBase = read.CHECKIN_CALLBACK_BASE
  if ((card || wallet) && callbackBase === undefined) throw new SettingsError(new Map([['CHECKIN_CALLBACK_BASE', 'is not set, and a provider needs it']]))
  return {
    card: card && {
      account: {
        url: card.CHECKIN_CARD_URL, apiKey: card.CHECKIN_CARD_API_KEY, user: card.CHECKIN_CARD_USER, password: card.CHECKIN_CARD_PASSWORD, secret: card.CHECKIN_CARD_SECRET,
      },
      client: { script: card.CHECKIN_CARD_SCRIPT_URL, key: card.CHECKIN_CARD_PUBLIC_KEY },
    },
    wallet: wallet && {
      url: wallet.CHECKIN_WALLET_URL, clientId: wallet.CHECKIN_WALLET_CLIENT_ID, clientSecret: wallet.CHECKIN_WALLET_CLIENT_SECRET, webhookSecret: wallet.CHECKIN_WALLET_WEBHOOK_SECRET,
    },
    callbackBase: callbackBase ?? '',
    times: { connectMs: read.CHECKIN_PROVIDER_CONNECT_MS, answerMs: read.CHECKIN_PROVIDER_ANSWER_MS },
  }
}

/** All of these variables, or null when none is set. */
function whole<Name extends string>(read: Readonly<Partial<Record<Name, string | undefined>>>, names: readonly Name[]): Readonly<Record<Name, string>> | null {
  const missing = names.filter((each) => read[each] === undefined)
  if (missing.length === names.length) return null
  if (missing.length > 0) throw new SettingsError(new Map(missing.map((each) => [each, 'is not set, though others of this provider are'])))
  return read as Readonly<Record<Name, string>>
}
