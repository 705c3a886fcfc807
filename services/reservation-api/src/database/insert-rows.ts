import { sql, type Transaction } from 'kysely'

/**
 * Inserts rows of one form as one value of JSON: a statement with a value for each column of thousands of rows would come near the 65,535 that one may have. JSON
 * columns are given as objects; a column that no row names gets its default.
 */
export async function insertRows(transaction: Pick<Transaction<never>, 'getExecutor'>, table: string, rows: readonly object[]): Promise<void> {
  const [first] = rows
  if (!first) return
  const columns = sql.join(Object.keys(first).map((name) => sql.ref(name)))
  await sql`insert into ${sql.table(table)} (${columns}) select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`.execute(transaction)
}
