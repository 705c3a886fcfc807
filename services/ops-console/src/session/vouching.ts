import { type Person, ServiceError, signPerson } from '@checkin/server'
import type { OpenId } from './open-id.ts'
import { sealedTexts } from './sealed-text.ts'

/** Minutes that a person stays signed in whose provider gives nothing to ask it again with. */
const unaskedMinutes = 60

/** What the registry believes of a person for some minutes, and what the provider is asked with afterwards, sealed. */
export interface Vouched {
  readonly token: string
  readonly refresh: string | undefined
}

export type Vouching = ReturnType<typeof vouchingFor>

export interface VouchingOptions {
  readonly openId: Pick<OpenId, 'again'>
  /** Seals what the provider is asked with: the registry keeps it and cannot read it. */
  readonly secret: string
  /** Shared with the registry: it believes whom the console vouches for. */
  readonly personSecret: string
  /** Minutes after which the provider is asked again. */
  readonly checkMinutes: number
}

/** Vouches for people of the identity provider, each time for as long as what it said may hold. */
export function vouchingFor({ openId, secret, personSecret, checkMinutes }: VouchingOptions) {
  const texts = sealedTexts(`open-id-refresh:${secret}`)
  const vouch = (person: Person, refreshToken: string | undefined): Vouched => {
    const minutes = refreshToken === undefined ? unaskedMinutes : checkMinutes
    return { token: signPerson(personSecret, person, Date.now() + minutes * 60_000), refresh: refreshToken === undefined ? undefined : texts.seal(refreshToken) }
  }
  return {
    vouch,
    /** Asks the provider again; null when it vouches no more: it ended the sign-in, or the person has no role any more. Throws 503 IdentityAway when it does not answer. */
    again: async (refresh: string): Promise<Vouched | null> => {
      const refreshToken = texts.open(refresh)
      if (refreshToken === null) return null
      try {
        const now = await openId.again(refreshToken)
        return vouch(now.person, now.refreshToken ?? refreshToken)
      } catch (error) {
        if (error instanceof ServiceError && error.status < 500) return null
        throw error
      }
    },
  }
}
