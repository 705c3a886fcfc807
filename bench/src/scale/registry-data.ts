import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from '@checkin/http/client'
import { createSet, publishModule, setPointer } from '@checkin/registry'
import type { ModuleManifest } from '@checkin/releases'
import { sign } from '@checkin/releases/signing'
import type pg from 'pg'

/** How much a registry holds. */
export interface RegistryAmount {
  readonly tenants: number
  readonly sets: number
  /** Revisions that each tenant had. */
  readonly revisions: number
}

const modules = ['mfe-verification', 'mfe-driver', 'mfe-offers', 'mfe-payment', 'mfe-precheckout'] as const
/** Files of one module version, as many as ours have. */
const filesOfModule = 12
/** The module whose versions the sets differ by; the plan's version is the last. */
export const changing = 'mfe-driver'
const contracts = { shell: '^1.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' }

/** A built module as a build would hand it over. */
function built(name: string, version: string) {
  const files = Array.from({ length: filesOfModule }, (_file, at) => ({ path: at === 0 ? 'main.js' : `chunk-${at}.js`, bytes: Buffer.from(`/* ${name} ${version} ${at} */`) }))
  const isShell = name === 'shell'
  const manifest: ModuleManifest = {
    name, version, uniqueName: `${name}_${version}`.replace(/\W/g, '_'), entry: 'main.js', initial: [], styles: [], words: {}, provides: isShell ? { react: [] } : {}, consumes: isShell ? [] : ['react'],
    ...(isShell ? { shareVersions: { react: '19.2.0' } } : { shareRanges: { react: '^19.0.0' } }),
    contracts: isShell ? { shell: '1.4.0', flow: '1.0.0', rest: '1.0.0', ui: '1.0.0' } : contracts, steps: [],
    files: files.map(({ path, bytes }) => ({ path, integrity: `sha384-${createHash('sha384').update(bytes).digest('base64')}`, bytes: bytes.length })),
  }
  return { manifest, files: files.map(({ path, bytes }) => ({ path, base64: bytes.toString('base64') })) }
}

export const hostOf = (at: number): string => `t${String(at).padStart(5, '0')}.example`
/** Version of the changing module in a set, from 0. */
export const versionOf = (set: number): string => `1.${set}.0`

/** Publishes modules and makes the sets by the registry's own calls, then copies the first tenant's release for all others with a history and an audit of as many entries, straight into the tables. */
export async function fillRegistry(admin: pg.Client, clientOf: (token: string) => Client, keysDir: string, { tenants, sets, revisions }: RegistryAmount): Promise<void> {
  const publish = async (name: string, version: string): Promise<void> => {
    const { manifest, files } = built(name, version)
    await clientOf(`demo-publisher-${name}`).call(publishModule, { params: { name }, body: { manifest: sign(JSON.stringify(manifest), await readFile(join(keysDir, `${name}.pem`), 'utf8')), files } })
  }
  const operator = clientOf('demo-operator')
  for (const name of ['shell', ...modules]) if (name !== changing) await publish(name, '1.0.0')
  // One more than there are sets: what is rolled out afterwards.
  for (let set = 0; set <= sets; set += 1) await publish(changing, versionOf(set))
  const choice = (set: number) => ({ shell: '1.0.0', ...Object.fromEntries(modules.map((name) => [name, name === changing ? versionOf(set) : '1.0.0'])) })
  const ids: number[] = []
  for (let set = 0; set < sets; set += 1) ids.push((await operator.call(createSet, { body: { modules: choice(set) } })).id)
  await operator.call(setPointer, { params: { host: hostOf(0) }, body: { modules: choice(0), reason: 'first release' } }, { ifMatch: 0 })
  const set = `($1::bigint[])[1 + (at + nth) % ${sets}]`
  await admin.query(`insert into registry.pointer_revision (host, revision, set_id, variants, wishes, rollouts, last_good, action, reason, actor, at, replaced_at)
    select 't' || lpad(at::text, 5, '0') || '.example', nth, ${set}, jsonb_build_array(${set}), wishes || jsonb_build_object('${changing}', '1.' || (at + nth) % ${sets} || '.0'), '[]', last_good, 'set', 'copied', 'bench',
      now() - make_interval(hours => (${revisions} - nth)::int * 24), case when nth < ${revisions} then now() - make_interval(hours => (${revisions} - nth - 1)::int * 24 + 12) end
    from registry.pointer, generate_series(1, ${tenants - 1}) at, generate_series(1, ${revisions}) nth where host = '${hostOf(0)}'`, [ids])
  await admin.query(`insert into registry.pointer (host, revision, set_id, variants, wishes, rollouts, last_good) select host, revision, set_id, variants, wishes, rollouts, last_good from registry.pointer_revision where actor = 'bench' and revision = ${revisions}`)
  await admin.query(`insert into registry.tenant_option (host, groups) select host, array['group-' || row_number() over (order by host) % 10] from registry.pointer on conflict do nothing`)
  await admin.query(`insert into registry.audit (entry, at, actor, action, subject, before, after, reason, previous_hash, hash)
    select (select last_entry from registry.ledger) + row_number() over (order by revision, host), to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), actor, action, host, 'null', json_build_object('revision', revision, 'setId', set_id)::text, reason, '', ''
    from registry.pointer_revision where actor = 'bench'`)
  await admin.query(`update registry.ledger set revision = revision + 1, last_entry = (select max(entry) from registry.audit)`)
  await admin.query('vacuum (analyze)')
}
