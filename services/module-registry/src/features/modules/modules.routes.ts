import { createPublicKey } from 'node:crypto'
import { ServiceError } from '@checkin/server'
import { keyIdOf } from '@checkin/releases/signing'
import { requireModule } from '../../access/actor.ts'
import type { Registry } from '../../registry.ts'
import { withLedger } from '../../storage/ledger.ts'
import { approveSize, listModules, publishModule, setPublisherKey } from './modules.contract.ts'
import { Provenance } from './provenance.ts'
import { publish } from './publish.ts'
import { newestFirst } from './version-order.ts'

/** Publishing, and what was published. */
export function moduleRoutes({ serve, database, assets }: Registry): void {
  serve(publishModule, async ({ params, body, actor, reply }) => {
    requireModule(actor, params.name)
    const published = await publish(database, assets, { name: params.name, ...body }, actor)
    void reply.code(published.repeated ? 200 : 201)
    return published
  })

  serve(listModules, async () => {
    const versions = await database.kysely.selectFrom('module_version').select(['name', 'version', 'own_bytes', 'published_at', 'published_by', 'provenance', 'withdrawn_at']).execute()
    const served = await database.kysely.selectFrom('pointer').innerJoin('release_set_member as member', 'member.set_id', 'pointer.set_id')
      .select(['pointer.host', 'member.name', 'member.version']).orderBy('pointer.host').execute()
    const hosts = Map.groupBy(served, ({ name, version }) => `${name}@${version}`)
    return {
      modules: [...Map.groupBy(versions, ({ name }) => name)].sort(([one], [other]) => one.localeCompare(other)).map(([name, rows]) => ({
        name,
        versions: rows.sort((one, other) => newestFirst(one.version, other.version)).map((row) => ({
          version: row.version,
          publishedAt: row.published_at.toISOString(),
          publishedBy: row.published_by,
          ownBytes: row.own_bytes,
          provenance: row.provenance === null ? null : withoutName(row.provenance),
          withdrawn: row.withdrawn_at !== null,
          hosts: hosts.get(`${name}@${row.version}`)?.map(({ host }) => host) ?? [],
        })),
      })),
    }
  })

  serve(setPublisherKey, async ({ params: { module }, body: { publicKey }, actor }) => {
    const keyId = ed25519KeyId(publicKey)
    await withLedger(database, async ({ tx, at, record }) => {
      const before = await tx.selectFrom('publisher_key').select('key_id').where('module', '=', module).where('revoked_at', 'is', null).execute()
      await tx.updateTable('publisher_key').set({ revoked_at: at }).where('module', '=', module).where('key_id', '!=', keyId).where('revoked_at', 'is', null).execute()
      await tx.insertInto('publisher_key').values({ module, key_id: keyId, public_key: publicKey, added_by: actor.label, added_at: at })
        .onConflict((conflict) => conflict.columns(['module', 'key_id']).doUpdateSet({ revoked_at: null })).execute()
      await record({ actor: actor.label, action: 'publisher key', subject: module, before: before.map((key) => key.key_id), after: [keyId], reason: '' })
    })
    return { module, keyId }
  })

  serve(approveSize, async ({ params: { name }, body: { bytes, reason }, actor }) => {
    await withLedger(database, async ({ tx, at, record }) => {
      const before = await tx.selectFrom('size_exception').select('bytes').where('module', '=', name).executeTakeFirst()
      const columns = { bytes, reason, approved_by: actor.label, approved_at: at }
      await tx.insertInto('size_exception').values({ module: name, ...columns }).onConflict((conflict) => conflict.column('module').doUpdateSet(columns)).execute()
      await record({ actor: actor.label, action: 'size exception', subject: name, before: before?.bytes ?? null, after: bytes, reason })
    })
    return { name, bytes }
  })
}

function withoutName(kept: unknown): Omit<Provenance, 'name' | 'version'> {
  const { name: _name, version: _version, ...rest } = Provenance.parse(kept)
  return rest
}

function ed25519KeyId(publicKey: string): string {
  try {
    if (createPublicKey(publicKey).asymmetricKeyType === 'ed25519') return keyIdOf(publicKey)
  } catch {
    // Answered below like a key of another kind.
  }
  throw new ServiceError(422, 'InvalidKey', 'The key must be an Ed25519 public key in PEM form')
}
