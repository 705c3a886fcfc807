import { readFile, writeFile } from 'node:fs/promises'
import { getLogCheckpoint, getLogConsistency, listLogEntries, mostLogEntries, type Proven } from '@checkin/registry'
import { type Checkpoint, isConsistent, isIncluded, isVerifierKey, leafHash, openCheckpoint, treeOf } from '@checkin/releases/log'
import * as z from 'zod'
import type { RegistryClient } from './client.ts'
import { CommandError } from './output.ts'

const hashes = (path: readonly string[]) => path.map((hash) => Buffer.from(hash, 'base64'))

/** An entry as its leaf has it. */
const Leaf = z.tuple([z.int(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string(), z.string()])
export interface Entry {
  readonly entry: number
  readonly actor: string
  readonly action: string
  readonly subject: string
  readonly after: unknown
}

/** Reads a leaf; null for what is none. */
export function entryOf(leaf: string): Entry | null {
  try {
    const [entry, , actor, action, subject, , after] = Leaf.parse(JSON.parse(leaf))
    return { entry, actor, action, subject, after: JSON.parse(after) as unknown }
  } catch {
    return null
  }
}

/** The entry of a proof, if it is in the log of the checkpoint; null otherwise. */
export function provenEntry({ leaf, path, size }: Proven, checkpoint: Checkpoint): Entry | null {
  const read = entryOf(leaf)
  return read !== null && size === checkpoint.size && isIncluded({ leaf: leafHash(leaf), index: read.entry - 1, size, root: checkpoint.root, proof: hashes(path) }) ? read : null
}

/** Where somebody keeps a checkpoint, and whose key signs it. */
export interface Holding {
  /** File of the checkpoint; its key is kept beside it. */
  readonly file: string | undefined
  /** The key, or a file with it. */
  readonly key: string | undefined
}

const textOf = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null)

/** The log as the registry shows it, held against what somebody kept. */
export interface LogView {
  readonly key: string
  readonly note: string
  readonly checkpoint: Checkpoint
  /** What was held before; null at the first time. */
  readonly held: Checkpoint | null
}

/** Opens the checkpoint and compares it with the held one. Answers what is wrong in place of the log where it is not to be believed. */
export async function openLog(client: RegistryClient, { file, key: named }: Holding): Promise<LogView | { readonly failure: string }> {
  const answer = await client('viewer').call(getLogCheckpoint)
  const key = (named === undefined ? (file === undefined ? null : await textOf(`${file}.key`)) : (isVerifierKey(named) ? named : await textOf(named)))?.trim() ?? (named === undefined ? answer.key : '')
  if (!isVerifierKey(key)) throw new CommandError(`${named ?? file ?? ''} holds no key of a log, name+hash+key`)
  const checkpoint = openCheckpoint(answer.checkpoint, key)
  if (!checkpoint) return { failure: `The checkpoint is not signed by the key of this log, ${key.split('+').slice(0, 2).join('+')}` }
  const kept = file === undefined ? null : await textOf(file)
  const held = kept === null ? null : openCheckpoint(kept, key)
  if (kept !== null && held === null) return { failure: `${file ?? ''} holds no checkpoint that the key of this log signed` }
  const failure = held === null ? null : await inconsistency(client, held, checkpoint)
  return failure === null ? { key, note: answer.checkpoint, checkpoint, held } : { failure }
}

/** Why a later tree is not the earlier one with more entries; null when it is. */
export async function inconsistency(client: RegistryClient, earlier: Checkpoint, later: Checkpoint): Promise<string | null> {
  if (later.size < earlier.size) return `The log has ${later.size} entries, and had ${earlier.size} when the checkpoint was kept: an older database came back, or entries were taken out`
  const other = `The log does not begin with the ${earlier.size} entries of the checkpoint that was kept: it is another history, or an entry of it was changed`
  if (later.size === earlier.size) return later.root.equals(earlier.root) ? null : other
  const { path } = await client('viewer').call(getLogConsistency, { query: { from: String(earlier.size), to: String(later.size) } })
  return isConsistent(earlier, later, hashes(path)) ? null : other
}

/** Keeps the checkpoint, and beside it the key, for the next time. */
export async function keep({ file }: Holding, { note, key }: LogView): Promise<void> {
  if (file === undefined) return
  await writeFile(file, note)
  await writeFile(`${file}.key`, `${key}\n`)
}

/** Reads the whole log, as a witness does: every entry must be what the tree has, and all of them its root. */
export async function readWholeLog(client: RegistryClient, checkpoint: Checkpoint): Promise<{ readonly failures: string[]; readonly entries: Entry[] }> {
  const failures: string[] = []
  const entries: Entry[] = []
  const tree = treeOf()
  for (let from = 1; from <= checkpoint.size; from += mostLogEntries) {
    const page = await client('viewer').call(listLogEntries, { query: { from: String(from), to: String(Math.min(checkpoint.size, from + mostLogEntries - 1)) } })
    for (const { entry, leafHash: stored, leaf } of page.entries) {
      const hash = Buffer.from(stored, 'base64')
      tree.add(hash)
      if (leaf === null) failures.push(`Entry ${entry} is gone, or this token may not read it`)
      else if (leafHash(leaf).equals(hash)) entries.push(...[entryOf(leaf)].filter((read) => read !== null))
      else failures.push(`Entry ${entry} was changed after it was written`)
    }
  }
  if (tree.head().size !== checkpoint.size || !tree.head().root.equals(checkpoint.root)) failures.push('The entries are not those of the checkpoint')
  return { failures, entries }
}
