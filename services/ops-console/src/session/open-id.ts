import { roles } from '@checkin/registry'
import { ServiceError, type Person } from '@checkin/server'
import * as client from 'openid-client'
import * as z from 'zod'
import type { OpenIdSettings } from '../settings.ts'

/** What has to be the same when the person comes back from the provider; kept sealed in the browser meanwhile. */
export const Attempt = z.object({ verifier: z.string(), state: z.string(), nonce: z.string() })
type Attempt = z.infer<typeof Attempt>

/** A person whom the provider vouched for, and what it may be asked with again. */
export interface SignedIn {
  readonly person: Person
  readonly refreshToken: string | undefined
}

export type OpenId = ReturnType<typeof openId>

const away = () => new ServiceError(503, 'IdentityAway', 'The identity provider does not answer')

/** Sign-in by OpenID Connect: authorisation code with PKCE, state and nonce. The provider's own description is asked for once, at the first use. */
export function openId(settings: OpenIdSettings) {
  const { issuer, clientId, clientSecret, scope, insecure, strengths } = settings
  // Without being asked the library trusts the connection to the provider and leaves the signature of what it says unchecked.
  // oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out; the settings allow it in the demo alone
  const execute = [client.enableNonRepudiationChecks, ...(insecure ? [client.allowInsecureRequests] : [])]
  let described: Promise<client.Configuration> | null = null
  const configuration = (): Promise<client.Configuration> => {
    described ??= client.discovery(new URL(issuer), clientId, clientSecret, undefined, { execute })
      .catch(() => { described = null; throw away() })
    return described
  }
  return {
    /** Where a person signs in, and what to keep until they are back. */
    start: async (redirectUri: string) => {
      const attempt: Attempt = { verifier: client.randomPKCECodeVerifier(), state: client.randomState(), nonce: client.randomNonce() }
      const address = client.buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri, scope, state: attempt.state, nonce: attempt.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(attempt.verifier), code_challenge_method: 'S256',
        ...(strengths.length > 0 && { acr_values: strengths.join(' ') }),
      })
      return { address: address.href, attempt }
    },
    /** Who came back to an address. Throws 401 when the provider did not vouch for them, 403 when they have no role here or signed in by less than is asked for. */
    finish: async (address: URL, { verifier, state, nonce }: Attempt): Promise<SignedIn> => {
      const known = await configuration()
      const tokens = await client.authorizationCodeGrant(known, address, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true })
        .catch(() => { throw new ServiceError(401, 'NotSignedIn', 'The identity provider did not sign you in; try again') })
      const claims: Readonly<Record<string, unknown>> = tokens.claims() ?? {}
      // What is asked for is a wish to the provider: only what it signed counts, and saying nothing is the least strength.
      if (strengths.length > 0 && !texts(claims['acr']).some((strength) => strengths.includes(strength))) throw new ServiceError(403, 'SignInTooWeak', 'The identity provider has to check you by another factor; sign in there again')
      return { person: personOf(claims, settings, issuer), refreshToken: tokens.refresh_token }
    },
    /** Who somebody is now. Throws 401 when the provider ended the sign-in, 403 when they have no role any more, 503 IdentityAway when it does not answer. */
    again: async (refreshToken: string): Promise<SignedIn> => {
      const known = await configuration()
      const ended = (error: unknown) => (error instanceof client.ResponseBodyError && error.status < 500 ? new ServiceError(401, 'NotSignedIn', 'The identity provider ended this sign-in') : away())
      const tokens = await client.refreshTokenGrant(known, refreshToken).catch((error: unknown) => { throw ended(error) })
      // Not every provider says who it is when it is asked again; it then says so of the access token.
      // oxlint-disable-next-line typescript/no-deprecated -- marked so only to stand out: whose refresh token it is, is known
      const claims = tokens.claims() ?? await client.fetchUserInfo(known, tokens.access_token, client.skipSubjectCheck).catch((error: unknown) => { throw ended(error) })
      return { person: personOf(claims, settings, issuer), refreshToken: tokens.refresh_token }
    },
  }
}

const texts = (claim: unknown): readonly string[] => (Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : typeof claim === 'string' ? [claim] : [])

/** Who somebody is here, by issuer and subject (SEC-29), and by the claims that the provider signed. A role is one of the registry's; whoever has none of them stays outside. */
export function personOf(claims: Readonly<Record<string, unknown>>, { nameClaim, roleClaim, roleNames, tenantsClaim }: OpenIdSettings, issuer: string): Person {
  const name = claims[nameClaim]
  const given = texts(claims[roleClaim])
  const role = roles.find((each) => each !== 'publisher' && given.includes(roleNames[each] ?? each))
  if (typeof name !== 'string' || name === '') throw new ServiceError(403, 'NoName', 'The identity provider does not say who you are')
  // Where a provider says nothing about it, anybody may have typed the address; some say it as text.
  if (nameClaim === 'email' && claims['email_verified'] !== true && claims['email_verified'] !== 'true') throw new ServiceError(403, 'NameNotVerified', 'The identity provider has not verified your e-mail address')
  if (typeof claims['sub'] !== 'string') throw new ServiceError(403, 'NoName', 'The identity provider does not say who you are')
  if (role === undefined) throw new ServiceError(403, 'NoRole', 'You have no role here; ask your administrator')
  return { label: name, subject: claims['sub'], issuer, role, hosts: tenantsClaim === undefined ? null : texts(claims[tenantsClaim]) }
}
