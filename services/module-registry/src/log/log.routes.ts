import { getLogCheckpoint, getLogConsistency, getLogInclusion, getReleaseEvidence, listLogEntries, mostLogEntries } from '@checkin/registry'
import { consistencyPlan, inclusionPlan } from '@checkin/releases/log'
import { ServiceError, type Transaction } from '@checkin/server'
import { about } from '../audit/audit.routes.ts'
import type { Registry } from '../registry.ts'
import type { Tables } from '../storage/tables.ts'
import { entriesWait } from '../storage/entries.ts'
import { evidenceOf } from './evidence.ts'
import { logHead, readNodes, solve, leafText } from './tree.ts'

const notInLog = (size: number) => new ServiceError(400, 'NotInLog', `The log has ${size} entries`)
const base64 = (hashes: readonly Buffer[]): string[] => hashes.map((hash) => hash.toString('base64'))

/** The append-only log: its checkpoint for everybody, its proofs and entries for whoever has a token (DEC-189). */
export function logRoutes(registry: Registry): void {
  const { serve, database, numberEntries } = registry

  /** One moment of the database in which whatever was changed is in the tree. */
  const reading = async <Result>(work: (tx: Transaction<Tables>) => Promise<Result>): Promise<Result> => {
    for (;;) {
      const read = await database.withTx(async (tx) => (await entriesWait(tx) ? null : { result: await work(tx) }), { isolation: 'repeatable read' })
      if (read) return read.result
      await numberEntries()
    }
  }

  serve(getLogCheckpoint, () => reading(async (tx) => {
    const { checkpoint, key } = await logHead(tx, registry.logKey)
    return { checkpoint, key }
  }))

  serve(getLogInclusion, ({ query: { entry, size } }) => reading(async (tx) => {
    const { size: present } = await logHead(tx, registry.logKey)
    if (entry > size || size > present) throw notInLog(present)
    const leaf = { level: 0, index: entry - 1 }
    return { entry, size, leafHash: (await readNodes(tx, [leaf]))(leaf).toString('base64'), path: base64(await solve(tx, inclusionPlan(entry - 1, size))) }
  }))

  serve(getLogConsistency, ({ query: { from, to } }) => reading(async (tx) => {
    const { size } = await logHead(tx, registry.logKey)
    if (from > to || to > size) throw notInLog(size)
    return { from, to, path: from === 0 ? [] : base64(await solve(tx, consistencyPlan(from, to))) }
  }))

  serve(listLogEntries, ({ query: { from, to }, actor }) => reading(async (tx) => {
    const { size } = await logHead(tx, registry.logKey)
    const end = Math.min(to, size, from + mostLogEntries - 1)
    if (from > end) throw notInLog(size)
    const numbers = Array.from({ length: end - from + 1 }, (_each, at) => from + at)
    const nodeAt = await readNodes(tx, numbers.map((entry) => ({ level: 0, index: entry - 1 })))
    const rows = await tx.selectFrom('audit').selectAll().where('entry', '>=', from).where('entry', '<=', end).where(about(actor)).execute()
    const texts = new Map(rows.map((row) => [row.entry, leafText(row)]))
    return { entries: numbers.map((entry) => ({ entry, leafHash: nodeAt({ level: 0, index: entry - 1 }).toString('base64'), leaf: texts.get(entry) ?? null })) }
  }))

  serve(getReleaseEvidence, ({ params: { host } }) => reading((tx) => evidenceOf(tx, host, registry.logKey)))
}
