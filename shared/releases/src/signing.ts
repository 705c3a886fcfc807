import { createHash, createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import type { Signed } from './release-set.ts'

/** Subresource integrity of a file's bytes. */
export const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** A short name of a public key (SPKI PEM): which key signed, not whether it may. */
export function keyIdOf(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64url').slice(0, 16)
}

/** Private keys that stand one after the other, each in PEM: the first signs, the others signed what was stored before (DEC-307). */
export const privateKeysIn = (text: string): readonly string[] => text.match(/-----BEGIN PRIVATE KEY-----[^-]+-----END PRIVATE KEY-----/g) ?? [text]

/** Public half of a private key, SPKI PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }).toString()

/** What the registry's key signs for sites: what is signed for one purpose is worth nothing for another (SEC-24, decision 0164). */
export type SignatureContext = 'set' | 'snapshot' | 'link'

/** The bytes that are signed. JSON begins with no such line, so that no text of one purpose, or of none, is one of another. */
const signedBytes = (payload: string, context: SignatureContext | null): Buffer => Buffer.from(context === null ? payload : `checkin registry ${context} v1\n${payload}`)

/** Signs the exact bytes of a text with an Ed25519 private key (PKCS#8 PEM): for one purpose, or, as publishers do and registries of before did, for none. */
export function sign(payload: string, privateKey: string, context: SignatureContext | null = null): Signed {
  const signature = signBytes(null, signedBytes(payload, context), createPrivateKey(privateKey)).toString('base64')
  return { payload, signature, keyId: keyIdOf(publicKeyOf(privateKey)) }
}

/** Public keys that stand one after the other, each in PEM: that of now, and the next or the former one (DEC-307). */
export const publicKeysIn = (text: string): readonly string[] => text.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? [text]

/** True when the payload is, byte for byte, what the holder of a key signed for this purpose. Never throws: what can't be checked is not signed. */
export function verify(signed: Signed, publicKey: string, context: SignatureContext | null = null): boolean {
  return publicKeysIn(publicKey).some((each) => {
    try {
      const key = createPublicKey(each)
      return key.asymmetricKeyType === 'ed25519' && verifyBytes(null, signedBytes(signed.payload, context), key, Buffer.from(signed.signature, 'base64'))
    } catch {
      return false
    }
  })
}

/**
 * The same, and true also for a signature without a purpose, as the registry of the release before made them. Taken in this release only: the next one
 * asks `verify` for the purpose alone.
 */
export const verifyOrFormer = (signed: Signed, publicKey: string, context: SignatureContext): boolean => verify(signed, publicKey, context) || verify(signed, publicKey)
