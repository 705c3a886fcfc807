import { getAudit } from '@checkin/registry'
import type { Transaction } from '@checkin/server'
import { sql } from 'kysely'
import type { Actor } from '../access/actor.ts'
import { planTenants } from '../changes/plan-waves.ts'
import type { Registry } from '../registry.ts'
import type { Tables } from '../storage/tables.ts'
import { chainCheck } from './chain.ts'

const rowsAtOnce = 5000

/** The audit by pages; checked from its first entry to its last unless the reader asked for entries alone. */
export function auditRoutes({ serve, database }: Registry): void {
  serve(getAudit, ({ query: { subject, limit, before: older, chain }, actor }) => database.withTx(async (tx) => {
    const rows = await tx.selectFrom('audit').selectAll().$if(subject !== undefined, (query) => query.where('subject', '=', subject ?? ''))
      .$if(older !== undefined, (query) => query.where('entry', '<', older ?? 0)).where(about(actor))
      .orderBy('entry', 'desc').limit(limit).execute()
    return {
      firstBroken: chain === 'checked' ? await firstBroken(tx) : null,
      entries: rows.map(({ before, after, ...row }) => ({ ...row, before: JSON.parse(before) as unknown, after: JSON.parse(after) as unknown })),
    }
  }, { isolation: 'repeatable read' }))
}

/**
 * Entries that a reader may see. For whoever is limited to tenants: those about these tenants alone, and the outcome of changes and plans
 * that touch no other, and their experiments. A plan's name is free text, so only its number identifies it.
 */
export function about({ hosts }: Pick<Actor, 'hosts'>) {
  if (hosts === null) return sql<boolean>`true`
  const own = sql`${[...hosts]}::text[]`
  return sql<boolean>`(
    string_to_array(subject, ' ') <@ ${own}
    or subject in (select 'change ' || change_id from change_host group by change_id having bool_and(host = any(${own})))
    or (action <> 'propose' and subject in (select 'plan ' || id from plan where ${planTenants} <@ ${JSON.stringify(hosts)}::jsonb))
    or subject in (select 'experiment ' || id from experiment where host = any(${own})))`
}

async function firstBroken(tx: Transaction<Tables>): Promise<number | null> {
  const { last_entry: entry, last_hash: hash } = await tx.selectFrom('ledger').select(['last_entry', 'last_hash']).executeTakeFirstOrThrow()
  const check = chainCheck()
  let rows: Tables['audit'][]
  let after = Number.MIN_SAFE_INTEGER
  do {
    rows = await tx.selectFrom('audit').selectAll().where('entry', '>', after).orderBy('entry').limit(rowsAtOnce).execute()
    for (const { previous_hash: previousHash, ...row } of rows) check.add({ ...row, previousHash })
    after = rows.at(-1)?.entry ?? after
  } while (rows.length === rowsAtOnce)
  return check.firstBroken({ entry, hash })
}
