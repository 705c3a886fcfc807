import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { secretsOf } from '@checkin/server'

export type SealedTexts = ReturnType<typeof sealedTexts>

/** Texts that somebody else keeps for us and can neither read nor change (AES-256-GCM). */
export function sealedTexts(secret: string) {
  const [key, ...others] = secretsOf(secret).map((each) => createHash('sha256').update(each).digest())
  if (!key) throw new Error('there is no secret to seal with')
  return {
    seal: (text: string): string => {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    /** Null for what is not ours or was changed. */
    open: (sealed: string): string | null => {
      const bytes = Buffer.from(sealed, 'base64url')
      if (bytes.length < 29) return null
      for (const each of [key, ...others]) {
        try {
          const cipher = createDecipheriv('aes-256-gcm', each, bytes.subarray(0, 12))
          cipher.setAuthTag(bytes.subarray(-16))
          return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
        } catch { /* sealed with another secret, or by nobody here */ }
      }
      return null
    },
  }
}
