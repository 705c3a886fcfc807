import { createHash } from 'node:crypto'
import type { Attention, AttentionHistory, AttentionRequest } from '@checkin/internal'
import { ServiceError } from '@checkin/server'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Operator } from './money-orders.ts'

/** What was found to need a person. */
export interface Found { readonly kind: string; readonly reference: string; readonly since: string }

/** A tenant of an installation. */
export interface OfTenant { readonly id: string; readonly host: string }

type Row = Selectable<Tables['attention_item']>

/** 128 bits of what it is about: the same thing that happens anew is another one. */
const idOf = ({ kind, reference, since }: Found): string => createHash('sha256').update(`${kind}\n${reference}\n${since}`).digest('base64url').slice(0, 22)

/** Hours until somebody has to have acted where nobody said otherwise (DEC-222); a day for what is not named. */
const usualHours: Readonly<Record<string, number>> = {
  'settings-unreadable': 2, 'payment-unclear': 4, 'signature-unconfirmed': 4, 'agreement-failed': 4, 'mail-undelivered': 8, 'mail-no-account': 8, 'money-waiting': 8, 'fleet-token-ends': 14 * 24,
}

/** What goes from the list by a deed elsewhere, and must not go by a word here. */
const endsByItself: ReadonlySet<string> = new Set(['money-waiting', 'settings-unreadable'])

function itemOf({ id: tenant, host }: OfTenant, found: Found, row: Row | undefined): Attention {
  const { kind, reference, since } = found
  const due = row?.due_at ?? new Date(Date.parse(since) + (usualHours[kind] ?? 24) * 3_600_000)
  return { host, kind, reference, since, tenant, id: idOf(found), version: row?.version ?? 0, assignee: row?.assignee ?? null, dueAt: due.toISOString(), resolution: row?.resolution ?? null }
}

/** What was found of a tenant as pieces of work, those that are resolved left out. */
export async function openItems(transaction: Transaction<Tables>, tenant: OfTenant, found: readonly Found[]): Promise<Attention[]> {
  if (found.length === 0) return []
  const rows = new Map((await transaction.selectFrom('attention_item').selectAll().where('tenant_id', '=', tenant.id).where('id', 'in', [...new Set(found.map(idOf))]).execute()).map((row) => [row.id, row]))
  // A reservation may have two mails of one instant: that is one piece of work.
  const items = new Map(found.map((each) => [idOf(each), itemOf(tenant, each, rows.get(idOf(each)))]))
  return [...items.values()].filter(({ resolution }) => resolution === null)
}

/** One piece of work with what was done about it: one that is found now, or one that somebody did something about. Throws 404 NotFound. */
export async function itemWithHistory(transaction: Transaction<Tables>, tenant: OfTenant, id: string, found: readonly Found[]): Promise<AttentionHistory> {
  const row = await transaction.selectFrom('attention_item').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).executeTakeFirst()
  const about = found.find((each) => idOf(each) === id) ?? (row && { kind: row.kind, reference: row.reference, since: row.since.toISOString() })
  if (!about) throw new ServiceError(404, 'NotFound', 'There is no such piece of work, or it has ended by itself')
  const changes = await transaction.selectFrom('attention_change').select(['version', 'action', 'value', 'comment', 'actor', 'at']).where('tenant_id', '=', tenant.id).where('item_id', '=', id).orderBy('version').execute()
  return { item: itemOf(tenant, about, row), changes: changes.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })) }
}

/** What is written of each deed: its value in the record, and what it changes. */
function deedOf(request: AttentionRequest): { readonly value: string | null; readonly set: Partial<Pick<Row, 'assignee' | 'due_at' | 'resolution'>> } {
  switch (request.action) {
    case 'assign': return { value: request.assignee, set: { assignee: request.assignee } }
    case 'comment': return { value: null, set: {} }
    case 'due': return { value: request.dueAt, set: { due_at: new Date(request.dueAt) } }
    case 'resolve': return { value: request.reason, set: { resolution: request.reason } }
    case 'reopen': return { value: null, set: { resolution: null } }
  }
}

/**
 * Does something about a piece of work, and records who, with issuer and subject of whom an identity provider vouched for. Of two people at once the second is refused.
 * Throws 404 NotFound, 412 RevisionChanged, 409 EndsByItself, 409 AlreadyResolved.
 */
export async function changeItem(
  transaction: Transaction<Tables>,
  { tenant, id, found, ifMatch, by: { actor, identity } }: { readonly tenant: OfTenant; readonly id: string; readonly found: readonly Found[]; readonly ifMatch: number; readonly by: Operator },
  request: AttentionRequest,
): Promise<void> {
  const { item } = await itemWithHistory(transaction, tenant, id, found)
  if (request.action === 'resolve' && endsByItself.has(item.kind)) throw new ServiceError(409, 'EndsByItself', 'This goes from the list when its cause has ended')
  const { value, set } = deedOf(request)
  const key = { tenant_id: tenant.id, id }
  await transaction.insertInto('attention_item').values({ ...key, kind: item.kind, reference: item.reference, since: new Date(item.since), version: 0, assignee: null, due_at: null, resolution: null })
    .onConflict((conflict) => conflict.columns(['tenant_id', 'id']).doNothing()).execute()
  // The row is locked: another change waits here, and then sees the version of this one.
  const before = await transaction.selectFrom('attention_item').selectAll().where('tenant_id', '=', tenant.id).where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
  if (before.version !== ifMatch) throw new ServiceError(412, 'RevisionChanged', 'Somebody has done something about it meanwhile: look at it again', { data: { revision: before.version } })
  if (before.resolution !== null && request.action !== 'reopen' && request.action !== 'comment') throw new ServiceError(409, 'AlreadyResolved', 'It is resolved: open it again first')
  const version = before.version + 1
  await transaction.updateTable('attention_item').set({ ...set, version }).where('tenant_id', '=', tenant.id).where('id', '=', id).execute()
  await transaction.insertInto('attention_change').values({ tenant_id: tenant.id, item_id: id, version, action: request.action, value, comment: request.comment, actor, identity: JSON.stringify(identity) }).execute()
  if (item.kind.startsWith('payment-') && (request.action === 'resolve' || request.action === 'reopen')) await settleDiscrepancy(transaction, tenant.id, item, request.action === 'resolve')
}

/** A difference between our books and a provider's that a person resolved is settled, and open again where that is taken back. */
async function settleDiscrepancy(transaction: Transaction<Tables>, tenantId: string, { kind, reference, since }: Found, isSettled: boolean): Promise<void> {
  await sql`update reconciliation_break it set resolved_at = case when ${isSettled}::boolean then now() end
    where tenant_id = ${tenantId} and kind = ${kind.slice('payment-'.length)} and date_trunc('milliseconds', found_at) = ${since}::timestamptz
      and (merchant_transaction_id = ${reference} or exists (select from reservation where reservation.tenant_id = it.tenant_id and reservation.id = it.reservation_id and reservation.reference = ${reference}))`.execute(transaction)
}
