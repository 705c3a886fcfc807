import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tables } from '../storage/tables.ts'

const folder = fileURLToPath(new URL('../../migrations', import.meta.url))
let database: TestDatabase<Tables>
beforeAll(async () => { database = await testDatabase<Tables>({ schema: 'registry', migrations: folder }) })
afterAll(() => database.close())

it('older tokens keep their holder, get a label of their own and the operator who made them alone', async () => {
  // Services may not change tables; whoever migrates may.
  const owner = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=registry' })
  await owner.connect()
  // As it was: the new columns and the constraint away, three tokens of one label.
  await owner.query(`drop index access_token_label`)
  await owner.query(`alter table access_token drop column person, drop column behind, drop column made_by, drop column approved_by, drop column expires_at, drop column last_used_at, drop column revoked_by`)
  await owner.query(`alter table change drop column proposer_identity`)
  await owner.query(`alter table publisher_key drop column retires_at, drop column approved_by, drop column revoked_by`)
  await owner.query(`insert into access_token (hash, label, role, demo, created_at) values ('aaaaaaaaaa', 'Ben', 'operator', false, '2026-01-01'), ('bbbbbbbbbb', 'ben', 'approver', false, '2026-01-02'), ('cccccccccc', 'Eva', 'viewer', false, '2026-01-03')`)
  await owner.query(`insert into audit values (1, '2026-01-01', 'Olga', 'new token', 'ben', 'null', 'null', '', '', '')`)
  await owner.query(await readFile(`${folder}/050-access.sql`, 'utf8'))
  await owner.end()
  expect(await database.kysely.selectFrom('access_token').select(['label', 'person', 'behind', 'made_by']).orderBy('hash').execute()).toEqual([
    { label: 'Ben', person: 'ben', behind: [], made_by: null },
    { label: 'ben (bbbbbbbb)', person: 'ben', behind: ['olga'], made_by: 'Olga' },
    { label: 'Eva', person: 'eva', behind: [], made_by: null },
  ])
})

it('a token of before that had no end gets one a year from the upgrade; the demo\'s and those that had one stay as they are (DEC-143)', async () => {
  const owner = new pg.Client({ connectionString: database.adminUrl, options: '-c search_path=registry' })
  await owner.connect()
  await owner.query('alter table access_token drop column former_hash, drop column former_until')
  await owner.query('alter table publisher_key drop column starts_at')
  await owner.query('alter table pass drop column revoked_at, drop column revoked_by')
  await owner.query(`insert into access_token (hash, label, role, demo, expires_at, revoked_at) values
    ('d', 'Dora', 'viewer', false, null, null), ('e', 'demo-dora', 'viewer', true, null, null), ('f', 'Fred', 'viewer', false, '2026-12-31', null), ('g', 'Gone', 'viewer', false, null, '2026-01-01')`)
  await owner.query(await readFile(`${folder}/069-credentials.sql`, 'utf8'))
  await owner.end()
  const rows = await database.kysely.selectFrom('access_token').select(['label', 'expires_at']).where('hash', 'in', ['d', 'e', 'f', 'g']).orderBy('hash').execute()
  const days = rows.map(({ label, expires_at: end }) => [label, end && Math.round((end.getTime() - Date.now()) / 86_400_000)])
  expect(days.filter(([label]) => label !== 'Fred')).toEqual([['Dora', 365], ['demo-dora', null], ['Gone', null]])
  expect(rows.find(({ label }) => label === 'Fred')?.expires_at?.toISOString()).toMatch(/^2026-12-3/)
})
