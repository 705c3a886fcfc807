import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { append, consistencyPlan, emptyRoot, type Hash, inclusionPlan, isConsistent, isIncluded, leafHash, type Node, type NodeHash, rootPlan, treeOf } from './merkle-tree.ts'

/** The definition of RFC 6962, 2.1, word by word. */
function naiveRoot(leaves: readonly Hash[]): Hash {
  const [only] = leaves
  if (only === undefined) return createHash('sha256').digest()
  if (leaves.length === 1) return only
  let split = 1
  while (split * 2 < leaves.length) split *= 2
  return createHash('sha256').update(Uint8Array.of(1)).update(naiveRoot(leaves.slice(0, split))).update(naiveRoot(leaves.slice(split))).digest()
}

/** A tree that grew by these steps, with every subtree that was kept. */
function grown(steps: readonly number[]): { readonly leaves: Hash[]; readonly nodeAt: NodeHash } {
  const kept = new Map<string, Hash>()
  const leaves: Hash[] = []
  const nodeAt = ({ level, index }: Node): Hash => {
    const hash = kept.get(`${level}/${index}`)
    if (hash === undefined) throw new Error(`nobody kept ${level}/${index}`)
    return hash
  }
  for (const step of steps) {
    const more = Array.from({ length: step }, (_each, at) => leafHash(`entry ${leaves.length + at}`))
    const known = new Set(rootPlan(leaves.length).nodes.map(({ level, index }) => `${level}/${index}`))
    const frontier: NodeHash = (node) => {
      if (!known.has(`${node.level}/${node.index}`)) throw new Error('appending asks for more than the root needs')
      return nodeAt(node)
    }
    for (const { level, index, hash } of append(leaves.length, more, frontier)) kept.set(`${level}/${index}`, hash)
    leaves.push(...more)
  }
  return { leaves, nodeAt }
}

const someSteps = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 })
const rootAt = (leaves: readonly Hash[], size: number): Hash => naiveRoot(leaves.slice(0, size))

describe('the tree of the log', () => {
  it('has the hashes of RFC 6962', () => {
    expect(leafHash('').toString('hex')).toBe('6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d')
    expect(emptyRoot.toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  })

  it('has the root of the definition however it grew, and whoever reads all leaves gets the same (DEC-189)', () => {
    fc.assert(fc.property(someSteps, (steps) => {
      const { leaves, nodeAt } = grown(steps)
      const all = treeOf()
      for (const leaf of leaves) all.add(leaf)
      expect(rootPlan(leaves.length).solve(nodeAt)).toEqual([naiveRoot(leaves)])
      expect(all.head()).toEqual({ size: leaves.length, root: naiveRoot(leaves) })
    }), { numRuns: 40 })
  })

  it('proves each leaf, and no other one, at each size (DEC-189)', () => {
    fc.assert(fc.property(someSteps, fc.nat(), fc.nat(), (steps, which, when) => {
      const { leaves, nodeAt } = grown(steps)
      const size = 1 + (when % leaves.length)
      const index = which % size
      const [root, leaf] = [rootAt(leaves, size), leaves[index] ?? emptyRoot]
      const proof = inclusionPlan(index, size).solve(nodeAt)
      expect(isIncluded({ leaf, index, size, root, proof })).toBe(true)
      expect(isIncluded({ leaf: leafHash('another'), index, size, root, proof })).toBe(false)
      expect(isIncluded({ leaf, index: index + 1, size, root, proof })).toBe(false)
      expect(isIncluded({ leaf, index, size, root: leafHash('another'), proof })).toBe(false)
      expect(isIncluded({ leaf, index, size, root, proof: [...proof, root] })).toBe(false)
      if (proof.length > 0) expect(isIncluded({ leaf, index, size, root, proof: proof.slice(1) })).toBe(false)
    }), { numRuns: 150 })
  })

  it('proves that a later tree begins with an earlier one, and not with another (DEC-189)', () => {
    fc.assert(fc.property(someSteps, fc.nat(), fc.nat(), (steps, one, other) => {
      const { leaves, nodeAt } = grown(steps)
      const to = 1 + (one % leaves.length)
      const from = 1 + (other % to)
      const [earlier, later] = [{ size: from, root: rootAt(leaves, from) }, { size: to, root: rootAt(leaves, to) }]
      const proof = consistencyPlan(from, to).solve(nodeAt)
      expect(isConsistent(earlier, later, proof)).toBe(true)
      expect(isConsistent({ ...earlier, root: leafHash('fork') }, later, proof)).toBe(false)
      expect(isConsistent(earlier, { ...later, root: leafHash('fork') }, proof)).toBe(false)
      expect(isConsistent(earlier, later, [...proof, later.root])).toBe(false)
      expect(isConsistent({ size: to + 1, root: earlier.root }, later, proof)).toBe(false)
    }), { numRuns: 150 })
  })
})
