import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { generate } from 'selfsigned'

/** What an authenticator is told to say that a right one would not. */
export interface Lie {
  readonly origin?: string
  readonly rpId?: string
  readonly challenge?: string
  /** The count of signatures instead of one more. */
  readonly counter?: number
  /** Who uses it was not verified by it. */
  readonly unverified?: true
  /** Used in a frame of another page. */
  readonly crossOrigin?: true
  /** Signed by another key than the passkey's. */
  readonly otherKey?: true
  /** A right statement with its maker's certificate, which nobody asked for. */
  readonly maker?: Maker
}

/** Key and certificate of a maker of authenticators, PEM. */
interface Maker {
  readonly private: string
  readonly cert: string
}

/** A maker whose certificate is as WebAuthn Level 3, section 8.2.1 wants it. */
export const makerOfAuthenticators = (): Promise<Maker> => generate(
  [{ shortName: 'C', value: 'PT' }, { shortName: 'O', value: 'A maker' }, { shortName: 'OU', value: 'Authenticator Attestation' }, { name: 'commonName', value: 'A key' }],
  { algorithm: 'sha256', extensions: [{ name: 'basicConstraints', cA: false }] },
)

const sha256 = (bytes: string | Buffer): Buffer => createHash('sha256').update(bytes).digest()
const text = (bytes: Buffer): string => bytes.toString('base64url')
const present = 0x01
const verified = 0x04
const withCredential = 0x40

/** An authenticator in software, by WebAuthn Level 3, sections 5.8.1 and 6.1: one ES256 passkey that counts its signatures. */
export function authenticator(origin = 'http://ops.localhost:4001') {
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  let counter = 0
  const page = (type: string, challenge: string, lie: Lie): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge: lie.challenge ?? challenge, origin: lie.origin ?? origin, crossOrigin: lie.crossOrigin ?? false }))
  const data = (flags: number, lie: Lie): Buffer => {
    counter = lie.counter ?? counter + 1
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(lie.rpId ?? new URL(origin).hostname), Buffer.from([present | flags | (lie.unverified ? 0 : verified)]), count])
  }
  const coseKey = (): Buffer => {
    const { x = '', y = '' } = key.publicKey.export({ format: 'jwk' })
    return Buffer.from(isoCBOR.encode(new Map<number, number | Uint8Array>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]])))
  }
  const named = { id: text(id), rawId: text(id), type: 'public-key' as const }
  return {
    id: named.id,
    /** Makes its passkey for the options of a registration. */
    create: ({ challenge }: { readonly challenge: string }, lie: Lie = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const authData = Buffer.concat([data(withCredential, lie), Buffer.alloc(16), length, id, coseKey()])
      const clientData = page('webauthn.create', challenge, lie)
      const statement = new Map<string, number | Uint8Array | Uint8Array[]>(lie.maker === undefined ? [] : [
        ['alg', -257], ['sig', sign('sha256', Buffer.concat([authData, sha256(clientData)]), lie.maker.private)], ['x5c', [new X509Certificate(lie.maker.cert).raw]],
      ])
      const attestation = isoCBOR.encode(new Map<string, string | typeof statement | Uint8Array>([['fmt', lie.maker === undefined ? 'none' : 'packed'], ['attStmt', statement], ['authData', authData]]))
      return { ...named, response: { clientDataJSON: text(clientData), attestationObject: text(Buffer.from(attestation)), transports: ['usb'] } }
    },
    /** Signs for the options of a confirmation. */
    sign: ({ challenge }: { readonly challenge: string }, lie: Lie = {}) => {
      const authData = data(0, lie)
      const clientData = page('webauthn.get', challenge, lie)
      const by = lie.otherKey ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey : key.privateKey
      return { ...named, response: { clientDataJSON: text(clientData), authenticatorData: text(authData), signature: text(sign('sha256', Buffer.concat([authData, sha256(clientData)]), by)) } }
    },
  }
}

export type Authenticator = ReturnType<typeof authenticator>
