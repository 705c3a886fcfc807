import * as z from 'zod'

/** What a company has an account for: two ways to pay, signatures, mail, a system of its own that is told events, text messages, and passes of two wallets. Those of payments are the codes of their gateways (DEC-69). */
export const accountKinds = ['card', 'wallet', 'sign', 'mail', 'events', 'sms', 'apple-wallet', 'google-wallet'] as const
/** One of `accountKinds`. */
export type AccountKind = (typeof accountKinds)[number]

const address = z.url({ protocol: /^https?$/ }).max(500).transform((text) => text.replace(/\/+$/, ''))
const origin = z.url({ protocol: /^https?$/ }).max(200).transform((text) => new URL(text).origin)
const name = z.string().min(1).max(200)
const pem = (label: string) => z.string().max(20_000).regex(new RegExp(`^-----BEGIN ${label}-----\\r?\\n[A-Za-z0-9+/=\\r\\n]+-----END ${label}-----\\s*$`), 'must be PEM')
const privateKey = pem('(?:RSA )?PRIVATE KEY')
const secret = z.string().min(16, 'must have at least 16 characters').max(500)

/** The accounts themselves, as operators put them and as they are sealed. */
export const accountBodies = {
  card: z.strictObject({
    url: address.meta({ description: 'Base address of the provider\'s API.' }),
    apiKey: name.meta({ description: 'Which shop, in the path of each call.' }),
    user: name, password: secret,
    secret: secret.meta({ description: 'Signs calls and proves callbacks.' }),
    publicKey: name.meta({ description: 'What a browser names the shop by.' }),
    scriptUrl: address.meta({ description: 'Script of the hosted fields.' }),
    origins: z.array(origin).max(5).default([]).meta({ description: 'Further origins whose frames payment pages may show, beside the script\'s.' }),
  }),
  wallet: z.strictObject({ url: address, clientId: name, clientSecret: secret, webhookSecret: secret }),
  sign: z.strictObject({ url: address, apiKey: secret, secret }),
  mail: z.strictObject({
    host: z.hostname().max(253), port: z.int().min(1).max(65_535),
    secure: z.boolean().default(false).meta({ description: 'TLS from the first byte; otherwise STARTTLS.' }),
    user: name.nullable().default(null), password: z.string().min(1).max(500).nullable().default(null),
  }),
  events: z.strictObject({
    url: address.meta({ description: 'Where the company\'s system takes events.' }),
    secret: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,88}={0,2}$/, 'must be whsec_ and 24 random bytes or more in base64').meta({ description: 'Signs what is sent, as the Standard Webhooks say.' }),
  }),
  sms: z.strictObject({
    url: address.meta({ description: 'Base address of the provider\'s API.' }), apiKey: secret, secret: secret.meta({ description: 'Proves its reports.' }),
    sender: z.string().regex(/^(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11}$|^\+?\d{3,15}$/, 'must be 3 to 11 letters and digits, or a number').meta({ description: 'From whom messages are.' }),
  }),
  'apple-wallet': z.strictObject({
    passTypeId: z.string().regex(/^pass\.[A-Za-z0-9.-]{1,150}$/).meta({ description: 'Identifier of the kind of pass, registered with Apple.' }),
    teamId: z.string().regex(/^[A-Z0-9]{10}$/).meta({ description: 'Team of the company at Apple.' }),
    certificate: pem('CERTIFICATE').meta({ description: 'Certificate of the pass type, PEM.' }),
    key: privateKey.meta({ description: 'Its private key without a passphrase, PEM.' }),
    wwdr: pem('CERTIFICATE').meta({ description: 'Apple\'s intermediate certificate that it is issued by, PEM.' }),
    pushUrl: address.optional().meta({ description: 'Base address of the push service that says to devices that a pass changed; Apple\'s by default.' }),
  }),
  'google-wallet': z.strictObject({
    issuerId: z.string().regex(/^\d{5,25}$/).meta({ description: 'Issuer of the company at Google.' }),
    email: z.email().max(200).meta({ description: 'Address of its service account.' }),
    key: privateKey.meta({ description: 'Private key of the service account, PEM.' }),
    apiUrl: address.optional().meta({ description: 'Base address of the API by which saved passes are changed; Google\'s by default.' }),
    tokenUrl: address.optional().meta({ description: 'Where the service account gets tokens for it; Google\'s by default.' }),
  }),
} as const
/** An account of one kind, whole and checked. */
export type AccountBody<Kind extends AccountKind> = z.output<(typeof accountBodies)[Kind]>

/** An account as operators see it: whose it is, and its parts that are no secret. */
export const AccountAnswer = z.object({
  kind: z.enum(accountKinds),
  state: z.enum(['own', 'environment', 'off', 'none']),
  revision: z.int(),
  changedAt: z.nullable(z.string()),
  changedBy: z.nullable(z.string()),
  account: z.nullable(z.record(z.string(), z.unknown())),
}).meta({ id: 'AccountAnswer' })
export type AccountAnswer = z.infer<typeof AccountAnswer>

/** Kinds that can be tried by a call that changes nothing at the provider. */
export const triableKinds = ['card', 'wallet', 'sign', 'mail'] as const satisfies readonly AccountKind[]
/** One of `triableKinds`. */
export type TriableKind = (typeof triableKinds)[number]

/** An account that nobody uses yet. */
export const AccountTrial = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('card'), account: accountBodies.card }), z.strictObject({ kind: z.literal('wallet'), account: accountBodies.wallet }),
  z.strictObject({ kind: z.literal('sign'), account: accountBodies.sign }), z.strictObject({ kind: z.literal('mail'), account: accountBodies.mail }),
]).meta({ id: 'AccountTrial' })
export type AccountTrial = z.output<typeof AccountTrial>

/** What came of it. */
export const AccountTrialResult = z.object({
  works: z.boolean(), problem: z.nullable(z.string()).meta({ description: 'Code of what the provider or the way to it said; null where it works.' }),
}).meta({ id: 'AccountTrialResult' })
export type AccountTrialResult = z.infer<typeof AccountTrialResult>
