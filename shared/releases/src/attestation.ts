import { createPrivateKey, createPublicKey, createHash, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import * as z from 'zod'
import { keyIdOf, publicKeyOf } from './signing.ts'
import { Envelope, Statement } from './statement.ts'

/** SHA-256 of a text or of bytes, as statements name what they are about. */
export const digestOf = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex')

/** The bytes that are signed: type and length stand in front, so that no text of one type is one of another (DSSE, PAE). */
const signedBytes = (payloadType: string, payload: Buffer): Buffer => Buffer.concat([Buffer.from(`DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `), payload])

/** Signs a statement with an Ed25519 private key (PKCS#8 PEM). */
export function signStatement(statement: Statement, privateKey: string): Envelope {
  const payload = Buffer.from(JSON.stringify(statement))
  const { payloadType } = Envelope.shape
  const sig = signBytes(null, signedBytes(payloadType.value, payload), createPrivateKey(privateKey)).toString('base64')
  return { payloadType: payloadType.value, payload: payload.toString('base64'), signatures: [{ keyid: keyIdOf(publicKeyOf(privateKey)), sig }] }
}

/** The statement of an envelope that this key (SPKI PEM) signed, if it is one; null otherwise. Never throws. */
export function openStatement({ payloadType, payload, signatures }: Envelope, publicKey: string): Statement | null {
  try {
    const key = createPublicKey(publicKey)
    const bytes = Buffer.from(payload, 'base64')
    if (key.asymmetricKeyType !== 'ed25519' || !signatures.some(({ sig }) => verifyBytes(null, signedBytes(payloadType, bytes), key, Buffer.from(sig, 'base64')))) return null
    return Statement.parse(JSON.parse(bytes.toString()))
  } catch {
    return null
  }
}

/** What a statement says of its subjects, if it is of this type; null otherwise. */
export function predicateOf<Schema extends z.core.$ZodType>(statement: Statement, type: string, schema: Schema): z.output<Schema> | null {
  if (statement.predicateType !== type) return null
  const read = z.safeParse(schema, statement.predicate)
  return read.success ? read.data : null
}
