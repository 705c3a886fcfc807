import type { Language } from '@checkin/i18n'
import * as z from 'zod'

/** An agreement to be put before its renter. */
export interface SignatureOrder {
  /** Ours; the same order sent again is the same agreement at the provider. */
  readonly externalId: string
  readonly title: string
  readonly language: Language
  readonly pdf: Buffer
  readonly signer: { readonly name: string; readonly email: string | null }
  /** Where the renter comes back to; the provider puts the id of the signature in the place of `{signatureId}`. */
  readonly returnUrl: string
  readonly callbackUrl: string
}

/** What became of an order. `unavailable` says nothing about it: the same order is sent again. */
export type SignatureAsked =
  | {
    readonly kind: 'asked'
    readonly providerId: string
    readonly signatureId: string
    readonly url: string
    /** The provider knew the agreement already, although nobody here does. */
    readonly isRepetition: boolean
    /** The provider could not write to the signer. */
    readonly summaryFailed: boolean
  }
  | { readonly kind: 'rejected'; readonly code: string }
  | { readonly kind: 'unavailable' }

export type SignatureStatus =
  | { readonly kind: 'signed'; readonly signatureId: string; readonly signature: StoredSignature }
  /** `refused`: by its renter, who does not want to sign; `rejected`: the provider does not accept what was signed. */
  | { readonly kind: 'open' | 'refused' | 'rejected'; readonly signatureId: string }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'unavailable' }

/** What became of taking an order back. `signed`: its renter was quicker; `unavailable` says nothing, and the same is asked again. */
export type SignatureWithdrawn =
  | { readonly kind: 'withdrawn' }
  | { readonly kind: 'signed'; readonly providerId: string }
  | { readonly kind: 'unavailable' }

/** A callback as it arrived, before anybody believes it. */
export interface SignatureCallback {
  /** Address that was called. */
  readonly path: string
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  readonly body: string
}

/** Where agreements are signed. A real service is another implementation and its settings. */
export interface SignatureProvider {
  readonly ask: (order: SignatureOrder) => Promise<SignatureAsked>
  readonly status: (providerId: string) => Promise<SignatureStatus>
  /**
   * Takes an order back by our id of it, so that nobody signs it any more; repeating it is harmless. An order that has not arrived yet is refused when it
   * does.
   */
  readonly withdraw: (externalId: string) => Promise<SignatureWithdrawn>
  /** The agreement that a callback is about; null when its signature does not hold or it cannot be read. It only says that there is news. */
  readonly readCallback: (callback: SignatureCallback) => { readonly providerId: string } | null
}

/** How an agreement was signed, as the provider says. The picture of a drawn one is a PNG as base64. */
export const StoredSignature = z.object({
  kind: z.enum(['drawn', 'typed']),
  name: z.string().min(1).max(120),
  /** Of a drawn signature. */
  image: z.base64().max(400_000).nullable(),
  /** Moment by the provider's clock, ISO 8601 in UTC. */
  signedAt: z.iso.datetime(),
})
export type StoredSignature = z.infer<typeof StoredSignature>
