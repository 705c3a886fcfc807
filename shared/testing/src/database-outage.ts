import pg from 'pg'

/** An outage of one test's own database: nobody but the superuser gets a connection, and those that there were have ended. */
export interface DatabaseOutage {
  readonly begin: () => Promise<void>
  readonly end: () => Promise<void>
}

const adminOf = (adminUrl: string) => async (...statements: readonly string[]): Promise<void> => {
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  try {
    for (const statement of statements) await admin.query(statement)
  } finally {
    await admin.end()
  }
}

/** Takes a test's database away and gives it back, without stopping the PostgreSQL that other tests use. */
export function databaseOutage(adminUrl: string): DatabaseOutage {
  const asAdmin = adminOf(adminUrl)
  const limit = (count: number): string => `alter database ${pg.escapeIdentifier(new URL(adminUrl).pathname.slice(1))} connection limit ${count}`
  return {
    begin: () => asAdmin(limit(0), 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()'),
    end: () => asAdmin(limit(-1)),
  }
}

/** Ends the connection of every transaction that changed rows of `table` (with its schema) while it commits. Answers how to stop that. */
export async function breakCommits(adminUrl: string, table: string): Promise<() => Promise<void>> {
  const asAdmin = adminOf(adminUrl)
  await asAdmin(
    "create or replace function public.break_off() returns trigger language plpgsql security definer as 'begin perform pg_terminate_backend(pg_backend_pid()); return null; end'",
    `create constraint trigger break_off after insert or update on ${table} deferrable initially deferred for each row execute function public.break_off()`,
  )
  return () => asAdmin(`drop trigger break_off on ${table}`)
}
