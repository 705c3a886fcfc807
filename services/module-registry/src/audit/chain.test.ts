import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chainCheck, entryHash, type HashedEntry } from './chain.ts'

const chainOf = (reasons: readonly string[]): HashedEntry[] => {
  let previousHash = ''
  return reasons.map((reason, index) => {
    const entry = { entry: index + 1, at: '2026-11-21T10:00:00.000Z', actor: 'demo-operator', action: 'set', subject: 'a.example', before: 'null', after: '{}', reason, previousHash }
    previousHash = entryHash(entry)
    return { ...entry, hash: previousHash }
  })
}
const headOf = (chain: readonly HashedEntry[]) => ({ entry: chain.length, hash: chain.at(-1)?.hash ?? '' })
const firstBroken = (chain: readonly HashedEntry[], head: Pick<HashedEntry, 'entry' | 'hash'>): number | null => {
  const check = chainCheck()
  for (const entry of chain) check.add(entry)
  return check.firstBroken(head)
}
const someChain = fc.array(fc.string(), { minLength: 1, maxLength: 12 }).map(chainOf)
const somewhere = fc.nat({ max: 11 })

describe('the chain of the audit', () => {
  it('is whole as it was written', () => {
    fc.assert(fc.property(someChain, (chain) => firstBroken(chain, headOf(chain)) === null))
    expect(firstBroken([], { entry: 0, hash: '' })).toBeNull()
  })

  it.each(['at', 'actor', 'action', 'subject', 'before', 'after', 'reason', 'previousHash', 'hash'] as const)('shows that %s of an entry was changed', (field) => {
    fc.assert(fc.property(someChain, somewhere, (chain, where) => {
      const at = where % chain.length
      const changed = chain.map((entry, index) => (index === at ? { ...entry, [field]: `${entry[field]}x` } : entry))
      const broken = firstBroken(changed, headOf(chain))
      return broken !== null && broken <= at + 2
    }))
  })

  it('shows that an entry was taken out, wherever it stood', () => {
    fc.assert(fc.property(someChain, somewhere, (chain, where) => firstBroken(chain.toSpliced(where % chain.length, 1), headOf(chain)) !== null))
  })

  it('shows an entry that was changed together with all hashes after it, by the head', () => {
    const chain = chainOf(['one', 'two', 'three'])
    expect(firstBroken(chainOf(['one', 'other', 'three']), headOf(chain))).toBe(4)
  })
})
