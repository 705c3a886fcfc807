import type { Proven, ReleaseEvidence } from '@checkin/registry'
import { inclusionPlan } from '@checkin/releases/log'
import { anyOf, ServiceError, type Transaction } from '@checkin/server'
import { choicesOf } from '../releases/pointer.ts'
import type { PointerAction, Tables } from '../storage/tables.ts'
import { leafText, logHead, solve } from './tree.ts'

/** Actions by which a tenant's revision came about. */
const pointerActions: readonly PointerAction[] = ['set', 'rollout', 'back', 'kill', 'follow', 'plan', 'take back', 'emergency', 'suspend', 'resume', 'experiment', 'experiment end']

/** What the log says of all that a tenant's sessions may get now, each with its proof. Throws UnknownTenant. */
export async function evidenceOf(tx: Transaction<Tables>, host: string, logKey: string): Promise<ReleaseEvidence> {
  const { size, checkpoint } = await logHead(tx, logKey)

  const proven = async (subject: string, actions: readonly string[]): Promise<Proven | null> => {
    const row = await tx.selectFrom('audit').selectAll().where('subject', '=', subject).where('action', '=', anyOf(actions)).where('entry', '<=', size).orderBy('entry', 'desc').limit(1).executeTakeFirst()
    return row ? { entry: row.entry, size, leaf: leafText(row), path: (await solve(tx, inclusionPlan(row.entry - 1, size))).map((hash) => hash.toString('base64')) } : null
  }

  const pointer = await tx.selectFrom('pointer').select(['variants', 'last_good']).where('host', '=', host).executeTakeFirst()
  if (!pointer) throw new ServiceError(404, 'UnknownTenant', `${host} has no release`)
  const ids = [...new Set([...pointer.variants, ...Object.values(pointer.last_good)])].sort((one, other) => one - other)
  const sets = []
  for (const setId of ids) sets.push({ setId, made: await proven(`set ${setId}`, ['new set']) })
  const choices = await choicesOf({ tx }, ids)
  const names = [...new Set([...choices.values()].flatMap((choice) => Object.entries(choice).map(([name, version]) => `${name}@${version}`)))].sort()
  const versions = []
  for (const id of names) versions.push({ ...await signedVersion(tx, id), published: await proven(id, ['publish']) })
  return { checkpoint, host, pointer: await proven(host, pointerActions), sets, versions }
}

/** A version as its publisher signed it, and the key, if the registry has it. */
async function signedVersion(tx: Transaction<Tables>, id: string): Promise<Omit<ReleaseEvidence['versions'][number], 'published'>> {
  const [name = '', version = ''] = id.split('@')
  const row = await tx.selectFrom('module_version').select(['manifest', 'signature', 'key_id']).where('name', '=', name).where('version', '=', version).executeTakeFirstOrThrow()
  const key = await tx.selectFrom('publisher_key').select('public_key').where('module', '=', name).where('key_id', '=', row.key_id).executeTakeFirst()
  return { name, version, manifest: { payload: row.manifest, signature: row.signature, keyId: row.key_id }, publicKey: key?.public_key ?? null }
}
