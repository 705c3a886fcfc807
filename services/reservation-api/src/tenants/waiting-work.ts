import type { FastifyBaseLogger } from 'fastify'
import { sql, type Kysely } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from './tables.ts'
import { repeatedWork, type RepeatedWork } from './repeated-work.ts'

/** Work that renters and companies wait for, as the function `oldest_waiting_work` of migration 255 knows it. */
const soonKinds = ['mail', 'payment-orders', 'agreements', 'deliveries'] as const
/** What is kept longer than it may be: looked for more seldom, because all pictures and rentals are asked. */
const seldomKinds = ['retention'] as const
type WaitingKind = (typeof soonKinds)[number] | (typeof seldomKinds)[number]

export interface WaitingWorkOptions {
  readonly log: FastifyBaseLogger
  readonly metrics: Registry
  /** Milliseconds between two looks. */
  readonly everyMs: { readonly soon: number; readonly seldom: number }
}

/**
 * Tells how long the oldest work of each kind waits over all tenants, and how many tenants wait (DEC-317). Work counts from when it was given, however often it was
 * tried in vain since; while a look fails, what was found last goes on growing older.
 */
export function watchWaitingWork(database: Kysely<Tables>, { log, metrics, everyMs }: WaitingWorkOptions): RepeatedWork {
  const found = new Map<WaitingKind, { readonly tenants: number; readonly since: Date | null }>()
  for (const kind of [...soonKinds, ...seldomKinds]) found.set(kind, { tenants: 0, since: null })
  new Gauge({
    name: 'checkin_waiting_work_oldest_seconds', help: 'Seconds for which the oldest work of a kind waits, of all tenants; 0 when none waits', labelNames: ['kind'], registers: [metrics],
    collect() { for (const [kind, { since }] of found) this.set({ kind }, since ? Math.max(0, (Date.now() - since.getTime()) / 1000) : 0) },
  })
  new Gauge({
    name: 'checkin_waiting_work_tenants', help: 'Tenants of which work of a kind waits', labelNames: ['kind'], registers: [metrics],
    collect() { for (const [kind, { tenants }] of found) this.set({ kind }, tenants) },
  })
  const look = async (kind: WaitingKind): Promise<void> => {
    const { rows: [row] } = await sql<{ tenants: number; since: Date | null }>`select tenants::int, since from oldest_waiting_work(${kind})`.execute(database)
    found.set(kind, { tenants: row?.tenants ?? 0, since: row?.since ?? null })
  }
  const watch = (kinds: readonly WaitingKind[], every: number) => repeatedWork({ everyMs: every, joins: true }, async () => {
    for (const kind of kinds) await look(kind).catch((error: unknown) => { log.warn({ err: error, kind }, 'how long work waits cannot be seen') })
    return false
  })
  const [soon, seldom] = [watch(soonKinds, everyMs.soon), watch(seldomKinds, everyMs.seldom)]
  return {
    run: async () => { await Promise.all([soon.run(), seldom.run()]) },
    wake: soon.wake,
    stop: async () => { await Promise.all([soon.stop(), seldom.stop()]) },
  }
}
