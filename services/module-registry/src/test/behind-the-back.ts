import type { TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import type { Tables } from '../storage/tables.ts'

/** Changes the registry's tables as somebody does who owns the database, past the rights of the role that the registry works as. */
export async function behindTheBack({ adminUrl }: TestDatabase<Tables>, statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: adminUrl })
  await owner.connect()
  try {
    await owner.query(`set search_path to registry; ${statement}`)
  } finally {
    await owner.end()
  }
}
