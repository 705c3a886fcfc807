import { type ModuleStatus, mostPublicVersions, type PublicVersion } from '@checkin/registry'
import type { Database } from '@checkin/server'
import { newestFirst } from '../publishing/semver-check.ts'
import type { Queries } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'
import { leftVersions, rolledBackBy } from './left-versions.ts'

/** Modules by name, in the order of names. */
export type PublicStatus = ReadonlyMap<string, ModuleStatus>

/**
 * What everybody may know of published versions (DEC-336). It is read anew when the ledger has moved on, and otherwise costs one row: strangers ask as
 * often as they like.
 */
export function publicStatus(database: Database<Tables>): () => Promise<PublicStatus> {
  let known: { readonly entry: number; readonly status: Promise<PublicStatus> } | null = null
  return async () => {
    const { last_entry: entry } = await database.kysely.selectFrom('ledger').select('last_entry').executeTakeFirstOrThrow()
    if (known?.entry === entry) return known.status
    const status = database.withTx((tx) => readStatus(tx), { isolation: 'repeatable read' })
    known = { entry, status }
    status.catch(() => { if (known?.status === status) known = null })
    return status
  }
}

async function readStatus(queries: Queries): Promise<PublicStatus> {
  const rows = await queries.selectFrom('module_version').select(['name', 'version', 'published_at', 'withdrawn_at', 'deprecated_at', 'deprecated_instead', 'notice']).execute()
  const labels = Map.groupBy(await queries.selectFrom('module_label').select(['module', 'version', 'label']).orderBy('label').execute(), ({ module, version }) => `${module}@${version}`)
  const gone = await queries.selectFrom(leftVersions.as('gone')).select(['name', 'version', 'action', 'at']).distinctOn(['name', 'version']).orderBy('name').orderBy('version').orderBy('at', 'desc').execute()
  const last = new Map(gone.map((each) => [`${each.name}@${each.version}`, each]))

  const viewOf = (row: (typeof rows)[number]): PublicVersion => {
    const id = `${row.name}@${row.version}`
    const rolledBack = last.get(id)
    const since = row.withdrawn_at ?? row.deprecated_at
    return {
      version: row.version, publishedAt: row.published_at.toISOString(), labels: labels.get(id)?.map(({ label }) => label) ?? [],
      state: row.withdrawn_at !== null ? 'withdrawn' : row.deprecated_at !== null ? 'deprecated' : 'usable',
      since: since?.toISOString() ?? null, notice: since === null ? null : row.notice, instead: row.withdrawn_at === null ? row.deprecated_instead : null,
      rolledBack: rolledBack ? { at: rolledBack.at.toISOString(), by: rolledBackBy(rolledBack.action) } : null,
    }
  }
  return new Map([...Map.groupBy(rows, ({ name }) => name)].sort(([one], [other]) => one.localeCompare(other)).map(([name, own]) => {
    const versions = own.sort((one, other) => newestFirst(one.version, other.version)).map(viewOf)
    const newest = versions.find(({ version, state }) => state === 'usable' && !version.includes('-'))
    return [name, { name, newest: newest?.version ?? null, versions: versions.slice(0, mostPublicVersions), more: Math.max(0, versions.length - mostPublicVersions) }]
  }))
}
