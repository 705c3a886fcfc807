import { fileURLToPath } from 'node:url'
import { openDatabase, ServiceError } from '@checkin/server'
import { makeFirstApprover } from '../access/first-approver.ts'
import { withLedger } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { CommandError } from './command-error.ts'
import type { CliSettings } from './settings.ts'

const form = 'rollout installation first-approver --operator <person> --approver <person>'

/** `rollout installation first-approver`: works on the registry's database itself (DATABASE_URL), once. */
export async function installationCommand(settings: CliSettings, verb: string | undefined, people: { readonly operator?: string | undefined; readonly approver?: string | undefined }): Promise<string> {
  const { operator, approver } = people
  if (verb !== 'first-approver' || operator === undefined || approver === undefined) throw new CommandError(form)
  if (settings.databaseUrl === undefined) throw new CommandError('Set DATABASE_URL to the registry\'s own database: no call makes a first approver')
  const database = openDatabase<Tables>({ url: settings.databaseUrl, schema: 'registry', migrations: fileURLToPath(new URL('../../migrations', import.meta.url)) })
  try {
    const made = await withLedger(database, (change) => makeFirstApprover(change, { operator, approver }, { demo: settings.demo }))
    return [
      `For ${operator}, operator:`, made.operator, `For ${approver}, approver:`, made.approver,
      'Hand each to its person and keep none: they are not shown again, and whoever has both is both persons.',
    ].join('\n')
  } catch (error) {
    if (error instanceof ServiceError) throw new CommandError(`${error.message} (${error.code})`)
    throw error
  } finally {
    await database.close()
  }
}
