import type { AssertionResponse, RegistrationResponse } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { generateAuthenticationOptions, generateRegistrationOptions, verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers'
import { relyingParty, type SecondFactor } from './second-factor.ts'

/** Minutes in which a challenge has to be answered. */
export const challengeMinutes = 5

/** What is kept of a passkey: its id and public key, base64url, its signatures so far, and how it is reached. */
export interface Credential {
  readonly credentialId: string
  readonly publicKey: string
  readonly counter: number
  readonly transports: readonly string[]
}

/** EdDSA, ES256, RS256, by their COSE numbers: what authenticators of today have and this runtime verifies for good. */
const supportedAlgorithmIDs = [-8, -7, -257]

const refused = () => new ServiceError(403, 'PasskeyRefused', 'This passkey does not confirm you here; try again')

/** What a browser needs to make a passkey that checks who uses it. Whose it is, is said by a random handle; authenticators that have one already are left out. */
export const registrationOptions = (factor: SecondFactor, label: string, present: readonly Pick<Credential, 'credentialId' | 'transports'>[]) => generateRegistrationOptions({
  rpName: 'Checkin control room', rpID: relyingParty(factor), userName: label, timeout: challengeMinutes * 60_000, attestationType: 'none', supportedAlgorithmIDs,
  excludeCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
  authenticatorSelection: { residentKey: 'discouraged', userVerification: 'required' },
})

/** What a browser needs to sign with one of these passkeys. */
export const assertionOptions = (factor: SecondFactor, present: readonly Pick<Credential, 'credentialId' | 'transports'>[]) => generateAuthenticationOptions({
  rpID: relyingParty(factor), timeout: challengeMinutes * 60_000, userVerification: 'required',
  allowCredentials: present.map(({ credentialId, transports }) => ({ id: credentialId, transports: [...transports] })),
})

/** Refuses what was signed in a frame of another page, which the library lets pass where the browser does not name that page. */
function requireOwnPage(clientDataJson: string): void {
  if (decodeClientDataJSON(clientDataJson).crossOrigin === true) throw refused()
}

/** Refuses certificates of an authenticator: none were asked for, and following them means calling addresses that the caller names. */
function requireNoCertificates(attestationObject: string): void {
  if (decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('attStmt').get('x5c')) throw refused()
}

/** A new passkey: made for this challenge, origin and host name, by who was verified. Throws 403 PasskeyRefused. */
export async function registeredCredential(factor: SecondFactor, challenge: string, { response, ...credential }: RegistrationResponse): Promise<Credential> {
  const verified = await Promise.resolve().then(() => {
    requireOwnPage(response.clientDataJSON)
    requireNoCertificates(response.attestationObject)
    return verifyRegistrationResponse({
      response: { ...credential, response, clientExtensionResults: {} }, expectedChallenge: challenge, expectedOrigin: factor.origin, expectedRPID: relyingParty(factor), requireUserVerification: true, supportedAlgorithmIDs,
    })
  }).catch(() => { throw refused() })
  if (!verified.verified) throw refused()
  const { id, publicKey, counter } = verified.registrationInfo.credential
  return { credentialId: id, publicKey: isoBase64URL.fromBuffer(publicKey), counter, transports: response.transports }
}

/** Signatures that an authenticator says it has made, once it proved to hold a passkey by this challenge, origin and host name. Throws 403 PasskeyRefused. */
export async function signedCounter(factor: SecondFactor, challenge: string, { credentialId, publicKey, transports }: Credential, { response, ...credential }: AssertionResponse): Promise<number> {
  const verified = await Promise.resolve().then(() => {
    requireOwnPage(response.clientDataJSON)
    return verifyAuthenticationResponse({
      response: { ...credential, response, clientExtensionResults: {} }, expectedChallenge: challenge, expectedOrigin: factor.origin, expectedRPID: relyingParty(factor), requireUserVerification: true,
      // The stored counter is compared where it is locked, so that of two answers at once one counts.
      credential: { id: credentialId, publicKey: isoBase64URL.toBuffer(publicKey), counter: 0, transports: [...transports] },
    })
  }).catch(() => { throw refused() })
  if (!verified.verified) throw refused()
  return verified.authenticationInfo.newCounter
}
