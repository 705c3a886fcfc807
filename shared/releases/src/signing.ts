import { createHash, createPrivateKey, createPublicKey, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import type { Signed } from './release-set.ts'

/** Subresource integrity of a file's bytes. */
export const integrityOf = (bytes: Uint8Array): string => `sha384-${createHash('sha384').update(bytes).digest('base64')}`

/** A short name of a public key (SPKI PEM): which key signed, not whether it may. */
export function keyIdOf(publicKey: string): string {
  const der = createPublicKey(publicKey).export({ type: 'spki', format: 'der' })
  return createHash('sha256').update(der).digest('base64url').slice(0, 16)
}

/** Public half of a private key, SPKI PEM. */
export const publicKeyOf = (privateKey: string): string =>
  createPublicKey(createPrivateKey(privateKey)).export({ type: 'spki', format: 'pem' }).toString()

/** Signs the exact bytes of a text with an Ed25519 private key (PKCS#8 PEM). */
export function sign(payload: string, privateKey: string): Signed {
  const signature = signBytes(null, Buffer.from(payload), createPrivateKey(privateKey)).toString('base64')
  return { payload, signature, keyId: keyIdOf(publicKeyOf(privateKey)) }
}

/** True when the payload is, byte for byte, what the holder of the key signed. Never throws: what can't be checked is not signed. */
export function verify(signed: Signed, publicKey: string): boolean {
  try {
    const key = createPublicKey(publicKey)
    return key.asymmetricKeyType === 'ed25519' && verifyBytes(null, Buffer.from(signed.payload), key, Buffer.from(signed.signature, 'base64'))
  } catch {
    return false
  }
}
