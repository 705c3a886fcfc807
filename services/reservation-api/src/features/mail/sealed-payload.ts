import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** What is sealed for one use cannot be opened as another. */
export type SealUse = 'checkin mail outbox' | 'checkin payment means'

const keyFrom = (secret: string, use: SealUse): Buffer => Buffer.from(hkdfSync('sha256', secret, '', use, 32))

/** Encrypts what waits in the database (AES-256-GCM), bound to its row: what a mail says, by what a renter pays. It must not lie there readable. */
export function seal(secret: string, rowId: string, payload: object, use: SealUse = 'checkin mail outbox'): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret, use), nonce).setAAD(Buffer.from(rowId))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens it again. Throws when the secret is another one, or the bytes or their row were changed. */
export function unseal(secret: string, rowId: string, sealed: Buffer, use: SealUse = 'checkin mail outbox'): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret, use), sealed.subarray(0, 12)).setAAD(Buffer.from(rowId))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')) as unknown
}
