import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isVerifierKey, logKeyFrom, openCheckpoint, signCheckpoint, verifierKeyOf } from './checkpoint.ts'
import { leafHash } from './merkle-tree.ts'
import { publicKeyOf } from './signing.ts'

const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = newKey()
const origin = 'checkin-registry/1'
const head = { size: 7, root: leafHash('root') }
const verifier = verifierKeyOf(origin, key)

describe('a checkpoint of the log', () => {
  it('reads as the note of another implementation', () => {
    // Key and note of the Go library's own example.
    const peterNeumann = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
    expect(isVerifierKey(peterNeumann)).toBe(true)
    expect(isVerifierKey(peterNeumann.replace('c74f', 'c74e'))).toBe(false)
  })

  it('says origin, size and root to whoever knows the key (DEC-189)', () => {
    const note = signCheckpoint(origin, head, key)
    expect(note.split('\n').slice(0, 4)).toEqual([origin, '7', head.root.toString('base64'), ''])
    expect(openCheckpoint(note, verifier)).toEqual({ origin, ...head })
    expect(openCheckpoint(`${note}— witness.example AAAAAAAA\n`, verifier)).toEqual({ origin, ...head })
  })

  it('is nothing when a byte was changed, or another key signed it, or it is another log\'s (DEC-189)', () => {
    const note = signCheckpoint(origin, head, key)
    expect(openCheckpoint(note.replace('\n7\n', '\n8\n'), verifier)).toBeNull()
    expect(openCheckpoint(signCheckpoint(origin, head, newKey()), verifier)).toBeNull()
    expect(openCheckpoint(signCheckpoint('checkin-registry/2', head, key), verifier)).toBeNull()
    expect(openCheckpoint('nothing', verifier)).toBeNull()
    expect(openCheckpoint(note, 'no key')).toBeNull()
  })

  it('is signed by a key of its own, the same after each start (SEC-24)', () => {
    const derived = logKeyFrom(key)
    expect(derived).toBe(logKeyFrom(key))
    expect(publicKeyOf(derived)).not.toBe(publicKeyOf(key))
  })
})
