import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { newSecret } from './new-secret.ts'

it('a token that the browser makes has 256 random bits, and the hash and fingerprint that the registry knows it by (DEC-143)', async () => {
  const [one, other] = [await newSecret(), await newSecret()]
  expect(one.token).toMatch(/^crt_[\w-]{43}$/)
  expect(one.token).not.toBe(other.token)
  expect(one.hash).toBe(createHash('sha256').update(one.token).digest('base64url'))
  expect(one.hash.startsWith(one.fingerprint) && one.fingerprint.length === 12).toBe(true)
})
