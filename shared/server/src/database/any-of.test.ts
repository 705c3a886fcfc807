import { fileURLToPath } from 'node:url'
import { testDatabase, type TestDatabase } from '../testing/test-database.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { anyOf } from './any-of.ts'

let database: TestDatabase<{ counter: { name: string; value: number } }>
beforeAll(async () => { database = await testDatabase({ schema: 'notes', migrations: fileURLToPath(new URL('./fixtures', import.meta.url)) }) })
afterAll(() => database.close())

const found = (names: readonly string[]) => database.kysely.selectFrom('counter').select('name').where('name', '=', anyOf(names)).execute()

it('finds a row among more names than a statement may have parameters', async () => {
  expect(await found([...Array.from({ length: 100_000 }, (_, at) => `none ${at}`), 'notes'])).toEqual([{ name: 'notes' }])
})

it('finds nothing among no names', async () => {
  expect(await found([])).toEqual([])
})
