import type { Registry } from '../../registry.ts'
import { getAudit } from './audit.contract.ts'
import { firstBroken } from './chain.ts'

/** The audit, checked from its first entry to its last whenever it is read. */
export function auditRoutes({ serve, database }: Registry): void {
  serve(getAudit, ({ query: { subject, limit } }) => database.withTx(async (tx) => {
    const { last_entry: entry, last_hash: hash } = await tx.selectFrom('ledger').select(['last_entry', 'last_hash']).executeTakeFirstOrThrow()
    const rows = await tx.selectFrom('audit').selectAll().orderBy('entry').execute()
    const broken = firstBroken(rows.map(({ previous_hash: previousHash, ...row }) => ({ ...row, previousHash })), { entry, hash })
    return {
      firstBroken: broken,
      entries: rows.filter((row) => subject === undefined || row.subject === subject).slice(-limit).reverse()
        .map(({ previous_hash: _previous, before, after, ...row }) => ({ ...row, before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown })),
    }
  }, { isolation: 'repeatable read' }))
}
