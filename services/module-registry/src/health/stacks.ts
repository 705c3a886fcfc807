import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping'
import type { Data } from '@checkin/http'
import type { listStacks, ReadFrame } from '@checkin/registry'
import { anyOf, type Database } from '@checkin/server'
import type { StackCount, StackFrame } from '@checkin/telemetry'
import { sql } from 'kysely'
import { type Actor, withinReach } from '../access/actor.ts'
import type { Change } from '../storage/ledger.ts'
import { inParts } from '../storage/parts.ts'
import type { Tables } from '../storage/tables.ts'

const decompress = promisify(gunzip)

/** Different stacks that are kept of a version on a tenant: a page that invents them fills nothing. */
const mostStacks = 50
/** Characters of a line of a source that are shown. */
const longestLine = 200

/** Adds errors by their stack. One that names a script which no map reads back counts for nothing. */
export async function storeStacks({ tx, at }: Pick<Change, 'tx' | 'at'>, stacks: readonly StackCount[]): Promise<void> {
  if (stacks.length === 0) return
  const different = [...Map.groupBy(stacks, ({ host, module, version, frames }) => JSON.stringify([host, module, version, frames])).values()]
    .flatMap(([first, ...others]) => (first ? [{ ...first, count: others.reduce((sum, { count }) => sum + count, first.count) }] : []))
  const maps = await tx.selectFrom('source_map').select(['module', 'version', 'file']).where('file', '=', anyOf([...new Set(different.flatMap(({ frames }) => frames.map(({ file }) => file)))])).execute()
  const readable = new Set(maps.map(({ module, version, file }) => [module, version, file].join('\n')))
  const { rows: known } = await sql<{ all: number; has: boolean }>`select
    (select count(*)::int from error_stack kept where kept.module = given.module and kept.version = given.version and kept.host = given.host) as all,
    exists (select from error_stack kept where kept.module = given.module and kept.version = given.version and kept.host = given.host and kept.frames = given.frames) as has
    from jsonb_to_recordset(${JSON.stringify(different.map((each, place) => ({ ...each, place })))}::jsonb) as given(place int, host text, module text, version text, frames jsonb) order by place`.execute(tx)
  const added = new Map<string, number>()
  const stored = different.filter(({ host, module, version, frames }, place) => {
    const ofTenant = [module, version, host].join('\n')
    const { all = 0, has = false } = known[place] ?? {}
    if (!frames.every(({ file }) => readable.has([module, version, file].join('\n'))) || (!has && all + (added.get(ofTenant) ?? 0) >= mostStacks)) return false
    if (!has) added.set(ofTenant, (added.get(ofTenant) ?? 0) + 1)
    return true
  })
  for (const part of inParts(stored)) {
    await tx.insertInto('error_stack').values(part.map(({ host, module, version, frames, count }) => ({ host, module, version, frames: JSON.stringify(frames), count, first_at: at, last_at: at })))
      .onConflict((conflict) => conflict.columns(['module', 'version', 'host', 'frames']).doUpdateSet({ count: sql`error_stack.count + excluded.count`, last_at: at })).execute()
  }
}

/** Where errors of a version were thrown in its sources, on the tenants within reach, newest first. */
export async function stacksView({ kysely }: Database<Tables>, { name, version }: { readonly name: string; readonly version: string }, reader: Pick<Actor, 'hosts'>): Promise<Data<typeof listStacks>> {
  const rows = await kysely.selectFrom('error_stack').selectAll().where('module', '=', name).where('version', '=', version).where(withinReach(reader)).orderBy('last_at', 'desc').limit(500).execute()
  const groups = [...Map.groupBy(rows, ({ frames }) => JSON.stringify(frames)).values()].slice(0, mostStacks)
  const files = [...new Set(groups.flatMap((group) => group[0]?.frames.map(({ file }) => file) ?? []))]
  const kept = files.length === 0 ? [] : await kysely.selectFrom('source_map').select(['file', 'map']).where('module', '=', name).where('version', '=', version).where('file', 'in', files).execute()
  const maps = new Map<string, TraceMap>()
  for (const { file, map } of kept) maps.set(file, new TraceMap((await decompress(map)).toString()))
  return {
    stacks: groups.map((group) => ({
      count: group.reduce((sum, { count }) => sum + count, 0), hosts: group.map(({ host }) => host).sort(),
      firstAt: new Date(Math.min(...group.map(({ first_at: at }) => at.getTime()))).toISOString(), lastAt: new Date(Math.max(...group.map(({ last_at: at }) => at.getTime()))).toISOString(),
      frames: (group[0]?.frames ?? []).map((frame) => readFrame(frame, maps.get(frame.file))),
    })),
  }
}

/** A place in its source; browsers count columns from 1, source maps from 0. */
function readFrame(frame: StackFrame, map: TraceMap | undefined): ReadFrame {
  const { source, line, column, name } = map ? originalPositionFor(map, { line: frame.line, column: frame.column - 1 }) : { source: null, line: null, column: null, name: null }
  const text = map && source !== null ? sourceContentFor(map, source) : null
  return {
    ...frame, source: source?.replace(/^webpack:\/\/[^/]*\/(\.\/)?/, '') ?? null, sourceLine: line, sourceColumn: column === null ? null : column + 1, name,
    code: (line === null ? undefined : text?.split('\n')[line - 1]?.trim().slice(0, longestLine)) ?? null,
  }
}
