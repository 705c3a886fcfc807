import { createHmac, timingSafeEqual } from 'node:crypto'
import { currentSecret, secretsOf } from '@checkin/server'
import { keyFor } from '../../../database/seal.ts'

/** One pass of Apple Wallet: whose, of which kind, and its serial for ever. */
export interface PassKey {
  readonly tenantId: string
  readonly passTypeId: string
  readonly serial: string
}

/** Text is separated so that no two lists of parts give the same. */
const hmacOf = (secret: string, ...parts: readonly string[]): Buffer => createHmac('sha256', keyFor(secret, 'checkin wallet passes')).update(JSON.stringify(parts)).digest()

/** What a device proves with that it has the pass: stands in the pass alone, and is stored nowhere (DEC-280). */
export const passToken = (secret: string, { tenantId, passTypeId, serial }: PassKey): string => hmacOf(currentSecret(secret), 'token', tenantId, passTypeId, serial).toString('base64url')

/** Whether an `Authorization` header is that of this pass, compared in constant time. */
export function isPassToken(secret: string, pass: PassKey, authorization: string | undefined): boolean {
  const given = Buffer.from(/^ApplePass (\S{1,100})$/.exec(authorization ?? '')?.[1] ?? '')
  return secretsOf(secret).map((each) => Buffer.from(passToken(each, pass))).some((expected) => given.length === expected.length && timingSafeEqual(given, expected))
}

/** What is stored of a device's name: it is a secret between the device and us, and the same at all companies. By each secret, the current one's first (DEC-307). */
export function deviceHashes(secret: string, tenantId: string, device: string): readonly [Buffer, ...Buffer[]] {
  const [first, ...others] = secretsOf(secret)
  const hash = (each: string): Buffer => hmacOf(each, 'device', tenantId, device)
  return [hash(first), ...others.map(hash)]
}

/** By what a change of what a pass says is noticed; first names are in it. */
export const saidDigest = (secret: string, said: object): Buffer => hmacOf(currentSecret(secret), 'said', JSON.stringify(said))

/** Whether a digest is that of the same, made with a secret of the setting. */
export const isSaid = (digest: Buffer, secret: string, said: object): boolean => secretsOf(secret).some((each) => digest.equals(saidDigest(each, said)))
