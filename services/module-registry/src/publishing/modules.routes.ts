import { approveSize, listModules, Provenance, publishModule } from '@checkin/registry'
import { requireModule, withinReach } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import { publish } from './publish.ts'
import { newestFirst } from './semver-check.ts'

/** Publishing, and what was published. */
export function moduleRoutes({ serve, database, assets, clock, changeOf }: Registry): void {
  serve(publishModule, async ({ params, body, actor, reply }) => {
    requireModule(actor, params.name)
    const published = await publish({ database, assets, changeOf, at: clock() }, { name: params.name, ...body }, actor)
    void reply.code(published.repeated ? 200 : 201)
    return published
  })

  serve(listModules, async ({ actor }) => {
    const versions = await database.kysely.selectFrom('module_version').select(['name', 'version', 'own_bytes', 'published_at', 'published_by', 'provenance', 'withdrawn_at', 'deprecated_at']).execute()
    const served = await database.kysely.selectFrom('pointer').innerJoin('release_set_member as member', 'member.set_id', 'pointer.set_id')
      .select(['pointer.host', 'member.name', 'member.version']).where(withinReach(actor, 'pointer.host')).orderBy('pointer.host').execute()
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
          deprecated: row.deprecated_at !== null,
          hosts: hosts.get(`${name}@${row.version}`)?.map(({ host }) => host) ?? [],
        })),
      })),
    }
  })

  serve(approveSize, async ({ params: { name }, body: { bytes, reason }, actor }) => {
    await changeOf(`module ${name}`, async ({ tx, at, record }) => {
      const before = await tx.selectFrom('size_exception').select('bytes').where('module', '=', name).executeTakeFirst()
      const columns = { bytes, reason, approved_by: actor.label, approved_at: at }
      await tx.insertInto('size_exception').values({ module: name, ...columns }).onConflict((conflict) => conflict.column('module').doUpdateSet(columns)).execute()
      await record({ actor: actor.label, action: 'size exception', subject: name, before: before?.bytes ?? null, after: bytes, reason })
    })
    return { name, bytes }
  })
}

function withoutName(stored: unknown): Omit<Provenance, 'name' | 'version'> {
  const { name: _name, version: _version, ...rest } = Provenance.parse(stored)
  return rest
}
