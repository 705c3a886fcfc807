import { differingSettings, type TenantSettings } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import type { Transaction } from 'kysely'
import { approvalNeeded, settingsOf } from './settings-drafts.ts'
import type { Tables } from './tables.ts'
import { revisionOf } from './tenant-changes.ts'
import { putTenant } from './tenant-store.ts'

interface Restore {
  readonly tenantId: string
  /** The revision to go back to. */
  readonly revision: number
  /** The present one, as the operator saw it. */
  readonly ifRevision: number
  readonly actor: string
}

/**
 * Goes back to what a tenant had before its last change, at once and by one person: at night nobody waits for a second one, and what served before was approved then
 * (DEC-321). Answers the new revision; the same call again answers it once more, also after later changes. Refuses with 404, 412 `RevisionChanged`, 409 `NotTheLast` for an older revision, and 409 `NeedsSecondPerson` where that would switch
 * the second person off.
 */
export async function restoreSettings(transaction: Transaction<Tables>, { tenantId, revision, ifRevision, actor }: Restore): Promise<number> {
  const tenant = await transaction.selectFrom('tenant').where('id', '=', tenantId).select(['host', 'settings', 'revision']).forUpdate().executeTakeFirst()
  const wanted = await revisionOf(transaction, tenantId, revision)
  if (!tenant || !wanted) throw new ServiceError(404, 'NotFound', 'There is no such revision')
  const settings = settingsOf(wanted.settings)
  if (revision === ifRevision - 1 && await wasRestored(transaction, { tenantId, revision: ifRevision + 1, actor, settings })) return ifRevision + 1
  if (tenant.revision !== ifRevision) throw new ServiceError(412, 'RevisionChanged', 'Somebody changed this tenant meanwhile', { data: { revision: tenant.revision } })
  if (revision !== tenant.revision - 1) throw new ServiceError(409, 'NotTheLast', 'Only the last change is taken back at once: make a draft of an older revision')
  if (settingsOf(tenant.settings).settingsApproval && !settings.settingsApproval) throw approvalNeeded()
  const done = await putTenant(transaction, { id: tenantId, host: tenant.host, settings, fleetToken: null }, { actor, ifRevision, isApproved: true })
  if (done.kind !== 'stored') throw new Error(`settings under the tenant's lock were ${done.kind}`)
  return done.revision
}

/** Whether a revision is this operator's taking back of a change: a lost answer is asked for again. */
async function wasRestored(transaction: Transaction<Tables>, { tenantId, revision, actor, settings }: Pick<Restore, 'tenantId' | 'revision' | 'actor'> & { readonly settings: TenantSettings }): Promise<boolean> {
  const made = await revisionOf(transaction, tenantId, revision)
  return made?.actor === actor && differingSettings(settingsOf(made.settings), settings).length === 0
}
