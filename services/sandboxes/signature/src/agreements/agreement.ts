import type { Scenario } from './scenarios.ts'

export const languages = ['en', 'pt', 'fr'] as const
export type Language = (typeof languages)[number]

/** How somebody signed. The picture of a drawn one is a PNG as base64. */
export interface Signature {
  readonly kind: 'drawn' | 'typed'
  readonly name: string
  readonly image: string | null
  /** ISO 8601 in UTC. */
  readonly signedAt: string
}

/** An agreement that waits for its signature, or has it. Its PDF lies beside it in the store. */
export interface Agreement {
  /** Which merchant's it is: its name from `merchantName`; those of before there were several are the first one's. */
  readonly merchant?: string
  /** Names it at the API. */
  readonly id: string
  /** Names it in browsers; whoever knows it may sign. */
  readonly signatureId: string
  readonly key: string
  readonly externalId: string
  readonly title: string
  readonly language: Language
  readonly signer: { readonly name: string; readonly email: string | null }
  readonly returnUrl: string
  readonly callbackUrl: string
  /** `withdrawn`: the shop took it back before anybody signed. */
  readonly status: 'open' | 'signed' | 'refused' | 'withdrawn'
  readonly signature: Signature | null
  readonly scenario: Scenario | null
  /** A signature that counts only from then on, in milliseconds of the clock; null for at once. */
  readonly countsFrom: number | null
}

/** What the API says of it: a late signature is still being processed. */
export const statusOf = ({ status, countsFrom }: Agreement, now: number): 'open' | 'processing' | 'signed' | 'refused' | 'withdrawn' =>
  (status === 'signed' && countsFrom !== null && now < countsFrom ? 'processing' : status)

/** Where its renter goes back to. */
export const returnAddress = ({ returnUrl, signatureId }: Agreement): string => returnUrl.replace('{signatureId}', signatureId)
