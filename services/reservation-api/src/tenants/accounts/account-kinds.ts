import { secretSetting } from '@checkin/server'
import * as z from 'zod'

/** What a company has an account for: two ways to pay, signatures, mail. Those of payments are the codes of their gateways (DEC-69). */
export const accountKinds = ['card', 'wallet', 'sign', 'mail'] as const
/** One of `accountKinds`. */
export type AccountKind = (typeof accountKinds)[number]

const address = z.url({ protocol: /^https?$/ }).max(500).transform((text) => text.replace(/\/+$/, ''))
const origin = z.url({ protocol: /^https?$/ }).max(200).transform((text) => new URL(text).origin)
const name = z.string().min(1).max(200)
const secret = secretSetting().max(500)

const CardAccountBody = z.strictObject({
  url: address.meta({ description: 'Base address of the provider\'s API.' }),
  apiKey: name.meta({ description: 'Which shop, in the path of each call.' }),
  user: name, password: secret,
  secret: secret.meta({ description: 'Signs calls and proves callbacks.' }),
  publicKey: name.meta({ description: 'What a browser names the shop by.' }),
  scriptUrl: address.meta({ description: 'Script of the hosted fields.' }),
  origins: z.array(origin).max(5).default([]).meta({ description: 'Further origins whose frames payment pages may show, beside the script\'s.' }),
})
const WalletAccountBody = z.strictObject({ url: address, clientId: name, clientSecret: secret, webhookSecret: secret })
const SignAccountBody = z.strictObject({ url: address, apiKey: secret, secret })
const MailAccountBody = z.strictObject({
  host: z.hostname().max(253), port: z.int().min(1).max(65_535),
  secure: z.boolean().default(false).meta({ description: 'TLS from the first byte; otherwise STARTTLS.' }),
  user: name.nullable().default(null), password: z.string().min(1).max(500).nullable().default(null),
})

/** The accounts themselves, as operators put them and as they are sealed. */
export const accountBodies = { card: CardAccountBody, wallet: WalletAccountBody, sign: SignAccountBody, mail: MailAccountBody } as const
/** An account of one kind, whole and checked. */
export type AccountBody<Kind extends AccountKind> = z.output<(typeof accountBodies)[Kind]>
/** An account of any kind. */
export type AnyAccount = { readonly [Kind in AccountKind]: AccountBody<Kind> }[AccountKind]

/** Parts that are no secret: shown to operators. Whatever is not named here never leaves its seal but to the provider. */
const publicNames: { readonly [Kind in AccountKind]: readonly (keyof AccountBody<Kind> & string)[] } = {
  card: ['url', 'apiKey', 'user', 'publicKey', 'scriptUrl', 'origins'], wallet: ['url', 'clientId'], sign: ['url'], mail: ['host', 'port', 'secure', 'user'],
}

/** What operators may see of an account. */
export const publicParts = (kind: AccountKind, account: AnyAccount): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(account).filter(([part]) => (publicNames[kind] as readonly string[]).includes(part)))

/** Addresses of an account that may only be spoken to in clear in the demo. */
export const clearAddresses = (account: AnyAccount): readonly string[] =>
  Object.entries(account).filter(([, value]) => [value].flat().some((text) => typeof text === 'string' && text.startsWith('http://'))).map(([part]) => part)

/** Names of the parts by which two revisions differ; all of them when there was none before. */
export const differingParts = (before: AnyAccount | null, after: AnyAccount): readonly string[] =>
  Object.entries(after).filter(([part, value]) => JSON.stringify((before as Readonly<Record<string, unknown>> | null)?.[part]) !== JSON.stringify(value)).map(([part]) => part)
