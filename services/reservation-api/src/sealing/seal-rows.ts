import type { Database } from '@checkin/server'
import type { FastifyBaseLogger } from 'fastify'
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { openAgreement, storedFacts } from '../agreement/sealed-facts.ts'
import { openDriver, openReservation, storedDriver, storedRules } from '../reservations/sealed-rows.ts'
import { numberHash, provenNumber } from '../reservations/sms-number.ts'
import { repeatedWork, type RepeatedWork } from '../tenants/repeated-work.ts'
import { tenantRounds } from '../tenants/tenant-rounds.ts'
import type { Tables } from '../tables.ts'

/** Rows that are sealed anew in one transaction: renters wait for it no longer than for one of theirs. */
const atOnce = 50

/** Longer than any process believes what it read of a tenant's keys: nobody writes in the former form any more. */
const settledSeconds = 60

type SealedTable = 'driver' | 'reservation' | 'rental_agreement'

/** What lies clear in a row and should not. */
const clear: Readonly<Record<SealedTable, RawBuilder<boolean>>> = {
  driver: sql`sealed is null or num_nonnulls(birth_date, birth_place, address, address_complement, zip_code, city, nationality_id, email, mobile_prefix, mobile_phone, tax_number, document, licence, second_licence) > 0`,
  reservation: sql`coalesce(jsonb_array_length(driver_rules -> 'undesirableLicences'), 0) > 0`,
  rental_agreement: sql`sealed is null and facts is not null`,
}

/** Whether a row is in another form than its tenant's rows are to have now: clear or under a former key where they are sealed, sealed where they are not. */
const isOff = (table: SealedTable, tenantId: string): RawBuilder<boolean> => sql`case when (select seals_personal_data from tenant where id = ${tenantId})
  then ${clear[table]} or (sealed is not null and sealed_with is distinct from (select id from data_key where tenant_id = ${tenantId} and is_current)) else sealed is not null end`

/** Writes one row in the form that is wanted now. */
const rewrite: Readonly<Record<SealedTable, (transaction: Transaction<Tables>, tenantId: string, after: string) => Promise<readonly string[]>>> = {
  driver: async (transaction, tenantId, after) => {
    const rows = await transaction.selectFrom('driver').selectAll().where('tenant_id', '=', tenantId).where('id', '>', after).where(isOff('driver', tenantId)).orderBy('id').limit(atOnce).forUpdate().execute()
    for (const row of rows) {
      const driver = await openDriver(transaction, row)
      const isProven = await provenNumber(transaction, driver, row.sms_number_hash) !== null
      const columns = { ...await storedDriver(transaction, row.id, driver), sms_number_hash: isProven ? await numberHash(transaction, driver) : null }
      await transaction.updateTable('driver').where('tenant_id', '=', tenantId).where('id', '=', row.id).set(columns).execute()
    }
    return rows.map(({ id }) => id)
  },
  reservation: async (transaction, tenantId, after) => {
    const rows = await transaction.selectFrom('reservation').selectAll().where('tenant_id', '=', tenantId).where('id', '>', after).where(isOff('reservation', tenantId)).orderBy('id').limit(atOnce).forUpdate().execute()
    for (const row of rows) {
      const { driver_rules: rules } = await openReservation(transaction, row)
      await transaction.updateTable('reservation').where('tenant_id', '=', tenantId).where('id', '=', row.id).set(await storedRules(transaction, row.id, rules)).execute()
    }
    return rows.map(({ id }) => id)
  },
  rental_agreement: async (transaction, tenantId, after) => {
    const rows = await transaction.selectFrom('rental_agreement').selectAll().where('tenant_id', '=', tenantId).where('id', '>', after).where(isOff('rental_agreement', tenantId)).orderBy('id').limit(atOnce).forUpdate().execute()
    for (const row of rows) {
      const { facts } = await openAgreement(transaction, row)
      if (facts) await transaction.updateTable('rental_agreement').where('tenant_id', '=', tenantId).where('id', '=', row.id).set(await storedFacts(transaction, row.id, facts)).execute()
    }
    return rows.map(({ id }) => id)
  },
}
const tables = Object.keys(rewrite) as readonly SealedTable[]
const first = '00000000-0000-0000-0000-000000000000'

export interface SealOptions {
  /** Seconds after a change of keys before the former one is given up; shorter in tests only. */
  readonly settledAfter?: number
}

/**
 * Brings the rows of a tenant into the form that is wanted: sealed under its current key, or clear where an operator said so for the release before. Goes
 * through every table once; what fails is tried again at the next look. When nothing is left and no process can write the former form any more,
 * former keys are deleted. Safe from many processes at once, under renters. Answers whether it deleted one.
 */
export async function sealRows(database: Database<Tables>, tenantId: string, { settledAfter = settledSeconds }: SealOptions = {}): Promise<boolean> {
  for (const table of tables) {
    let done: readonly string[] = [first]
    do {
      const after = done.at(-1) ?? first
      done = await database.withTenant(tenantId, (transaction) => rewrite[table](transaction, tenantId, after))
    } while (done.length === atOnce)
  }
  return database.withTenant(tenantId, async (transaction) => {
    const since = sql<boolean>`resealing_since < now() - make_interval(secs => ${settledAfter})`
    const isSettled = await transaction.selectFrom('tenant').where('id', '=', tenantId).where(since).select('id').executeTakeFirst()
    if (!isSettled) return false
    for (const table of tables) if ((await sql`select 1 from ${sql.table(table)} where tenant_id = ${tenantId} and ${isOff(table, tenantId)} limit 1`.execute(transaction)).rows.length > 0) return false
    // Keys are made in the order of their ids: one after the current one is on its way in. One that a row has still is held by the row.
    const { numAffectedRows = 0n } = await sql`delete from data_key as former where tenant_id = ${tenantId} and id < (select id from data_key where tenant_id = ${tenantId} and is_current)
      and not exists (select from driver where tenant_id = ${tenantId} and sealed_with = former.id) and not exists (select from reservation where tenant_id = ${tenantId} and sealed_with = former.id)
      and not exists (select from rental_agreement where tenant_id = ${tenantId} and sealed_with = former.id)`.execute(transaction)
    await transaction.updateTable('tenant').where('id', '=', tenantId).where(since).set({ resealing_since: null }).execute()
    return numAffectedRows > 0n
  })
}

/** Tenants whose rows are not all in the form that is wanted. */
export const tenantsToSeal = (database: Kysely<Tables>) => (): Promise<readonly { readonly id: string }[]> =>
  database.selectFrom('tenant').where('resealing_since', 'is not', null).select('id').orderBy('resealing_since').execute()

export interface SealingOptions extends SealOptions {
  readonly database: Database<Tables>
  readonly log: FastifyBaseLogger
  readonly everyMs: number
  /** Tells that a tenant's former key is gone (DEC-216). */
  readonly rotated: () => void
}

/** Seals rows of tenants beside all other work, whenever keys or forms were changed. As many processes as wanted may do this. */
export function startSealing({ database, log, everyMs, rotated, ...options }: SealingOptions): RepeatedWork {
  const rounds = tenantRounds(log, 'rows of a tenant could not be sealed')
  return repeatedWork({ everyMs, joins: true }, async (isStopped) => {
    await rounds(tenantsToSeal(database.kysely), async ({ id }) => {
      if (!isStopped() && await sealRows(database, id, options)) rotated()
      return false
    })
    return false
  })
}
