import { roles } from '@checkin/registry'
import { ServiceError, type Person } from '@checkin/server'
import * as client from 'openid-client'
import * as z from 'zod'
import type { OpenIdSettings } from '../settings.ts'

/** What has to be the same when the person comes back from the provider; kept sealed in the browser meanwhile. */
export const Attempt = z.object({ verifier: z.string(), state: z.string(), nonce: z.string() })
type Attempt = z.infer<typeof Attempt>

export type OpenId = ReturnType<typeof openId>

const away = () => new ServiceError(503, 'IdentityAway', 'The identity provider does not answer')

/** Sign-in by OpenID Connect: authorisation code with PKCE, state and nonce. The provider's own description is asked for once, at the first use. */
export function openId(settings: OpenIdSettings) {
  const { issuer, clientId, clientSecret, scope, insecure } = settings
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
      })
      return { address: address.href, attempt }
    },
    /** Who came back to an address. Throws 401 when the provider did not vouch for them, 403 when they have no role here. */
    finish: async (address: URL, { verifier, state, nonce }: Attempt): Promise<Person> => {
      const known = await configuration()
      const tokens = await client.authorizationCodeGrant(known, address, { pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true })
        .catch(() => { throw new ServiceError(401, 'NotSignedIn', 'The identity provider did not sign you in; try again') })
      return personOf(tokens.claims() ?? {}, settings)
    },
  }
}

const texts = (claim: unknown): readonly string[] => (Array.isArray(claim) ? claim.filter((each) => typeof each === 'string') : typeof claim === 'string' ? [claim] : [])

/** Who somebody is here, by the claims that the provider signed. A role is one of the registry's; whoever has none of them stays outside. */
export function personOf(claims: Readonly<Record<string, unknown>>, { nameClaim, roleClaim, roleNames, tenantsClaim }: OpenIdSettings): Person {
  const name = claims[nameClaim]
  const given = texts(claims[roleClaim])
  const role = roles.find((each) => each !== 'publisher' && given.includes(roleNames[each] ?? each))
  if (typeof name !== 'string' || name === '') throw new ServiceError(403, 'NoName', 'The identity provider does not say who you are')
  if (role === undefined) throw new ServiceError(403, 'NoRole', 'You have no role here; ask your administrator')
  return { label: name, ...(typeof claims['sub'] === 'string' && { subject: claims['sub'] }), role, hosts: tenantsClaim === undefined ? null : texts(claims[tenantsClaim]) }
}
