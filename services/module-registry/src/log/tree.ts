import { append, emptyRoot, type Hash, leafHash, type Node, type NodeHash, type Plan, rootPlan, signCheckpoint, type TreeHead, verifierKeyOf } from '@checkin/releases/log'
import type { Transaction } from '@checkin/server'
import { sql } from 'kysely'
import { type AuditEntry, entryText } from '../audit/chain.ts'
import type { Tables } from '../storage/tables.ts'

type Queries = Pick<Transaction<Tables>, 'selectFrom'>

/** Entries that are taken in at once, so that a long audit of before never lies in memory. */
const entriesAtOnce = 1000

/** An entry of the audit as a leaf of the log. */
export const leafText = ({ entry, at, actor, action, subject, before, after, reason, previous_hash: previousHash }: Omit<AuditEntry, 'previousHash'> & { readonly previous_hash: string }): string =>
  entryText({ entry, at, actor, action, subject, before, after, reason, previousHash })

/** Complete subtrees that are stored; throws where one is asked for that was not read. */
export async function readNodes(queries: Queries, nodes: readonly Node[]): Promise<NodeHash> {
  if (nodes.length === 0) return () => { throw new Error('The log has no such node') }
  const wanted = sql`select * from unnest(${nodes.map(({ level }) => level)}::int[], ${nodes.map(({ index }) => index)}::bigint[])`
  const rows = await queries.selectFrom('log_node').selectAll().where(sql<boolean>`(level, index) in (${wanted})`).execute()
  const hashes = new Map(rows.map(({ level, index, hash }) => [`${level}/${index}`, Buffer.from(hash, 'base64')]))
  return ({ level, index }) => {
    const hash = hashes.get(`${level}/${index}`)
    if (!hash) throw new Error(`The log has lost its node ${level}/${index}`)
    return hash
  }
}

/** Hashes that a plan asks for, read in one query. Throws where the stored tree is not whole. */
export const solve = async (queries: Queries, plan: Plan): Promise<Hash[]> => plan.solve(await readNodes(queries, plan.nodes))

/** Takes entries of the audit into the tree, up to and with `to`; in the transaction that numbers them, which has the ledger's row. */
export async function extendLog(tx: Transaction<Tables>, { size: from, to }: { readonly size: number; readonly to: number }): Promise<void> {
  for (let size = from; size < to;) {
    const end = Math.min(to, size + entriesAtOnce)
    const rows = await tx.selectFrom('audit').selectAll().where('entry', '>', size).where('entry', '<=', end).execute()
    const texts = new Map(rows.map((row) => [row.entry, leafText(row)]))
    // An entry that was taken out before it came here keeps its place, so that every other one is found at its own.
    const leaves = Array.from({ length: end - size }, (_each, at) => leafHash(texts.get(size + at + 1) ?? JSON.stringify([size + at + 1, null])))
    const added = append(size, leaves, await readNodes(tx, rootPlan(size).nodes))
    await tx.insertInto('log_node').values(added.map(({ level, index, hash }) => ({ level, index, hash: hash.toString('base64') }))).execute()
    size = end
  }
}

/** The tree as it stands, signed, with the key that whoever keeps the checkpoint needs. */
export async function logHead(queries: Queries, logKey: string): Promise<TreeHead & { readonly checkpoint: string; readonly key: string }> {
  const { name: origin } = await queries.selectFrom('log_origin').select('name').executeTakeFirstOrThrow()
  const { log_size: size } = await queries.selectFrom('ledger').select('log_size').executeTakeFirstOrThrow()
  const [root = emptyRoot] = await solve(queries, rootPlan(size))
  return { size, root, checkpoint: signCheckpoint(origin, { size, root }, logKey), key: verifierKeyOf(origin, logKey) }
}
