import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const keyFrom = (secret: string): Buffer => Buffer.from(hkdfSync('sha256', secret, '', 'checkin mail outbox', 32))

/** Encrypts what a mail says while it waits in the database (AES-256-GCM), bound to its row: a code must not lie there readable. */
export function seal(secret: string, rowId: string, payload: object): Buffer {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFrom(secret), nonce).setAAD(Buffer.from(rowId))
  const sealed = Buffer.concat([cipher.update(JSON.stringify(payload), 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Opens it again. Throws when the secret is another one, or the bytes or their row were changed. */
export function unseal(secret: string, rowId: string, sealed: Buffer): unknown {
  const decipher = createDecipheriv('aes-256-gcm', keyFrom(secret), sealed.subarray(0, 12)).setAAD(Buffer.from(rowId))
  decipher.setAuthTag(sealed.subarray(12, 28))
  return JSON.parse(Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')) as unknown
}
