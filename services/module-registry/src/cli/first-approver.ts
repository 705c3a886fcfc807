import { fileURLToPath } from 'node:url'
import { openDatabase, ServiceError } from '@checkin/server'
import { makeFirstApprover } from '../access/tokens.ts'
import { changeAll } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { CommandError } from './output.ts'

/** Makes an installation's first two persons in the registry's own database, and answers their tokens. Throws CommandError where it has an approver already. */
export async function makeFirst(persons: { readonly operator: string; readonly approver: string }, { databaseUrl, demo }: { readonly databaseUrl: string; readonly demo: boolean }) {
  const database = openDatabase<Tables>({ url: databaseUrl, schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  try {
    return await changeAll(database, (change) => makeFirstApprover(change, persons, { demo }))
  } catch (error) {
    if (error instanceof ServiceError) throw new CommandError(`${error.message} (${error.code})`)
    throw error
  } finally {
    await database.close()
  }
}
