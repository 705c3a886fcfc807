import { killVersion, listLabels, setDefaults, setLabel } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { requireEverywhere } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import { kill } from './kill.ts'
import { inherit, readSelection, select } from './selector.ts'

/** Kills, labels and defaults: they concern all tenants. */
export function versionRoutes(registry: Registry): void {
  const { serve, database, change: changing } = registry

  serve(killVersion, ({ params, body: { reason, notice }, actor }) => {
    requireEverywhere(actor)
    return changing((change) => kill(change, registry, params, { actor: actor.label, reason }, notice))
  })

  serve(setLabel, ({ params: { name: module, label }, body: { version, reason }, actor }) => {
    requireEverywhere(actor)
    return changing(async ({ tx, at, record }) => {
      const published = await tx.selectFrom('module_version').select('version').where('name', '=', module).where('version', '=', version).where('withdrawn_at', 'is', null).executeTakeFirst()
      if (!published) throw new ServiceError(404, 'UnknownVersion', `${module}@${version} is not published`)
      const before = await tx.selectFrom('module_label').select('version').where('module', '=', module).where('label', '=', label).executeTakeFirst()
      const columns = { version, moved_by: actor.label, moved_at: at, moved_by_identity: JSON.stringify(actor.identity) }
      await tx.insertInto('module_label').values({ module, label, ...columns }).onConflict((conflict) => conflict.columns(['module', 'label']).doUpdateSet(columns)).execute()
      await record({ actor: actor.label, action: 'label', subject: `${module} ${label}`, before: before?.version ?? null, after: version, reason })
      return { module, label, version }
    })
  })

  serve(listLabels, async () => {
    const labels = await database.kysely.selectFrom('module_label').selectAll().orderBy('module').orderBy('label').execute()
    return {
      labels: labels.map(({ module, label, version, moved_by: movedBy, moved_at: movedAt }) => ({ module, label, version, movedBy, movedAt: movedAt.toISOString() })),
      defaults: await defaults(),
    }
  })

  serve(setDefaults, async ({ body: { modules, reason }, actor }) => {
    requireEverywhere(actor)
    await changing(async (change) => {
      const { tx, at, record } = change
      const before = (await readSelection(change)).defaults
      for (const [module, selector] of Object.entries(modules)) {
        if (selector === inherit) throw new ServiceError(400, 'InvalidDefault', 'A default does not inherit')
        const columns = { selector, changed_by: actor.label, changed_at: at, changed_by_identity: JSON.stringify(actor.identity) }
        await tx.insertInto('default_wish').values({ module, ...columns }).onConflict((conflict) => conflict.column('module').doUpdateSet(columns)).execute()
        await record({ actor: actor.label, action: 'default', subject: module, before: before.get(module) ?? null, after: selector, reason })
      }
      const selection = await readSelection(change)
      for (const module of Object.keys(modules)) select(selection, module, inherit)
    })
    return { defaults: await defaults() }
  })

  const defaults = async () => Object.fromEntries((await database.kysely.selectFrom('default_wish').select(['module', 'selector']).orderBy('module').execute()).map(({ module, selector }) => [module, selector]))
}
