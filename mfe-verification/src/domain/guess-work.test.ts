import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workOut } from './guess-work.ts'

it('the work that a guessed reference costs is what the server asks for: enough zero bits, on the challenge that it gave (DEC-100)', async () => {
  await fc.assert(fc.asyncProperty(fc.stringMatching(/^[\w-]{1,40}\.[\w-]{43}$/), fc.integer({ min: 1, max: 10 }), async (challenge, bits) => {
    const work = await workOut({ challenge, bits })
    expect(work.slice(0, work.lastIndexOf('.'))).toBe(challenge)
    const hash = createHash('sha256').update(work).digest('hex')
    expect(BigInt(`0x${hash}`) >> BigInt(256 - bits)).toBe(0n)
  }), { numRuns: 40 })
})
