import { internalContract } from '@checkin/internal'
import { ServiceError, type Database } from '@checkin/server'
import type { ImageReader } from '../../documents/images/image-reader.ts'
import { withOwnLogo } from '../../tenants/own-logo.ts'
import { restoreSettings } from '../../tenants/restore-settings.ts'
import { decideDraft, draftsOf, draftView, requireDraft, saveDraft, settingsOf } from '../../tenants/settings-drafts.ts'
import { revisionOf, revisionsOf } from '../../tenants/tenant-changes.ts'
import type { Tables } from '../../tables.ts'
import type { ServeOperators } from './operator-calls.ts'

export interface SettingsRoutesOptions {
  readonly database: Database<Tables>
  /** Makes logos anew. */
  readonly reader: ImageReader
  /** Settings of a tenant may be others now. */
  readonly changed: () => void
}

const mostRevisions = 200
const mostDrafts = 50

type FullDraft = ReturnType<typeof fullDraft>
const fullDraft = (row: Awaited<ReturnType<typeof requireDraft>>) => ({ draft: draftView(row), base: settingsOf(row.base), settings: settingsOf(row.settings) })

/** Settings of tenants over time (DEC-320, DEC-321): what was, what is prepared, who submits it and who approves it. */
export function settingsRoutes(serve: ServeOperators, { database, reader, changed }: SettingsRoutesOptions): void {
  const { getSettingsHistory, getSettingsRevision, restoreSettings: restore, getSettingsDraft, putSettingsDraft, decideSettingsDraft } = internalContract
  serve(getSettingsHistory, async ({ params: { id } }) => {
    const tenant = await database.kysely.selectFrom('tenant').where('id', '=', id).select(['revision', 'settings']).executeTakeFirst()
    if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
    const [revisions, drafts] = await Promise.all([revisionsOf(database.kysely, id, mostRevisions), draftsOf(database.kysely, id, mostDrafts)])
    return { revision: tenant.revision, needsApproval: settingsOf(tenant.settings).settingsApproval, revisions, drafts: drafts.map(draftView) }
  })
  serve(getSettingsRevision, async ({ params: { id, revision } }) => {
    const found = await revisionOf(database.kysely, id, revision)
    if (!found) throw new ServiceError(404, 'NotFound', 'There is no such revision')
    return { revision: revision, at: found.at.toISOString(), actor: found.actor, settings: settingsOf(found.settings) }
  })
  serve(restore, async ({ actor, params: { id, revision }, ifMatch }) => {
    const restored = await database.withTx((transaction) => restoreSettings(transaction, { tenantId: id, revision: revision, ifRevision: ifMatch, actor }))
    changed()
    return { revision: restored }
  })
  serve(getSettingsDraft, async ({ params: { id, draftId } }): Promise<FullDraft> => fullDraft(await requireDraft(database.kysely, { tenantId: id, id: draftId })))
  serve(putSettingsDraft, async ({ actor, identity, params: { id, draftId }, body: { note, settings: sent }, ifMatch }): Promise<FullDraft> => {
    const of = { tenantId: id, id: draftId }
    const settings = await withOwnLogo(database.kysely, reader, of, sent)
    return fullDraft(await database.withTx((transaction) => saveDraft(transaction, of, { note, settings, ifRevision: ifMatch }, { actor, identity })))
  })
  serve(decideSettingsDraft, async ({ actor, identity, params: { id, draftId }, body }): Promise<FullDraft> => {
    const row = await database.withTx((transaction) => decideDraft(transaction, { tenantId: id, id: draftId }, body, { actor, identity }))
    changed()
    return fullDraft(row)
  })
}
