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
