import { sql } from 'kysely'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrationsFolder } from '../src/settings.ts'
import type { Tables } from '../src/tables.ts'

let database: TestDatabase<Tables>
beforeAll(async () => { database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder }) })
afterAll(() => database.close())

const run = (statement: string) => database.withTenant('costaverde', (transaction) => sql.raw(statement).execute(transaction))

describe('the role that services work as (decision 0129)', () => {
  it.each([
    'update payment_ledger set amount_minor = 1', 'delete from payment_ledger', 'update tenant_change set actor = \'nobody\'', 'delete from tenant_change',
    'update provider_account set public_parts = \'{}\'', 'delete from provider_account', 'update provider_account_change set actor = \'nobody\'', 'delete from provider_account_change',
    'delete from payment_intent', 'truncate payment_ledger', 'drop table payment_ledger', 'alter table payment_ledger add column more text', 'delete from kysely_migration',
    ...['reservation_id = null', 'purpose = \'deposit\'', 'amount_minor = 1', 'currency = \'USD\'', 'row_version = 1', 'merchant_transaction_id = \'x\'', 'provider = \'x\'', 'account_revision = 1']
      .map((change) => `update payment_intent set ${change}`),
  ])('may not: %s', async (statement) => {
    await expect(run(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  it('may move a payment on', async () => {
    await expect(run('update payment_intent set state = \'paid\', settled_at = now()')).resolves.toBeDefined()
  })
})

describe('a payment\'s state', () => {
  const columns = 'tenant_id, id, reservation_id, amount_minor, currency, row_version, merchant_transaction_id, provider, keeps_card, session_id, deadline_at, purpose, state, settled_at, means'
  const insert = (last: string) => run(`insert into payment_intent (${columns}) values ('costaverde', gen_random_uuid(), gen_random_uuid(), 1, 'EUR', 1, 'x', 'card', false, gen_random_uuid(), now(), ${last})`)

  it.each([
    ['ended without a time', '\'balance\', \'paid\', null, null', 'payment_intent_ended'],
    ['open with an end', '\'balance\', \'sent\', now(), null', 'payment_intent_ended'],
    ['ended and still able to pay', '\'balance\', \'declined\', now(), \'\\x00\'', 'payment_intent_means_forgotten'],
    ['a balance that is held', '\'balance\', \'authorised\', now(), null', 'payment_intent_purpose_fits'],
    ['a deposit that is paid', '\'deposit\', \'paid\', now(), null', 'payment_intent_purpose_fits'],
  ])('is not %s', async (_what, last, constraint) => {
    await expect(insert(last)).rejects.toThrow(constraint)
  })
})
