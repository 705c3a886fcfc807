import { sql, type QueryExecutorProvider } from 'kysely'

/** The text by which the tenant is named that row-level security compares with, until the transaction ends. */
export const namesTenant = "select set_config('app.tenant', $1, true)"
/** The same for statements that only read: the database refuses a write beside it. */
export const namesReader = "select set_config('app.tenant', $1, true), set_config('transaction_read_only', 'on', true)"

/** The tenant that row-level security compares with, until the transaction ends. */
export async function nameTenant(transaction: QueryExecutorProvider, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant', ${tenantId}, true)`.execute(transaction)
}

/** Lets a connection only read, and of this tenant, until it is given back. */
export async function nameReader(connection: QueryExecutorProvider, tenantId: string): Promise<void> {
  await sql`select set_config('app.tenant', ${tenantId}, true), set_config('transaction_read_only', 'on', true)`.execute(connection)
}
