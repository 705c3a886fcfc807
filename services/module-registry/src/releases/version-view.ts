import type { VersionStatus, VersionView } from '@checkin/registry'
import type { ModuleManifest } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import { type Actor, withinReach } from '../access/actor.ts'
import type { Queries } from '../storage/ledger.ts'
import { leftVersions, rolledBackBy } from './left-versions.ts'

interface Named { readonly name: string; readonly version: string }

const mostRollbacks = 50

/** The stored row of a version. Throws UnknownVersion. */
export async function versionRow(queries: Queries, { name, version }: Named) {
  const row = await queries.selectFrom('module_version').selectAll().where('name', '=', name).where('version', '=', version).executeTakeFirst()
  if (!row) throw new ServiceError(404, 'UnknownVersion', `${name}@${version} is not published`)
  return row
}

type Row = Awaited<ReturnType<typeof versionRow>>

/** Who withdrew it and why stands in the audit alone; the status is derived from both. */
export async function statusOfVersion(queries: Queries, row: Row): Promise<VersionStatus> {
  if (row.withdrawn_at !== null) {
    const kill = await queries.selectFrom('audit').select(['actor', 'reason']).where('action', '=', 'kill').where('subject', '=', `${row.name}@${row.version}`).orderBy('entry').limit(1).executeTakeFirst()
    return { state: 'withdrawn', at: row.withdrawn_at.toISOString(), by: kill?.actor ?? '', reason: kill?.reason ?? '', notice: row.notice }
  }
  if (row.deprecated_at === null) return { state: 'usable' }
  return { state: 'deprecated', at: row.deprecated_at.toISOString(), by: row.deprecated_by ?? '', reason: row.deprecated_reason ?? '', instead: row.deprecated_instead, notice: row.notice }
}

/** What is known of a version, as far as a reader reaches (DEC-253). Throws UnknownVersion. */
export async function versionView(queries: Queries, named: Named, reader: Pick<Actor, 'hosts'>): Promise<VersionView> {
  const row = await versionRow(queries, named)
  const { contracts, steps } = JSON.parse(row.manifest) as ModuleManifest
  const labels = await queries.selectFrom('module_label').select('label').where('module', '=', row.name).where('version', '=', row.version).orderBy('label').execute()
  return {
    name: row.name, version: row.version, publishedAt: row.published_at.toISOString(), publishedBy: row.published_by, keyId: row.key_id, ownBytes: row.own_bytes,
    contracts, steps: [...steps], labels: labels.map(({ label }) => label), status: await statusOfVersion(queries, row),
    served: await servedOn(queries, named, reader), rollbacks: await rollbacksFrom(queries, named, reader),
  }
}

async function servedOn(queries: Queries, { name, version }: Named, reader: Pick<Actor, 'hosts'>): Promise<VersionView['served']> {
  const whole = await queries.selectFrom('pointer').innerJoin('release_set_member as member', 'member.set_id', 'pointer.set_id').select('pointer.host')
    .where('member.name', '=', name).where('member.version', '=', version).where(withinReach(reader, 'pointer.host')).execute()
  const rolling = await queries.selectFrom('pointer').select(['host', 'rollouts']).where(sql<boolean>`rollouts @> ${inRollout(name, version)}::jsonb`).where(withinReach(reader)).execute()
  // A rollout of settings brings the version that everybody has.
  const parts = rolling.filter(({ host }) => !whole.some((each) => each.host === host)).map(({ host, rollouts }) => ({ host, percent: Math.max(...rollouts.filter(({ modules }) => modules[name] === version).map(({ percent }) => percent)) }))
  return [...whole.map(({ host }) => ({ host, percent: 100 })), ...parts].sort((one, other) => one.host.localeCompare(other.host))
}

const inRollout = (name: string, version: string): string => JSON.stringify([{ modules: { [name]: version } }])

async function rollbacksFrom(queries: Queries, { name, version }: Named, reader: Pick<Actor, 'hosts'>): Promise<VersionView['rollbacks']> {
  const rows = await queries.selectFrom(leftVersions.as('gone')).selectAll().where('name', '=', name).where('version', '=', version).where(withinReach(reader, 'host'))
    .orderBy('at', 'desc').limit(mostRollbacks).execute()
  return rows.map(({ host, action, at, actor, reason }) => ({ host, how: rolledBackBy(action), at: at.toISOString(), by: actor, reason }))
}
