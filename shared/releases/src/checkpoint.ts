import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign as signBytes, verify as verifyBytes } from 'node:crypto'
import type { TreeHead } from './merkle-tree.ts'
import { publicKeyOf } from './signing.ts'

/** Type of an Ed25519 key in a signed note (C2SP signed-note). */
const ed25519 = Uint8Array.of(1)

/** What an Ed25519 private key is in front of its 32 bytes, PKCS#8. */
const privatePrefix = Buffer.from('302e020100300506032b657004220420', 'hex')
const publicPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/**
 * The key that signs checkpoints where none was given: another one than the registry's, made of it, so that what is signed with the one is worth
 * nothing with the other. PKCS#8 PEM.
 */
export function logKeyFrom(registryKey: string): string {
  const secret = createPrivateKey(registryKey).export({ type: 'pkcs8', format: 'der' })
  const seed = Buffer.from(hkdfSync('sha256', secret, '', 'checkin registry log checkpoint v1', 32))
  return createPrivateKey({ key: Buffer.concat([privatePrefix, seed]), type: 'pkcs8', format: 'der' }).export({ type: 'pkcs8', format: 'pem' }).toString()
}

const rawOf = (publicKey: string): Buffer => createPublicKey(publicKey).export({ type: 'spki', format: 'der' }).subarray(publicPrefix.length)
const keyHash = (name: string, raw: Uint8Array): Buffer => createHash('sha256').update(`${name}\n`).update(ed25519).update(raw).digest().subarray(0, 4)

/** The public half of a log's key as witnesses and other tools read it: `name+hash+base64` (C2SP signed-note). */
export function verifierKeyOf(origin: string, privateKey: string): string {
  const raw = rawOf(publicKeyOf(privateKey))
  return `${origin}+${keyHash(origin, raw).toString('hex')}+${Buffer.concat([ed25519, raw]).toString('base64')}`
}

interface VerifierKey {
  readonly name: string
  readonly hash: Buffer
  readonly key: KeyObject
}

/** Reads what `verifierKeyOf` writes; null for anything else. */
function readVerifierKey(text: string): VerifierKey | null {
  const [, name, hex, base64] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text.trim()) ?? []
  if (name === undefined || hex === undefined || base64 === undefined) return null
  const bytes = Buffer.from(base64, 'base64')
  const raw = bytes.subarray(1)
  const hash = Buffer.from(hex, 'hex')
  if (bytes.length !== 33 || bytes[0] !== 1 || !keyHash(name, raw).equals(hash)) return null
  return { name, hash, key: createPublicKey({ key: Buffer.concat([publicPrefix, raw]), type: 'spki', format: 'der' }) }
}

/** Whether a text is the public key of a log. */
export const isVerifierKey = (text: string): boolean => readVerifierKey(text) !== null

/** Signs the head of a log as a checkpoint (C2SP tlog-checkpoint in a signed note), which anybody may keep and compare. */
export function signCheckpoint(origin: string, { size, root }: TreeHead, privateKey: string): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\n`
  const signature = signBytes(null, Buffer.from(text), createPrivateKey(privateKey))
  return `${text}\n— ${origin} ${Buffer.concat([keyHash(origin, rawOf(publicKeyOf(privateKey))), signature]).toString('base64')}\n`
}

/** What a checkpoint says. */
export interface Checkpoint extends TreeHead {
  readonly origin: string
}

/** Opens a checkpoint: null unless it has the form of one and this key signed it. Signatures of others, such as witnesses, may stand beside. */
export function openCheckpoint(note: string, verifierKey: string): Checkpoint | null {
  const key = readVerifierKey(verifierKey)
  const end = note.indexOf('\n\n')
  if (!key || end < 0) return null
  const text = note.slice(0, end + 1)
  const isSigned = note.slice(end + 2).split('\n').some((line) => {
    const [, name, base64] = /^— (\S+) ([A-Za-z0-9+/]+={0,2})$/.exec(line) ?? []
    const bytes = Buffer.from(base64 ?? '', 'base64')
    return name === key.name && bytes.subarray(0, 4).equals(key.hash) && verifyBytes(null, Buffer.from(text), key.key, bytes.subarray(4))
  })
  const [origin, size, root] = text.split('\n')
  if (!isSigned || origin !== key.name || size === undefined || !/^(0|[1-9]\d{0,14})$/.test(size)) return null
  const hash = Buffer.from(root ?? '', 'base64')
  return hash.length === 32 ? { origin, size: Number(size), root: hash } : null
}
