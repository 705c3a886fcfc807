import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { digestOf, openStatement, predicateOf, signStatement } from './attestation.ts'
import { publicKeyOf } from './signing.ts'
import { Envelope, statementOf } from './statement.ts'

const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const key = newKey()
const statement = statementOf('urn:example', { 'set 1': digestOf('set') }, { passed: true })
const envelope = signStatement(statement, key)

describe('a signed statement', () => {
  it('is read by whoever knows the key (DEC-189)', () => {
    expect(Envelope.parse(envelope)).toEqual(envelope)
    expect(openStatement(envelope, publicKeyOf(key))).toEqual(statement)
    expect(predicateOf(statement, 'urn:example', z.object({ passed: z.boolean() }))).toEqual({ passed: true })
    expect(predicateOf(statement, 'urn:other', z.object({ passed: z.boolean() }))).toBeNull()
    expect(predicateOf(statement, 'urn:example', z.object({ passed: z.string() }))).toBeNull()
  })

  it('is nothing with another key, payload or type (DEC-189)', () => {
    expect(openStatement(envelope, publicKeyOf(newKey()))).toBeNull()
    expect(openStatement({ ...envelope, payload: Buffer.from(JSON.stringify({ ...statement, predicate: { passed: false } })).toString('base64') }, publicKeyOf(key))).toBeNull()
    expect(openStatement({ ...envelope, payloadType: 'text/plain' as 'application/vnd.in-toto+json' }, publicKeyOf(key))).toBeNull()
    expect(openStatement(envelope, 'no key')).toBeNull()
  })
})
