/** The registry's append-only log: its tree, proofs and checkpoints (DEC-189). */
export { type Checkpoint, isVerifierKey, logKeyFrom, openCheckpoint, signCheckpoint, verifierKeyOf } from './checkpoint.ts'
export { append, consistencyPlan, emptyRoot, type Hash, inclusionPlan, isConsistent, isIncluded, leafHash, type Node, type NodeHash, type Plan, rootPlan, type TreeHead, treeOf } from './merkle-tree.ts'
export { pointerDigest } from './pointer-digest.ts'
