import { createPublicKey } from 'node:crypto'
import { publicKeysIn } from '@checkin/releases/signing'
import * as z from 'zod'

const pemOf = (line: string): string => `-----BEGIN PUBLIC KEY-----\n${line}\n-----END PUBLIC KEY-----\n`

function isKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}

/**
 * The registry's public keys, that of now and the next or the former one (DEC-307): SPKI as PEM, or each as one line of base64 for environments that keep no line
 * breaks. What is no key is refused at the start: with it every answer of the registry would look forged.
 */
export const publicKeysSetting = z.string().transform((text, context) => {
  const keys = text.includes('BEGIN') ? publicKeysIn(text) : text.trim().split(/\s+/).map(pemOf)
  if (keys.every(isKey)) return keys.join('\n')
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 public key (SPKI, PEM or base64)' })
  return z.NEVER
})
