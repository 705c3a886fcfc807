import { TermsContents, type TermsContent, type TermsDecision, type TermsDraft, type TermsDraftRequest } from '@checkin/internal'
import { areTwoPersons, Identity, ServiceError } from '@checkin/server'
import { sql, type Selectable, type Transaction } from 'kysely'
import { tenantById, type Tenant } from '../../tenants/tenant-store.ts'
import type { Tables } from '../tables.ts'
import { isSettable, storedContent } from './terms-content.ts'
import { dayProblem, putVersion, todayAt, type DayProblem } from './terms-store.ts'

type Tx = Transaction<Tables>
type DraftRow = Selectable<Tables['terms_draft']>

/** Which draft of which tenant. */
interface DraftOf {
  readonly tenantId: string
  readonly id: string
}

/** Who acts, and who stands behind the token (decision 0114). */
interface Person {
  readonly actor: string
  readonly identity: Identity
}

const notFound = (): ServiceError => new ServiceError(404, 'NotFound', 'There is no such draft')
const closed = (): ServiceError => new ServiceError(409, 'DraftClosed', 'This draft was submitted or ended: make another one')

const reasons: Readonly<Record<DayProblem | 'RightToLeft', string>> = {
  DayIsTaken: 'A version of that day says something else already: choose another day',
  DayIsPast: 'Renters were shown another text from that day on: choose today or a later day',
  RightToLeft: 'Terms in a language from right to left are put as a PDF of your own',
}

const unusable = (problem: keyof typeof reasons): ServiceError => new ServiceError(422, 'UnusableTerms', reasons[problem], { data: { problem } })

/** Refuses with 422 `UnusableTerms` a text that we cannot set. */
export function requireSettable(language: string, content: TermsContent): void {
  if (!isSettable(language, content)) throw unusable('RightToLeft')
}

const readContents = ({ contents }: Pick<DraftRow, 'contents'>): TermsContents => TermsContents.parse(JSON.parse(contents))
const textsOf = (contents: TermsContents): readonly (readonly [language: string, content: TermsContent])[] => Object.entries(contents)
const hashesOf = (contents: TermsContents): Readonly<Record<string, string>> => Object.fromEntries(textsOf(contents).map(([language, content]) => [language, storedContent(content).hash]))

/** A draft as operators see it. */
export const termsDraftView = (row: DraftRow): TermsDraft => ({
  draftId: row.id, tag: row.tag, validFrom: row.valid_from, note: row.note, state: row.state,
  texts: textsOf(readContents(row)).map(([language, content]) => ({ language, title: content.title, hash: storedContent(content).hash })),
  by: row.actor, at: row.changed_at.toISOString(), decidedBy: row.decider, decidedAt: row.decided_at?.toISOString() ?? null, problem: row.problem,
})

/** The same with what it says. */
export const fullTermsDraft = (row: DraftRow) => ({ draft: termsDraftView(row), contents: readContents(row) })

/** Drafts of a tenant, newest first. */
export const termsDraftsOf = (transaction: Tx, tenantId: string, limit: number): Promise<readonly DraftRow[]> =>
  transaction.selectFrom('terms_draft').selectAll().where('tenant_id', '=', tenantId).orderBy('changed_at', 'desc').limit(limit).execute()

/** A draft; refuses with 404. */
export async function requireTermsDraft(transaction: Tx, { tenantId, id }: DraftOf): Promise<DraftRow> {
  const draft = await transaction.selectFrom('terms_draft').selectAll().where('tenant_id', '=', tenantId).where('id', '=', id).executeTakeFirst()
  if (!draft) throw notFound()
  return draft
}

/** The tenant under its lock: whoever changes its documents or its settings waits, so that nothing is published past a second person. */
export async function lockedTenant(transaction: Tx, tenantId: string): Promise<Tenant> {
  await transaction.selectFrom('tenant').where('id', '=', tenantId).select('id').forUpdate().executeTakeFirst()
  const tenant = await tenantById(transaction, tenantId)
  if (!tenant) throw new ServiceError(404, 'NotFound', 'There is no such tenant')
  return tenant
}

/**
 * Keeps a version that no renter reads yet; the same id again replaces it (DEC-348). Refuses with 404, 409 `DraftClosed` once it was submitted, and 422 `UnusableTerms` for
 * what could not be published as it is.
 */
export async function saveTermsDraft(transaction: Tx, of: DraftOf, { tag, validFrom, note, contents }: TermsDraftRequest, { actor, identity }: Person): Promise<DraftRow> {
  const tenant = await lockedTenant(transaction, of.tenantId)
  const kept = await transaction.selectFrom('terms_draft').select('state').where('tenant_id', '=', of.tenantId).where('id', '=', of.id).executeTakeFirst()
  if (kept && kept.state !== 'draft') throw closed()
  for (const [language, content] of textsOf(contents)) requireSettable(language, content)
  const problem = await dayProblem(transaction, tenant, { tag, validFrom, hashes: hashesOf(contents) })
  if (problem !== null) throw unusable(problem)
  const values = { tag, valid_from: validFrom, note, contents: JSON.stringify(contents), actor, identity: JSON.stringify(identity) }
  return transaction.insertInto('terms_draft').values({ tenant_id: of.tenantId, id: of.id, state: 'draft', decider: null, decided_at: null, ...values })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doUpdateSet({ ...values, changed_at: sql<Date>`now()` })).returningAll().executeTakeFirstOrThrow()
}

type Change = Partial<Pick<DraftRow, 'state' | 'actor' | 'changed_at' | 'decider' | 'decided_at' | 'problem'>> & { readonly identity?: string }
const change = (transaction: Tx, { tenant_id: tenantId, id }: DraftRow, values: Change): Promise<DraftRow> =>
  transaction.updateTable('terms_draft').where('tenant_id', '=', tenantId).where('id', '=', id).set(values).returningAll().executeTakeFirstOrThrow()

/** Publishes a draft in all its languages at once; where its day came or went to another version meanwhile it is `outdated`, and nothing is published. */
async function publish(transaction: Tx, tenant: Tenant, draft: DraftRow): Promise<DraftRow> {
  const contents = readContents(draft)
  const { tag, valid_from: validFrom } = draft
  const problem = await dayProblem(transaction, tenant, { tag, validFrom, hashes: hashesOf(contents) })
  if (problem !== null) return change(transaction, draft, { state: 'outdated', problem: reasons[problem] })
  const actor = draft.decider === null ? draft.actor : `${draft.actor}, approved by ${draft.decider}`
  for (const [language, content] of textsOf(contents)) {
    const { kind } = await putVersion(transaction, tenant, { tag, language, validFrom, content, actor })
    if (kind !== 'stored' && kind !== 'same') throw new Error(`a version under the tenant's lock is ${kind}`)
  }
  return change(transaction, draft, { state: 'published' })
}

/** Takes a published version back whose day has not come: nobody was asked to agree to it, and what is in force was approved before. */
async function withdraw(transaction: Tx, tenant: Tenant, draft: DraftRow, actor: string): Promise<DraftRow> {
  if (draft.valid_from <= await todayAt(transaction, tenant)) throw new ServiceError(409, 'TermsInForce', 'Renters are asked to agree to this version already: publish another one that is valid from today')
  for (const [language, hash] of Object.entries(hashesOf(readContents(draft)))) {
    await transaction.deleteFrom('terms_document').where('tenant_id', '=', tenant.id).where('tag', '=', draft.tag).where('valid_from', '=', draft.valid_from).where('language', '=', language).where('hash', '=', hash).execute()
  }
  return change(transaction, draft, { state: 'withdrawn', decider: actor, decided_at: new Date() })
}

const after: Readonly<Record<TermsDecision['action'], readonly TermsDraft['state'][]>> = {
  submit: ['waiting', 'published', 'outdated', 'withdrawn'], approve: ['published', 'outdated', 'withdrawn'], reject: ['rejected'], withdraw: ['withdrawn'],
}

/**
 * Submits, approves, gives up or takes back a draft (DEC-348). Refuses with 404, 403 `SamePerson` where the one who submitted it, or somebody behind that token, approves,
 * 409 `TermsInForce` for a version whose day has come, and 409 `DraftClosed` for what comes too late. The same again answers how it stands.
 */
export async function decideTermsDraft(transaction: Tx, of: DraftOf, { action }: TermsDecision, { actor, identity }: Person): Promise<DraftRow> {
  const tenant = await lockedTenant(transaction, of.tenantId)
  const draft = await requireTermsDraft(transaction, of)
  if (action === 'reject' && ['draft', 'waiting'].includes(draft.state)) return change(transaction, draft, { state: 'rejected', decider: actor, decided_at: new Date() })
  if (action === 'submit' && draft.state === 'draft') {
    const { settingsApproval } = tenant.settings
    const submitted = await change(transaction, draft, { ...(settingsApproval && { state: 'waiting' as const }), actor, identity: JSON.stringify(identity), changed_at: new Date() })
    return settingsApproval ? submitted : publish(transaction, tenant, submitted)
  }
  if (action === 'approve' && draft.state === 'waiting') {
    if (!areTwoPersons(identity, Identity.parse(draft.identity))) throw new ServiceError(403, 'SamePerson', 'Somebody else has to approve: neither who submitted it, nor who made or approved the token of one of them')
    return publish(transaction, tenant, await change(transaction, draft, { decider: actor, decided_at: new Date() }))
  }
  if (action === 'withdraw' && draft.state === 'published') return withdraw(transaction, tenant, draft, actor)
  if (after[action].includes(draft.state)) return draft
  throw closed()
}
