import { expect, it } from 'vitest'
import { freshAndUpgraded } from '@checkin/server/testing/schema-upgrade'
import { migrationsFolder } from '../src/settings.ts'

/** In the order in which they were released, which is not that of their numbers (decision 0129). */
const asReleased = [
  '001-tenants', '002-reservations', '003-fleet-events', '004-offer-answers', '010-tenant-walls', '020-identity', '021-mail-outbox', '022-terms-acceptance',
  '030-document-images', '031-driver-checks', '040-extra-stock', '041-offer-answers-in-order', '042-completed-by', '080-keyed-calls-and-drafts', '060-papers', '070-tenant-changes',
  '050-payments', '061-rental-agreements', '090-session-release', '100-agreement-begun-by', '051-payment-language', '110-reservation-source', '111-agreement-was-known',
  '145-included-quantity', '150-agreement-outdated', '125-provider-accounts', '126-payments-keep-their-account', '127-agreements-keep-their-account', '120-terms-documents',
]

it.each([['of every earlier release', asReleased.length], ['of a release in between', 25], ['of the first payments', 17]])('a database %s becomes what a new one is (CODE-12)', async (_what, count) => {
  const { fresh, upgraded } = await freshAndUpgraded({ schema: 'reservation', migrations: migrationsFolder }, asReleased.slice(0, count))
  expect(upgraded).toEqual(fresh)
  // Functions only ask which tenants have work or need a person (decisions 0144, 0195), or by which letters a surname is found (0252); nothing is written by functions or triggers.
  expect(fresh.filter((line) => /^(trigger|function)/.test(line))).toEqual(['function oldest_waiting_work', 'function surname_key', 'function tenants_with_attention', 'function tenants_with_figures', 'function tenants_with_wallet_work', 'function tenants_with_work'])
  expect(fresh).toContain('right checkin_app INSERT payment_ledger')
  expect(fresh).not.toContain('right checkin_app UPDATE payment_ledger')
})
