import { createPrivateKey } from 'node:crypto'
import * as z from 'zod'

/** An Ed25519 key: PKCS#8 as PEM, or as one line of base64 for environments that keep no line breaks. A file is named by the variable with `_FILE` behind it. */
export const privateKeySetting = z.string().transform((text, context) => {
  const pem = text.includes('BEGIN') ? text : `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'ed25519') return pem
  } catch {
    // Reported below, as for a key of another type.
  }
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key (PKCS#8, PEM or base64)' })
  return z.NEVER
})
