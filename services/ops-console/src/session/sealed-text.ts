import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

export type SealedTexts = ReturnType<typeof sealedTexts>

/** Texts that somebody else keeps for us and can neither read nor change (AES-256-GCM). */
export function sealedTexts(secret: string) {
  const key = createHash('sha256').update(secret).digest()
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
      try {
        const cipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
        cipher.setAuthTag(bytes.subarray(-16))
        return Buffer.concat([cipher.update(bytes.subarray(12, -16)), cipher.final()]).toString('utf8')
      } catch {
        return null
      }
    },
  }
}
