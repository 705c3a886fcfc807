import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { integrityOf, keyIdOf, privateKeysIn, publicKeyOf, sign, verify, verifyOrFormer } from './signing.ts'

const newKey = (): string => generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const privateKey = newKey()
const publicKey = publicKeyOf(privateKey)

it('hold by any of several public keys, while the registry changes its own (DEC-307, ASVS 11.2.2)', () => {
  const next = newKey()
  const both = `${next}${privateKey}`
  const known = [publicKey, `${publicKey}${publicKeyOf(next)}`, publicKeyOf(next)]
  expect(known.map((keys) => verify(sign('a set', privateKey, 'set'), keys, 'set'))).toEqual([true, true, false])
  // The first of several private keys signs.
  expect(known.map((keys) => verify(sign('a set', both, 'set'), keys, 'set'))).toEqual([false, true, true])
  expect(privateKeysIn(both).map(publicKeyOf)).toEqual([publicKeyOf(next), publicKey])
})

describe('signatures over release sets', () => {
  it('hold for exactly what was signed', () => {
    fc.assert(fc.property(fc.string(), (payload) => verify(sign(payload, privateKey), publicKey)))
  })

  it('never hold for anything else', () => {
    fc.assert(fc.property(fc.string(), fc.string(), (payload, other) => payload === other || !verify({ ...sign(payload, privateKey), payload: other }, publicKey)))
  })

  it('hold for the purpose that they were made for, and for no other (SEC-24)', () => {
    const contexts = ['set', 'snapshot', 'link', null] as const
    for (const made of contexts) for (const asked of contexts) expect(verify(sign('{"id":1}', privateKey, made), publicKey, asked), `${made} as ${asked}`).toBe(made === asked)
    for (const made of contexts) expect(verifyOrFormer(sign('{"id":1}', privateKey, made), publicKey, 'set'), `${made}`).toBe(made === 'set' || made === null)
  })

  it('never hold for another key or a broken signature', () => {
    const signed = sign('{"id":1}', privateKey)
    expect(verify(signed, publicKeyOf(newKey()))).toBe(false)
    expect(verify({ ...signed, signature: signed.signature.slice(4) }, publicKey)).toBe(false)
    expect(verify({ ...signed, signature: '' }, publicKey)).toBe(false)
    expect(verify(signed, 'no key')).toBe(false)
  })

  it('refuse keys of another kind', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 1024 })
    expect(verify(sign('x', privateKey), rsa.publicKey.export({ type: 'spki', format: 'pem' }).toString())).toBe(false)
  })

  it('name the key that signed', () => {
    expect(sign('x', privateKey).keyId).toBe(keyIdOf(publicKey))
  })

  it('hash files the way browsers check them', () => {
    expect(integrityOf(Buffer.from("alert('Hello, world.');"))).toBe('sha384-H8BRh8j48O9oYatfu5AZzq6A9RINhZO5H16dQZngK7T62em8MUt1FLm52t+eX6xO')
  })
})
