import type { AccountBody, AccountKind } from '@checkin/internal'

/** An account of any kind. */
export type AnyAccount = { readonly [Kind in AccountKind]: AccountBody<Kind> }[AccountKind]

/** Parts that are no secret: shown to operators. Whatever is not named here never leaves its seal but to the provider. */
const publicNames: { readonly [Kind in AccountKind]: readonly (keyof AccountBody<Kind> & string)[] } = {
  card: ['url', 'apiKey', 'user', 'publicKey', 'scriptUrl', 'origins'], wallet: ['url', 'clientId'], sign: ['url'], mail: ['host', 'port', 'secure', 'user'], events: ['url'], sms: ['url', 'sender'],
  'apple-wallet': ['passTypeId', 'teamId', 'certificate', 'wwdr', 'pushUrl'], 'google-wallet': ['issuerId', 'email', 'apiUrl', 'tokenUrl'],
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
