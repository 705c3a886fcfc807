import type { Bundle, BundleIndex, Choice, Settings } from '@checkin/registry'
import { ModuleManifest } from '@checkin/releases'
import { publicKeyOf, sign } from '@checkin/releases/signing'
import { ServiceError } from '@checkin/server'
import type { Registry } from '../registry.ts'
import { choiceOf, settingsOf } from '../releases/pointer.ts'
import { checkedManifests, refuseWithdrawn, unknownVersion } from '../releases/sets.ts'

type Place = Pick<Registry, 'database' | 'assets' | 'signingKey' | 'clock'>

/**
 * The versions of a set (`12`) or those that carry a label (`stable`), with all that another registry checks.
 * Throws UnknownSet, UnknownLabel, UnknownVersion for one that was killed or has no files, and of a label what `checkedManifests` throws.
 */
export async function exportBundle(place: Place, of: string): Promise<Bundle> {
  const { choice, settings } = /^\d+$/.test(of) ? await setOf(place, Number(of)) : await labelled(place, of)
  const versions: BundleIndex['versions'][number][] = []
  const files: Bundle['files'][number][] = []
  for (const [name, version] of Object.entries(choice)) {
    const row = await place.database.kysely.selectFrom('module_version').selectAll().where('name', '=', name).where('version', '=', version).executeTakeFirst()
    if (!row || !(await place.assets.has(name, version))) throw unknownVersion(name, version)
    versions.push({ name, version, manifest: { payload: row.manifest, signature: row.signature, keyId: row.key_id }, provenance: row.signed_provenance, ...(row.statement && { statement: row.statement }) })
    for (const { path } of ModuleManifest.parse(JSON.parse(row.manifest)).files) {
      files.push({ module: name, path, base64: (await place.assets.read(name, version, path)).toString('base64') })
    }
  }
  const index: BundleIndex = { format: 1, createdAt: place.clock().toISOString(), of, settings, versions }
  return { index: sign(JSON.stringify(index), place.signingKey), sealKey: publicKeyOf(place.signingKey), files }
}

async function setOf({ database }: Place, id: number): Promise<{ readonly choice: Choice; readonly settings: Settings }> {
  const reading = { tx: database.kysely }
  const choice = await choiceOf(reading, id)
  if (Object.keys(choice).length === 0) throw new ServiceError(404, 'UnknownSet', `There is no set ${id}`)
  await refuseWithdrawn(reading, choice)
  return { choice, settings: await settingsOf(reading, id) }
}

/** Versions of a label have nothing set, and must fit each other: they may never have been a set. */
async function labelled({ database, assets }: Place, label: string): Promise<{ readonly choice: Choice; readonly settings: Settings }> {
  const rows = await database.kysely.selectFrom('module_label').select(['module', 'version']).where('label', '=', label).orderBy('module').execute()
  if (rows.length === 0) throw new ServiceError(404, 'UnknownLabel', `No version carries the label ${label}`)
  const choice = Object.fromEntries(rows.map(({ module, version }) => [module, version]))
  await checkedManifests({ tx: database.kysely }, assets, { choice, settings: {} })
  return { choice, settings: {} }
}
