import { join } from 'node:path'
import { entryHash } from '@checkin/module-registry/audit-chain'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { projectRoot } from '@checkin/tooling/ownership'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { differences, problemsOf, readInventory, type Inventory } from './inventory.ts'
import { connected } from './installation.ts'

let database: TestDatabase<object>
beforeAll(async () => {
  database = await testDatabase({ schema: 'registry', migrations: join(projectRoot, 'services', 'module-registry', 'migrations') })
  await connected(database.adminUrl, async (client) => {
    let previousHash = ''
    for (const entry of [1, 2, 3]) {
      const said = { entry, at: '2026-11-22T10:00:00.000Z', actor: 'olga', action: 'set', subject: 'costaverde.localhost', before: 'null', after: '{}', reason: 'clearer wording', previousHash }
      const hash = entryHash(said)
      await client.query(`insert into registry.audit (entry, at, actor, action, subject, before, after, reason, previous_hash, hash) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`, [...Object.values(said), hash])
      previousHash = hash
    }
    await client.query('update registry.ledger set last_entry = 3, last_hash = $1', [previousHash])
  })
})
afterAll(() => database.close())

const read = () => connected(database.adminUrl, async (client) => {
  const inventory = await readInventory(client)
  return { inventory, problems: await problemsOf(client, inventory) }
})

it('a whole audit is counted and nothing is wrong with it', async () => {
  const { inventory, problems } = await read()
  expect([inventory.audit?.entries, problems]).toEqual([3, []])
})

it('an audit in which somebody changed an entry is not whole from there on', async () => {
  await connected(database.adminUrl, async (client) => {
    await client.query("set session_replication_role = replica; update registry.audit set reason = 'worse wording' where entry = 2")
  })
  expect((await read()).problems).toEqual(['the audit is not whole from entry 2 on'])
})

it('what differs between two readings is told by name', () => {
  const inventory: Inventory = { tables: [{ name: 'reservation.paper', rows: 3, rowSecurity: 'forced', policies: 1 }], ledger: [{ tenant: 'alpen', currency: 'CHF', kind: 'charge', entries: 1, minor: '100' }], audit: null }
  expect(differences(inventory, inventory)).toEqual([])
  expect(differences(inventory, { ...inventory, tables: [{ name: 'reservation.paper', rows: 3, rowSecurity: 'off', policies: 1 }], ledger: [] })).toEqual([
    'table reservation.paper: was 3 rows, row-level security forced, 1 policies, is 3 rows, row-level security off, 1 policies',
    'ledger of alpen, charge: was 1 entries, 100 CHF, is not there',
  ])
})
