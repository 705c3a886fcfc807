import pg from 'pg'
import { moneyOfReservation } from './payment-load.ts'
import type { OurLedger, OurEntry, OurEvent, OurIntent } from './ledger-comparison.ts'

export interface OurSide {
  readonly ledgers: OurLedger
  /** Orders that nobody has finished. */
  readonly queued: number
  /** Every row of every table of the schema as text, to search for what must not be there (I6). */
  readonly dump: string
}

/** Reads our ledger behind row-level security, as a superuser. */
export async function readOurSide(adminUrl: string, { withDump }: { readonly withDump: boolean }): Promise<OurSide> {
  const admin = new pg.Client({ connectionString: adminUrl, options: '-c search_path=reservation' })
  // A connection that ends while nothing is asked fails the next query; without a listener it would end the process.
  admin.on('error', () => undefined)
  await admin.connect()
  const rows = async <Row>(text: string): Promise<readonly Row[]> => (await admin.query(text)).rows as Row[]
  try {
    const intents = await rows<OurIntent>(`select id, tenant_id as tenant, reservation_id as reservation, purpose, state, amount_minor::int as "amountMinor", currency,
      merchant_transaction_id as "merchantTransactionId", counted_minor::int as "countedMinor" from payment_intent`)
    const ledger = await rows<OurEntry>('select intent_id as intent, kind, amount_minor::int as "amountMinor", currency from payment_ledger')
    const events = await rows<OurEvent>(`select data ->> 'paymentId' as intent, kind from fleet_event where kind like 'payment.%' order by number < 0, abs(number)`)
    const reservations = (await rows<{ id: string; paidMinor: number; isCompleted: boolean }>('select id, paid_minor::int as "paidMinor", is_completed as "isCompleted" from reservation'))
      .map((row) => ({ ...row, dueMinor: moneyOfReservation.dueMinor, paidBeforeMinor: moneyOfReservation.paidBeforeMinor }))
    const [{ queued } = { queued: 0 }] = await rows<{ queued: number }>("select count(*)::int as queued from payment_outbox where state = 'queued' and next_attempt_at < now() + interval '1 hour'")
    return { ledgers: { intents, ledger, events, reservations }, queued, dump: withDump ? await dumpOf(admin) : '' }
  } finally {
    await admin.end()
  }
}

async function dumpOf(admin: pg.Client): Promise<string> {
  const { rows: tables } = await admin.query<{ name: string }>("select table_name as name from information_schema.tables where table_schema = 'reservation' and table_type = 'BASE TABLE'")
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await admin.query<{ text: string }>(`select to_jsonb(t)::text as text from ${admin.escapeIdentifier(name)} t`)
    texts.push(...rows.map(({ text }) => text))
  }
  return texts.join('\n')
}
