import { repeat, type Database, type Repeated } from '@checkin/server'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Tables } from '../storage/tables.ts'

const kinds = ['token', 'runner-key'] as const

/** Tells when the next token and the next runner's key end that count still (DEC-317), in Unix seconds; 0 while none has an end. Asked every so many milliseconds. */
export function watchCredentials({ kysely }: Database<Tables>, metrics: Registry, { clock, everyMs = 600_000 }: { readonly clock: () => Date; readonly everyMs?: number }): Repeated<void> {
  const ends = new Gauge({ name: 'checkin_credential_end_timestamp_seconds', help: 'When the next token or runner\'s key ends that counts still, in Unix seconds; 0 while none does', labelNames: ['kind'], registers: [metrics] })
  for (const kind of kinds) ends.set({ kind }, 0)
  const watch = repeat(async () => {
    const now = clock()
    const next = (table: 'access_token' | 'runner_key') => kysely.selectFrom(table).where('revoked_at', 'is', null).where('expires_at', '>', now).select(sql<Date | null>`min(expires_at)`.as('end')).executeTakeFirst()
    for (const [kind, row] of [['token', await next('access_token')], ['runner-key', await next('runner_key')]] as const) ends.set({ kind }, (row?.end?.getTime() ?? 0) / 1000)
  }, everyMs)
  void watch.run().catch(() => undefined)
  return watch
}
