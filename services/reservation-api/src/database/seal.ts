import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto'
import { currentSecret, openWithAny } from '@checkin/server'

const nonceBytes = 12
const tagBytes = 16

/** A new AES-256 key. */
export const newKey = (): Buffer => randomBytes(32)

/** A key outside the database for one purpose, from the secret of the environment. */
export const keyFor = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32))

/** What the environment's secret seals for one purpose, and what it, or one below it, opens (DEC-307). */
export const sealedFor = (secret: string, purpose: string) => ({
  seal: (owner: string, plain: Buffer): Buffer => seal(keyFor(currentSecret(secret), purpose), owner, plain),
  /** Throws where no secret opens it. */
  unseal: (owner: string, sealed: Buffer): Buffer => openWithAny(secret, (each) => unseal(keyFor(each, purpose), owner, sealed)),
})

/** Keys as the cipher takes them, for as long as somebody has their bytes: to make one anew costs more than to open a value with it. */
const prepared = new WeakMap<Buffer, KeyObject>()
const keyOf = (bytes: Buffer): KeyObject => {
  const kept = prepared.get(bytes) ?? createSecretKey(bytes)
  prepared.set(bytes, kept)
  return kept
}

/** Seals bytes with AES-256-GCM. `owner` names what they belong to: sealed bytes put at another place do not open. */
export function seal(key: Buffer, owner: string, plain: Buffer): Buffer {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', keyOf(key), nonce).setAAD(Buffer.from(owner))
  const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens what `seal` made. Throws when the key is another one, or the bytes or their place were changed. */
export function unseal(key: Buffer, owner: string, sealed: Buffer): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', keyOf(key), sealed.subarray(0, nonceBytes)).setAAD(Buffer.from(owner))
  decipher.setAuthTag(sealed.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(sealed.subarray(nonceBytes + tagBytes)), decipher.final()])
}
