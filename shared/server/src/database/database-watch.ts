import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import { repeat, type Repeated } from '../service/repeat.ts'
import type { Database } from './open-database.ts'

/** What the database a service reaches is good for: `read-only` is a standby, or a primary that takes no writes in the middle of a failover. */
const states = ['writable', 'read-only', 'away'] as const
type DatabaseState = (typeof states)[number]

const usual = { everyMs: 10_000, now: Date.now }

/**
 * Numbers of a service's database for the operator (DEC-317): connections of this process by state, what the database is good for, and by how many seconds this
 * process's clock is ahead of the database's. The question waits for a connection as every other does; while none is to be had, the database is away for callers too.
 * `now` is the clock of this process in milliseconds.
 */
export function watchDatabase<Tables>({ kysely, connections }: Pick<Database<Tables>, 'kysely' | 'connections'>, metrics: Registry, options: Partial<typeof usual> = {}): Repeated<void> {
  const { everyMs, now } = { ...usual, ...options }
  new Gauge({
    name: 'checkin_database_connections', help: 'Connections of this process to its database that are in use or idle, and callers that wait for one', labelNames: ['state'], registers: [metrics],
    collect() {
      const { inUse, idle, waiting } = connections()
      this.set({ state: 'in-use' }, inUse)
      this.set({ state: 'idle' }, idle)
      this.set({ state: 'waiting' }, waiting)
    },
  })
  new Gauge({ name: 'checkin_database_connections_most', help: 'Most connections of this process to its database', registers: [metrics], collect() { this.set(connections().most) } })
  const state = new Gauge({ name: 'checkin_database_state', help: '1 for what the database is good for at the moment: writable, read-only or away', labelNames: ['state'], registers: [metrics] })
  const skew = new Gauge({ name: 'checkin_clock_skew_seconds', help: 'Seconds by which this process\'s clock is ahead of its database\'s', registers: [metrics] })
  const is = (current: DatabaseState): void => { for (const each of states) state.set({ state: each }, each === current ? 1 : 0) }

  const watch = repeat(async () => {
    const asked = now()
    const { rows: [answer] } = await sql<{ at: number; is_writable: boolean }>`
      select extract(epoch from clock_timestamp())::float8 as at, not pg_is_in_recovery() and current_setting('default_transaction_read_only') = 'off' as is_writable`.execute(kysely)
    if (!answer) return
    is(answer.is_writable ? 'writable' : 'read-only')
    // The database answered somewhere between question and answer: half of the way is the error at most.
    skew.set((asked + now()) / 2000 - answer.at)
  }, everyMs, () => { is('away') })
  void watch.run().catch(() => { is('away') })
  return watch
}
