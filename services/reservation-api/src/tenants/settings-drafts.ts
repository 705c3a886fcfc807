import { differingSettings, TenantSettings, type DraftDecision, type SettingsDraft } from '@checkin/internal'
import { areTwoPersons, Identity, ServiceError } from '@checkin/server'
import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import { readStoredSettings } from './stored-settings.ts'
import type { Tables } from './tables.ts'
import { putTenant } from './tenant-store.ts'
import { requireUsableTexts } from './texts/usable-texts.ts'

type DraftRow = Selectable<Tables['settings_draft']>

/** Who acts, and who stands behind the token (decision 0114). */
interface Person {
  readonly actor: string
  readonly identity: Identity
}

/** Which draft of which tenant. */
export interface DraftOf {
  readonly tenantId: string
  readonly id: string
}

/** Refusal of a change that a second person has to approve first. */
export const approvalNeeded = (): ServiceError => new ServiceError(409, 'NeedsSecondPerson', 'Changes of this tenant need a second person: keep them as a draft and submit it')

const notFound = (): ServiceError => new ServiceError(404, 'NotFound', 'There is no such draft')
const closed = (): ServiceError => new ServiceError(409, 'DraftClosed', 'This draft was submitted or ended: make another one')

const lockedDraft = async (transaction: Transaction<Tables>, { tenantId, id }: DraftOf): Promise<DraftRow | null> =>
  await transaction.selectFrom('settings_draft').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).forUpdate().executeTakeFirst() ?? null

/** A draft; refuses with 404. */
export async function requireDraft(database: Kysely<Tables>, { tenantId, id }: DraftOf): Promise<DraftRow> {
  const draft = await database.selectFrom('settings_draft').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
  if (!draft) throw notFound()
  return draft
}

/** Drafts of a tenant, newest first. */
export const draftsOf = (database: Kysely<Tables>, tenantId: string, limit: number): Promise<readonly DraftRow[]> =>
  database.selectFrom('settings_draft').selectAll().where('tenant_id', '=', tenantId).orderBy('changed_at', 'desc').limit(limit).execute()

/** A draft as operators see it. */
export const draftView = (row: DraftRow): SettingsDraft => ({
  draftId: row.id, note: row.note, state: row.state, baseRevision: row.base_revision, fields: [...differingSettings(row.base, row.settings)], by: row.actor, at: row.changed_at.toISOString(),
  applyAt: row.apply_at?.toISOString() ?? null, decidedBy: row.decider, decidedAt: row.decided_at?.toISOString() ?? null, appliedRevision: row.applied_revision, problem: row.problem,
})

/** Settings of a row as this version understands them; refuses with 409 `DraftClosed` where it does not. */
export function settingsOf(stored: unknown): TenantSettings {
  const read = readStoredSettings(stored)
  if (read.kind === 'readable') return read.settings
  throw new ServiceError(409, 'DraftClosed', 'These settings are of another version of the product')
}

interface Saved {
  readonly note: string
  readonly settings: TenantSettings
  /** The revision that the operator saw. */
  readonly ifRevision: number
}

/**
 * Keeps a draft against the tenant's present settings; the same id again replaces it. Refuses with 404, 412 `RevisionChanged` where the tenant is at another
 * revision, 409 `DraftClosed` once it was submitted, 422 `UnusableTexts` for texts that cannot stand in place of the product's.
 */
export async function saveDraft(transaction: Transaction<Tables>, of: DraftOf, { note, settings, ifRevision }: Saved, { actor, identity }: Person): Promise<DraftRow> {
  const tenant = await transaction.selectFrom('tenant').where('id', '=', of.tenantId).select(['settings', 'revision']).forUpdate().executeTakeFirst()
  if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
  if (tenant.revision !== ifRevision) throw new ServiceError(412, 'RevisionChanged', 'Somebody changed this tenant meanwhile', { data: { revision: tenant.revision } })
  const kept = await lockedDraft(transaction, of)
  if (kept && kept.state !== 'draft') throw closed()
  const base = settingsOf(tenant.settings)
  requireUsableTexts(base.texts, settings.texts)
  const values = {
    note, base_revision: tenant.revision, base: JSON.stringify(base), settings: JSON.stringify(settings), actor, identity: JSON.stringify(identity),
  }
  return transaction.insertInto('settings_draft').values({ tenant_id: of.tenantId, id: of.id, state: 'draft', apply_at: null, decider: null, decided_at: null, applied_revision: null, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ ...values, changed_at: sql<Date>`now()` })).returningAll().executeTakeFirstOrThrow()
}

const change = (transaction: Transaction<Tables>, { tenant_id: tenantId, id }: DraftRow, values: Partial<Omit<DraftRow, 'identity' | 'base' | 'settings'>> & { readonly identity?: string }): Promise<DraftRow> =>
  transaction.updateTable('settings_draft').where('tenant_id', '=', tenantId).where('id', '=', id).set(values).returningAll().executeTakeFirstOrThrow()

/** The settings of the tenant with what a draft changes; a text where somebody changed the same meanwhile, or where the two do not go together. */
function merged(current: TenantSettings, base: TenantSettings, wanted: TenantSettings): TenantSettings | string {
  const names = differingSettings(base, wanted)
  const since = differingSettings(base, current).filter((name) => names.includes(name))
  if (since.length > 0) return `Changed by somebody else meanwhile: ${since.join(', ')}`
  const result = { ...current, ...Object.fromEntries(names.map((name) => [name, wanted[name as keyof TenantSettings]])) }
  const parsed = TenantSettings.safeParse(JSON.parse(JSON.stringify(result)))
  return parsed.success ? parsed.data : `These do not go together: ${parsed.error.issues.map(({ path }) => path.join('.')).join(', ')}`
}

/**
 * Applies a draft that nobody has to approve any more, if its hour has come: what it changes, and only where that is still what the draft was made against. Else it is
 * `outdated`, and the tenant stays as it is.
 */
async function applyDraft(transaction: Transaction<Tables>, draft: DraftRow): Promise<DraftRow> {
  const tenant = await transaction.selectFrom('tenant').where('id', '=', draft.tenant_id).select(['host', 'settings', 'revision']).forUpdate().executeTakeFirstOrThrow()
  const current = settingsOf(tenant.settings)
  if (current.settingsApproval && draft.decider === null) return change(transaction, draft, { state: 'outdated', problem: 'Since it was submitted, changes need a second person' })
  const settings = merged(current, settingsOf(draft.base), settingsOf(draft.settings))
  if (typeof settings === 'string') return change(transaction, draft, { state: 'outdated', problem: settings })
  const actor = draft.decider === null ? draft.actor : `${draft.actor}, approved by ${draft.decider}`
  const done = await putTenant(transaction, { id: draft.tenant_id, host: tenant.host, settings, fleetToken: null }, { actor, ifRevision: tenant.revision, isApproved: true })
  if (done.kind !== 'stored') throw new Error(`a draft under the tenant's lock was ${done.kind}`)
  return change(transaction, draft, { state: 'applied', applied_revision: done.revision })
}

/** Applies a draft that was just approved, unless it waits for its hour. */
const applyOrWait = (transaction: Transaction<Tables>, draft: DraftRow): Promise<DraftRow> | DraftRow => (draft.apply_at && draft.apply_at.getTime() > Date.now() ? draft : applyDraft(transaction, draft))

const after: Readonly<Record<DraftDecision['action'], readonly SettingsDraft['state'][]>> = {
  submit: ['waiting', 'approved', 'applied', 'outdated'], approve: ['approved', 'applied', 'outdated'], reject: ['rejected'],
}

/**
 * Submits, approves or gives up a draft. Refuses with 404, 403 `SamePerson` where the one who submitted it, or somebody behind that token, approves, and 409 `DraftClosed` for
 * what comes too late. The same again answers how it stands.
 */
export async function decideDraft(transaction: Transaction<Tables>, of: DraftOf, decision: DraftDecision, { actor, identity }: Person): Promise<DraftRow> {
  // The tenant first, as whoever saves does: two who wait for each other would both fail.
  const tenant = await transaction.selectFrom('tenant').where('id', '=', of.tenantId).select('settings').forUpdate().executeTakeFirst()
  const draft = tenant ? await lockedDraft(transaction, of) : null
  if (!tenant || !draft) throw notFound()
  if (decision.action === 'reject' && ['draft', 'waiting', 'approved'].includes(draft.state)) return change(transaction, draft, { state: 'rejected', decider: actor, decided_at: new Date() })
  if (decision.action === 'submit' && draft.state === 'draft') {
    const needsApproval = settingsOf(tenant.settings).settingsApproval
    const submitted = await change(transaction, draft, {
      state: needsApproval ? 'waiting' : 'approved', actor, identity: JSON.stringify(identity), changed_at: new Date(), apply_at: decision.applyAt === null ? null : new Date(decision.applyAt),
    })
    return needsApproval ? submitted : applyOrWait(transaction, submitted)
  }
  if (decision.action === 'approve' && draft.state === 'waiting') {
    if (!areTwoPersons(identity, Identity.parse(draft.identity))) throw new ServiceError(403, 'SamePerson', 'Somebody else has to approve: neither who submitted it, nor who made or approved the token of one of them')
    return applyOrWait(transaction, await change(transaction, draft, { state: 'approved', decider: actor, decided_at: new Date() }))
  }
  if (after[decision.action].includes(draft.state)) return draft
  throw closed()
}

/** Tenants that have a draft whose hour has come. */
export const tenantsWithDueDrafts = async (database: Kysely<Tables>): Promise<readonly { readonly id: string }[]> =>
  database.selectFrom('settings_draft').select('tenant_id as id').distinct().where('state', '=', 'approved').where('apply_at', '<=', sql<Date>`now()`).limit(100).execute()

/** Applies the tenant's next draft whose hour has come; answers whether there was one. Of several processes one does. */
export async function applyDueDraft(transaction: Transaction<Tables>, tenantId: string): Promise<boolean> {
  await transaction.selectFrom('tenant').where('id', '=', tenantId).select('id').forUpdate().executeTakeFirst()
  const draft = await transaction.selectFrom('settings_draft').selectAll().where('tenant_id', '=', tenantId).where('state', '=', 'approved').where('apply_at', '<=', sql<Date>`now()`)
    .orderBy('apply_at').limit(1).forUpdate().executeTakeFirst()
  if (draft) await applyDraft(transaction, draft)
  return draft !== undefined
}
