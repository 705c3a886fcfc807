import { sql, type Kysely, type Transaction } from 'kysely'
import { Counter, Gauge, type Registry } from 'prom-client'
import { repeat, type Repeated } from '../service/repeat.ts'
import { DatabaseUnavailable } from './database-trouble.ts'
import { openDatabase, type Database, type DatabaseOptions } from './open-database.ts'
import { nameTenant } from './tenant-statements.ts'

/**
 * Reads that a person looks at and that nobody acts upon at once: they may come from a replica, so they may be some seconds old (decision 0285). Each runs in
 * a transaction that cannot write, and maybe a second time on the primary, so `work` has no effect outside of it.
 */
export interface Looks<Tables> {
  readonly withTx: <Result>(work: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result>
  /** The same with `app.tenant` set, without which row-level security shows no row. */
  readonly withTenant: <Result>(tenantId: string, work: (transaction: Transaction<Tables>) => Promise<Result>) => Promise<Result>
}

/** Looks where there is no replica. */
export const looksAtPrimary = <Tables>(database: Pick<Database<Tables>, 'withTx' | 'withTenant'>): Looks<Tables> => ({
  withTx: (work) => database.withTx(work, { access: 'read only' }),
  withTenant: (tenantId, work) => database.withTenant(tenantId, work, { access: 'read only' }),
})

const states = ['used', 'behind', 'away'] as const
/** Whether looks go to the replica: `behind` it lacks what the primary had longer ago than it may, `away` it does not answer. */
export type ReplicaState = (typeof states)[number]

/** An answer is never older than this, in milliseconds. */
const mostBehindMs = 30_000
/** No statement at the replica takes longer before the primary is asked. */
const replicaLimitMs = 10_000

export interface ReplicaOptions<Tables> {
  readonly primary: Database<Tables>
  readonly replica: Pick<DatabaseOptions, 'url' | 'schema'>
  readonly metrics: Registry
  /** Told when the replica begins or ceases to be used; `error` is why it ceased, where something failed. */
  readonly onChange?: (state: ReplicaState, error: unknown) => void
  readonly everyMs?: number
  /** The clock of this process in milliseconds. */
  readonly now?: () => number
}

/** Looks at a replica where it is near enough, and whatever happens there, at the primary. */
export interface ReplicaLooks<Tables> extends Looks<Tables>, Repeated<void> {
  readonly close: () => Promise<void>
}

/** A position in the primary's log, and a moment before which everything in it was written. */
interface Mark {
  readonly lsn: string
  readonly at: number
}

class TooFarBehind extends Error {}

/** Whether a server has all that the log had at a position; a replica that became a primary has what it wrote itself. */
const hasAll = (lsn: string) => sql<boolean>`coalesce(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end >= ${lsn}::pg_lsn, false)`

/**
 * Looks at a replica. How far it is behind is told by positions of the log alone, which clocks, an idle primary and a replica that has lost its primary do not
 * disturb: every five seconds the primary says where its log ends, and each look asks in its own transaction whether the replica has what the primary had 30 s ago.
 */
export function looksAtReplica<Tables>({ primary, replica: { url, schema }, metrics, onChange, everyMs = 5000, now = () => performance.now() }: ReplicaOptions<Tables>): ReplicaLooks<Tables> {
  const replica = openDatabase<Tables>({ url, schema, statementLimitMs: replicaLimitMs })
  const reads = new Counter({ name: 'checkin_looks_total', help: 'Reads that may come from a replica, by the server that answered', labelNames: ['server'], registers: [metrics] })
  for (const server of ['replica', 'primary']) reads.inc({ server }, 0)
  const gauge = new Gauge({ name: 'checkin_replica_state', help: '1 for what the replica is at the moment: used, behind or away', labelNames: ['state'], registers: [metrics] })

  const marks: Mark[] = []
  /** The oldest position that an answer may be as old as; null when the primary has not said one for so long. */
  const oldest = (): string | null => {
    while (marks[0] && marks[0].at < now() - mostBehindMs) marks.shift()
    return marks[0]?.lsn ?? null
  }

  let state: ReplicaState = 'away'
  const become = (next: ReplicaState, error: unknown = null): void => {
    for (const each of states) gauge.set({ state: each }, each === next ? 1 : 0)
    if (next !== state) onChange?.(next, error)
    state = next
  }
  become('away')

  const requireNear = async (server: Kysely<Tables>): Promise<void> => {
    const lsn = oldest()
    if (lsn === null) throw new TooFarBehind('The primary has not said where it is')
    const { rows: [answer] } = await sql<{ is_near: boolean }>`select ${hasAll(lsn)} as is_near`.execute(server)
    if (!answer?.is_near) throw new TooFarBehind('The replica lacks what the primary had')
  }
  const failed = (error: unknown): void => {
    if (error instanceof TooFarBehind) become('behind', error)
    // Too many at once, or a statement that was cancelled for the replaying log, says nothing about the next one.
    else if (error instanceof DatabaseUnavailable && error.kind === 'away' && error.code !== '25006') become('away', error)
  }

  const mark = async (): Promise<void> => {
    const at = now()
    const { rows: [answer] } = await sql<{ lsn: string }>`select pg_current_wal_lsn()::text as lsn`.execute(primary.kysely)
    if (answer) marks.push({ lsn: answer.lsn, at })
  }
  const watch = repeat(async () => {
    // While the primary is away or changes, the replica is used for as long as its last word allows.
    await mark().catch(() => undefined)
    await requireNear(replica.kysely).then(() => { become('used') }, (error: unknown) => {
      become(error instanceof TooFarBehind ? 'behind' : 'away', error)
    })
  }, everyMs)
  void watch.run()

  const look = async <Result>(tenantId: string | null, work: (transaction: Transaction<Tables>) => Promise<Result>, atPrimary: () => Promise<Result>): Promise<Result> => {
    if (state === 'used') {
      try {
        const result = await replica.kysely.transaction().setAccessMode('read only').execute(async (transaction) => {
          await requireNear(transaction)
          if (tenantId !== null) await nameTenant(transaction, tenantId)
          return work(transaction)
        })
        reads.inc({ server: 'replica' })
        return result
      } catch (error) {
        // Whatever it was, a row or a table that is not there yet for example, the primary has the last word.
        failed(error)
      }
    }
    const result = await atPrimary()
    reads.inc({ server: 'primary' })
    return result
  }
  const byPrimary = looksAtPrimary(primary)
  return {
    withTx: (work) => look(null, work, () => byPrimary.withTx(work)),
    withTenant: (tenantId, work) => look(tenantId, work, () => byPrimary.withTenant(tenantId, work)),
    run: watch.run, stop: watch.stop,
    close: () => {
      watch.stop()
      return replica.close()
    },
  }
}
