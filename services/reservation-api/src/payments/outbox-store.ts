import { randomUUIDv7 } from 'node:crypto'
import { currentTraceparent } from '@checkin/server'
import { sql, type Selectable, type Transaction } from 'kysely'
import { breakerNameInSql } from './gateways.ts'
import type { JobKind, Tables } from './tables.ts'

type Tx = Transaction<Tables>
export type JobRow = Pick<Selectable<Tables['payment_outbox']>, 'tenant_id' | 'id' | 'intent_id' | 'kind' | 'attempts' | 'traceparent'>
const columns = ['tenant_id', 'id', 'intent_id', 'kind', 'attempts', 'traceparent'] as const

const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`
const isFree = sql<boolean>`(leased_until is null or leased_until < now())`

export interface NewJob {
  readonly tenantId: string
  readonly intentId: string
  readonly kind: JobKind
  /** Not before so many seconds from now. */
  readonly afterSeconds: number
  /** Seconds for which only the writer of the job may process it; 0 for anybody at once. */
  readonly leaseSeconds: number
}

/** Writes what is to be done, in the transaction of its cause. A job of the same kind that is queued already is left as it is. */
export async function queueJob(transaction: Tx, job: NewJob): Promise<JobRow | null> {
  return await transaction.insertInto('payment_outbox').values({
    tenant_id: job.tenantId, id: randomUUIDv7(), intent_id: job.intentId, kind: job.kind, next_attempt_at: seconds(job.afterSeconds), traceparent: currentTraceparent(),
    ...(job.leaseSeconds > 0 && { leased_until: seconds(job.leaseSeconds), attempts: 1 }),
  }).onConflict((conflict) => conflict.columns(['tenant_id', 'intent_id', 'kind']).where('state', '=', 'queued').doNothing())
    .returning(columns).executeTakeFirst() ?? null
}

const lease = (leaseSeconds: number) => ({ leased_until: seconds(leaseSeconds), attempts: sql<number>`attempts + 1` })

/** Leases jobs that are due, for one attempt each; nobody else gets them for `leaseSeconds`. Accounts that are known to be away are left out. */
export async function leaseDueJobs(
  transaction: Tx, tenantId: string, { count, leaseSeconds, away }: { readonly count: number; readonly leaseSeconds: number; readonly away: readonly string[] },
): Promise<readonly JobRow[]> {
  const due = transaction.selectFrom('payment_outbox as job')
    .innerJoin('payment_intent as intent', (join) => join.onRef('intent.tenant_id', '=', 'job.tenant_id').onRef('intent.id', '=', 'job.intent_id'))
    .select('job.id').where('job.tenant_id', '=', tenantId).where('job.state', '=', 'queued')
    .where('job.next_attempt_at', '<=', sql<Date>`now()`).where(sql<boolean>`("job".leased_until is null or "job".leased_until < now())`)
    .$if(away.length > 0, (query) => query.where(breakerNameInSql, 'not in', away))
    .orderBy('job.next_attempt_at').limit(count).forUpdate('job').skipLocked()
  return transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', 'in', due)
    .set(lease(leaseSeconds)).returning(columns).execute()
}

/** Leases the job of one payment now, unless somebody is at it or has been within `quietSeconds`. */
export async function leaseJobOf(
  transaction: Tx, { tenantId, intentId, kind }: Pick<NewJob, 'tenantId' | 'intentId' | 'kind'>,
  { leaseSeconds, quietSeconds }: { readonly leaseSeconds: number; readonly quietSeconds: number },
): Promise<JobRow | null> {
  const free = transaction.selectFrom('payment_outbox').select('id').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId)
    .where('kind', '=', kind).where('state', '=', 'queued').where(isFree)
    .where(sql<boolean>`(leased_until is null or leased_until < now() - make_interval(secs => ${quietSeconds}))`).forUpdate().skipLocked()
  return await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', 'in', free)
    .set(lease(leaseSeconds)).returning(columns).executeTakeFirst() ?? null
}

/** Whether a job of this kind is due or was begun; one that waits for its time was not. */
export const isJobBegun = async (transaction: Tx, tenantId: string, intentId: string, kind: JobKind): Promise<boolean> =>
  await transaction.selectFrom('payment_outbox').select('id').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind).where('state', '=', 'queued')
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('next_attempt_at', '<=', sql<Date>`now()`)])).executeTakeFirst() !== undefined

/** Whether a job of this kind waits or was begun. */
export const hasJob = async (transaction: Tx, tenantId: string, intentId: string, kind: JobKind): Promise<boolean> =>
  await transaction.selectFrom('payment_outbox').select('id').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind).where('state', '=', 'queued')
    .executeTakeFirst() !== undefined

/** What the queued job of this kind met last, empty where it met nothing yet; null when there is no such job. */
export async function lastOutcomeOf(transaction: Tx, { tenantId, intentId, kind }: Pick<NewJob, 'tenantId' | 'intentId' | 'kind'>): Promise<string | null> {
  const job = await transaction.selectFrom('payment_outbox').select('last_outcome').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind)
    .where('state', '=', 'queued').executeTakeFirst()
  return job ? job.last_outcome ?? '' : null
}

/** Nothing is left to do of this kind for a payment. */
export async function closeJobs(transaction: Tx, tenantId: string, intentId: string, kind: JobKind, state: 'done' | 'dropped' = 'done'): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind)
    .where('state', '=', 'queued').set({ state, finished_at: sql<Date>`now()`, leased_until: null }).execute()
}

/** The job is due again in `afterSeconds`; the lease ends now. */
export async function postponeJob(transaction: Tx, { tenant_id: tenantId, id }: JobRow, afterSeconds: number, outcome: string): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('id', '=', id).where('state', '=', 'queued')
    .set({ next_attempt_at: seconds(afterSeconds), leased_until: sql<Date>`now()`, last_outcome: outcome }).execute()
}

/** Makes a job due now, because something about its payment changed. */
export async function expediteJob(transaction: Tx, tenantId: string, intentId: string, kind: JobKind): Promise<void> {
  await transaction.updateTable('payment_outbox').where('tenant_id', '=', tenantId).where('intent_id', '=', intentId).where('kind', '=', kind)
    .where('state', '=', 'queued').set({ next_attempt_at: sql<Date>`now()` }).execute()
}
