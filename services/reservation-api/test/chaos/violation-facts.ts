import pg from 'pg'
import type { ProviderRecord, Violation } from './ledger-comparison.ts'

const tables = ['rental_agreement', 'payment_intent', 'payment_outbox', 'payment_ledger', 'reconciliation_break'] as const

/**
 * What both ledgers have of everything that broke an invariant, as JSON: rows of the reservations that a violation names by its id, or by a payment's, an agreement's
 * or the provider's number, with what the provider knows. For whoever reads the output of a run that failed.
 */
export async function violationFacts(adminUrl: string, violations: readonly Violation[], provider: readonly ProviderRecord[]): Promise<readonly string[]> {
  if (violations.length === 0) return []
  const admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=reservation' })
  await admin.connect()
  try {
    const texts: string[] = []
    for (const { invariant, about } of violations.slice(0, 5)) {
      const { rows: named } = await admin.query<{ id: string }>(`select id::text from reservation where strpos($1, id::text) > 0
        union select reservation_id::text from payment_intent where strpos($1, id::text) > 0 or strpos($1, merchant_transaction_id) > 0
        union select reservation_id::text from rental_agreement where strpos($1, id::text) > 0`, [about])
      for (const { id } of named) {
        const rows: Record<string, unknown> = {}
        for (const table of tables) {
          const isOfIntent = table === 'payment_outbox' || table === 'payment_ledger'
          const where = isOfIntent ? 'intent_id in (select id from payment_intent where reservation_id::text = $1)' : 'reservation_id::text = $1'
          rows[table] = (await admin.query<{ row: unknown }>(`select to_jsonb(t) - '{facts,sealed,sealed_url,means}'::text[] as row from ${table} t where ${where}`, [id])).rows.map(({ row }) => row)
        }
        const numbers = (rows['payment_intent'] as { merchant_transaction_id: string }[]).map(({ merchant_transaction_id: number }) => number)
        texts.push(JSON.stringify({ invariant, about, ...rows, provider: provider.filter(({ merchantTransactionId }) => numbers.some((number) => merchantTransactionId.startsWith(number))) }, null, 1))
      }
    }
    return texts
  } finally {
    await admin.end()
  }
}
