import { deprecateVersion, getVersion, restoreVersion, type VersionStatus } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Actor, requireEverywhere, requireModule } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import { statusOfVersion, versionRow, versionView } from './version-view.ts'

interface Named { readonly name: string; readonly version: string }

interface Advice { readonly at: Date | null; readonly by: string | null; readonly reason: string | null; readonly instead: string | null; readonly notice: string | null }

const requireOwn = (actor: Actor, name: string): void => {
  if (actor.role === 'publisher') requireModule(actor, name)
  requireEverywhere(actor)
}

/** A version's page, and the advice against it (DEC-253). */
export function versionAdviceRoutes({ serve, database, change: changing }: Registry): void {
  const store = async ({ tx }: Change, { name, version }: Named, advice: Advice = { at: null, by: null, reason: null, instead: null, notice: null }) => {
    await tx.updateTable('module_version').set({ deprecated_at: advice.at, deprecated_by: advice.by, deprecated_reason: advice.reason, deprecated_instead: advice.instead, notice: advice.notice }).where('name', '=', name).where('version', '=', version).execute()
  }

  serve(getVersion, ({ params, actor }) => database.withTx((tx) => versionView(tx, params, actor), { isolation: 'repeatable read' }))

  serve(deprecateVersion, ({ params, body: { reason, instead, notice }, actor }) => {
    requireOwn(actor, params.name)
    return changing(async (change): Promise<VersionStatus> => {
      const { tx, at, record } = change
      const before = await statusOfVersion(tx, await versionRow(tx, params))
      if (before.state === 'withdrawn') throw new ServiceError(409, 'VersionWithdrawn', `${params.name}@${params.version} is withdrawn for ever`)
      await requireReplacement(change, params, instead)
      if (before.state === 'deprecated' && before.reason === reason && before.instead === instead && before.notice === notice) return before
      await store(change, params, { at, by: actor.label, reason, instead, notice })
      await record({ actor: actor.label, action: 'deprecate', subject: `${params.name}@${params.version}`, before, after: { instead, ...(notice !== null && { notice }) }, reason })
      return statusOfVersion(tx, await versionRow(tx, params))
    })
  })

  serve(restoreVersion, ({ params, query: { reason }, actor }) => {
    requireOwn(actor, params.name)
    return changing(async (change): Promise<VersionStatus> => {
      const before = await statusOfVersion(change.tx, await versionRow(change.tx, params))
      if (before.state !== 'deprecated') return before
      await store(change, params)
      await change.record({ actor: actor.label, action: 'restore', subject: `${params.name}@${params.version}`, before, after: null, reason })
      return { state: 'usable' }
    })
  })
}

/** What is named instead is another version that may be rolled out. */
async function requireReplacement({ tx }: Change, { name, version }: Named, instead: string | null): Promise<void> {
  if (instead === null) return
  const row = instead === version ? undefined : await tx.selectFrom('module_version').select('version').where('name', '=', name).where('version', '=', instead)
    .where('withdrawn_at', 'is', null).where('deprecated_at', 'is', null).executeTakeFirst()
  if (!row) throw new ServiceError(422, 'InvalidReplacement', `${name}@${instead} cannot be taken instead: it is not published, withdrawn, deprecated or the same`)
}
