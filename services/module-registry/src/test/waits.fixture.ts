import { sql } from 'kysely'
import type { Database } from '@checkin/server'
import type { Tables } from '../storage/tables.ts'

/** Returns when so many transactions wait for others in the database, or when `work` has ended instead. */
export async function waitsOrEnds({ kysely }: Database<Tables>, work: Promise<unknown>, count = 1): Promise<void> {
  const state = { hasEnded: false }
  const end = (): void => { state.hasEnded = true }
  void work.then(end, end)
  while (!state.hasEnded) {
    const { rows } = await sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`.execute(kysely)
    if (rows.length >= count) return
  }
}
