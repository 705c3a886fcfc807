import type { Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import { repeatedWork, type RepeatedWork } from './repeated-work.ts'
import { applyDueDraft, tenantsWithDueDrafts } from './settings-drafts.ts'
import type { Tables } from './tables.ts'
import { tenantRounds } from './tenant-rounds.ts'

export interface DraftWorkerOptions {
  readonly database: Database<Tables>
  readonly log: FastifyBaseLogger
  readonly everyMs: number
}

/** Applies settings of tenants at their hour (DEC-320). As many processes as wanted may run one; each draft is applied once. */
export function startDraftWorker({ database, log, everyMs }: DraftWorkerOptions): RepeatedWork {
  const rounds = tenantRounds(log, 'scheduled settings cannot be applied')
  return repeatedWork({ everyMs }, async () => (await rounds(() => tenantsWithDueDrafts(database.kysely), ({ id }) => database.withTx((transaction) => applyDueDraft(transaction, id)))).more)
}
