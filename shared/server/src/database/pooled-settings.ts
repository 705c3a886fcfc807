import type pg from 'pg'
import type { Statement } from './pipeline.ts'

/** Settings of PostgreSQL that a service relies on, `role` last: with it the right to set others may be gone. */
export type SessionSettings = Readonly<Record<string, string>>

/**
 * Reads `?pooler=transaction` of a database's address and takes it away, because PostgreSQL and its tools do not know it. Throws for another value:
 * a pooler that lends connections by session needs no word.
 */
export function poolerOf(address: string): { readonly url: string; readonly isPooled: boolean } {
  const url = new URL(address)
  const pooler = url.searchParams.get('pooler')
  if (pooler === null) return { url: address, isPooled: false }
  if (pooler !== 'transaction') throw new Error(`The database's address says pooler=${pooler}; only 'transaction' is known`)
  url.searchParams.delete('pooler')
  return { url: url.href, isPooled: true }
}

/** The settings as PostgreSQL takes them at the start of a connection. */
export const parameterList = (settings: SessionSettings): string => Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`).join(' ')

/** The settings as statements that hold until the transaction ends: the next one may run on another connection, and nothing stays on this one (DEC-267). */
export const localSettings = (settings: SessionSettings): readonly Statement[] => Object.entries(settings).map(([name, value]) => ({ text: `set local ${name} to '${value.replaceAll("'", "''")}'`, values: [] }))

/**
 * Refuses a new connection that has not taken the schema and the role: a pooler that drops the start's parameters would let a service work as the
 * owner of its tables, past its second wall.
 */
export const requireSettings = ({ search_path: path, role = 'none' }: SessionSettings) => (client: pg.PoolClient, done: (error?: Error) => void): void => {
  const wrong = "The database's connection has not taken its settings: add ?pooler=transaction to DATABASE_URL, or let the pooler pass the parameter options on"
  client.query<{ path: string; role: string }>("select current_setting('search_path') as path, current_setting('role') as role").then(
    ({ rows: [found] }) => { done(found?.path === path && found?.role === role ? undefined : new Error(wrong)) },
    (error: unknown) => { done(error instanceof Error ? error : new Error(String(error))) },
  )
}
