import { createHash } from 'node:crypto'

/** Hash of a leaf or of a node of the tree, 32 bytes. */
export type Hash = Buffer

const sha256 = (prefix: number, ...parts: readonly Uint8Array[]): Hash => {
  const hash = createHash('sha256').update(Uint8Array.of(prefix))
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Hash of an entry as RFC 6962 has it: no leaf can be taken for a node. */
export const leafHash = (entry: Uint8Array | string): Hash => sha256(0, typeof entry === 'string' ? Buffer.from(entry) : entry)

const nodeHash = (left: Hash, right: Hash): Hash => sha256(1, left, right)

/** A complete subtree: `index` counts those of its height from the left; a leaf has height 0. */
export interface Node {
  readonly level: number
  readonly index: number
}

/** Leaves from `from` up to, not including, `to`. */
interface Range {
  readonly from: number
  readonly to: number
}

/** Finds the hash of a complete subtree. */
export type NodeHash = (node: Node) => Hash

/** The largest power of two below a number of leaves, at which RFC 6962 splits. */
const splitOf = (leaves: number): number => 2 ** Math.floor(Math.log2(leaves - 1))

/** The complete subtrees that a range of a tree consists of, from the left; the range begins where a subtree of its size may. */
function nodesOf({ from, to }: Range): Node[] {
  const nodes: Node[] = []
  for (let start = from; start < to;) {
    const level = Math.floor(Math.log2(to - start))
    nodes.push({ level, index: start / 2 ** level })
    start += 2 ** level
  }
  return nodes
}

const hashOf = (range: Range, nodeAt: NodeHash): Hash => nodesOf(range).map(nodeAt).reduceRight((right, left) => nodeHash(left, right))

/** Ranges beside the way from a leaf to the root, from the leaf upwards. */
function inclusionRanges(leaf: number, { from, to }: Range): Range[] {
  if (to - from === 1) return []
  const middle = from + splitOf(to - from)
  return leaf < middle ? [...inclusionRanges(leaf, { from, to: middle }), { from: middle, to }] : [...inclusionRanges(leaf, { from: middle, to }), { from, to: middle }]
}

function consistencyRanges(size: number, { from, to }: Range, isKnown: boolean): Range[] {
  if (size === to) return isKnown ? [] : [{ from, to }]
  const middle = from + splitOf(to - from)
  return size <= middle
    ? [...consistencyRanges(size, { from, to: middle }, isKnown), { from: middle, to }]
    : [...consistencyRanges(size, { from: middle, to }, false), { from, to: middle }]
}

/** What has to be known to answer: the subtrees, and the hashes that follow from theirs. */
export interface Plan {
  readonly nodes: readonly Node[]
  readonly solve: (nodeAt: NodeHash) => Hash[]
}

const planOf = (ranges: readonly Range[]): Plan => ({ nodes: ranges.flatMap(nodesOf), solve: (nodeAt) => ranges.map((range) => hashOf(range, nodeAt)) })

/** The root of a tree of so many leaves, one or more; its nodes are also what appending needs to know. */
export const rootPlan = (size: number): Plan => planOf(size === 0 ? [] : [{ from: 0, to: size }])

/** Proof that a leaf, counted from 0, is in a tree of so many leaves. */
export const inclusionPlan = (leaf: number, size: number): Plan => planOf(inclusionRanges(leaf, { from: 0, to: size }))

/** Proof that the tree of the first `from` leaves, one or more, is the beginning of that of `to` leaves. */
export const consistencyPlan = (from: number, to: number): Plan => planOf(consistencyRanges(from, { from: 0, to }, true))

/** Root of the empty tree. */
export const emptyRoot: Hash = createHash('sha256').digest()

/** Hashes of the complete subtrees that come about when leaves are added to a tree of `size`; `nodeAt` knows those of `rootPlan(size)`. */
export function append(size: number, leaves: readonly Hash[], nodeAt: NodeHash): (Node & { readonly hash: Hash })[] {
  const made = new Map<string, Hash>()
  const added: (Node & { readonly hash: Hash })[] = []
  const leftOf = (level: number, index: number): Hash => made.get(`${level}/${index}`) ?? nodeAt({ level, index })
  leaves.forEach((leaf, offset) => {
    let hash = leaf
    for (let level = 0, index = size + offset; ; level += 1, index = (index - 1) / 2) {
      made.set(`${level}/${index}`, hash)
      added.push({ level, index, hash })
      if (index % 2 === 0) return
      hash = nodeHash(leftOf(level, index - 1), hash)
    }
  })
  return added
}

/** Whether a leaf, counted from 0, is in the tree of that size and root (RFC 9162, 2.1.3.2). */
export function isIncluded({ leaf, index, size, root, proof }: { readonly leaf: Hash; readonly index: number; readonly size: number; readonly root: Hash; readonly proof: readonly Hash[] }): boolean {
  if (index < 0 || index >= size) return false
  let [node, last, hash] = [index, size - 1, leaf]
  for (const sibling of proof) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      hash = nodeHash(sibling, hash)
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else hash = nodeHash(hash, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && hash.equals(root)
}

/** A tree at some moment. */
export interface TreeHead {
  readonly size: number
  readonly root: Hash
}

/** Whether the later tree begins with all of the earlier one, unchanged (RFC 9162, 2.1.4.2). */
export function isConsistent(earlier: TreeHead, later: TreeHead, proof: readonly Hash[]): boolean {
  if (earlier.size > later.size) return false
  if (earlier.size === later.size) return proof.length === 0 && earlier.root.equals(later.root)
  if (earlier.size === 0) return proof.length === 0
  // A complete tree is its own first subtree, which the proof then leaves out.
  const [start, ...rest] = Number.isInteger(Math.log2(earlier.size)) ? [earlier.root, ...proof] : proof
  if (start === undefined) return false
  let [node, last] = [earlier.size - 1, later.size - 1]
  while (node % 2 === 1) [node, last] = [(node - 1) / 2, Math.floor(last / 2)]
  let [before, after] = [start, start]
  for (const sibling of rest) {
    if (last === 0) return false
    if (node % 2 === 1 || node === last) {
      ;[before, after] = [nodeHash(sibling, before), nodeHash(sibling, after)]
      while (node % 2 === 0 && node !== 0) [node, last] = [node / 2, Math.floor(last / 2)]
    } else after = nodeHash(after, sibling)
    ;[node, last] = [Math.floor(node / 2), Math.floor(last / 2)]
  }
  return last === 0 && before.equals(earlier.root) && after.equals(later.root)
}

/** Root of a tree whose every leaf is known, taken in one by one: what somebody computes who reads the whole log. */
export function treeOf() {
  const heights: (Hash | undefined)[] = []
  let size = 0
  return {
    add: (leaf: Hash): void => {
      let hash = leaf
      let level = 0
      for (; heights[level] !== undefined; level += 1) {
        hash = nodeHash(heights[level] ?? hash, hash)
        heights[level] = undefined
      }
      heights[level] = hash
      size += 1
    },
    head: (): TreeHead => ({ size, root: rootOf(heights) }),
  }
}

/** Peaks from the lowest to the highest become one root. */
function rootOf(heights: readonly (Hash | undefined)[]): Hash {
  const peaks = heights.filter((hash) => hash !== undefined)
  const [lowest, ...higher] = peaks
  return lowest === undefined ? emptyRoot : higher.reduce((right, left) => nodeHash(left, right), lowest)
}
