import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { projectRoot } from '@checkin/tooling/ownership'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isStillThere, placeOf, readInventory } from './inventory.ts'
import { connected } from './installation.ts'
import { rowsWithoutFile } from './make-backup.ts'

const [whole, destroyed] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'] as const
let database: TestDatabase<object>
let folder: string
beforeAll(async () => {
  database = await testDatabase({ schema: 'reservation', migrations: join(projectRoot, 'services', 'reservation-api', 'migrations') })
  folder = await mkdtemp(join(tmpdir(), 'checkin-sealed-'))
  await connected(database.adminUrl, (client) => client.query(`set session_replication_role = replica;
    insert into reservation.document_image (tenant_id, id, reservation_id, role, part, side, sealed_key, bytes)
    select 'costaverde', id, id, 'main', 'licence', 'front', '\\x00', 1 from unnest(array['${whole}', '${destroyed}']::uuid[]) id`))
  const file = join(folder, placeOf({ kind: 'document_image', tenant: 'costaverde', id: whole }))
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, 'sealed')
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

it('a picture that was destroyed after the database\'s moment is told from one that lost its file', async () => {
  await connected(database.adminUrl, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    const inventory = await readInventory(client)
    await connected(database.adminUrl, (other) => other.query(`delete from reservation.document_image where id = '${destroyed}'`))
    const missing = await rowsWithoutFile(client, inventory, folder)
    await client.query('commit')
    expect(missing).toEqual([{ kind: 'document_image', tenant: 'costaverde', id: destroyed }])
    expect(await isStillThere(client, missing[0]!)).toBe(false)
  })
})

it('a picture whose file is missing and whose row is there lost its file', async () => {
  await connected(database.adminUrl, async (client) => {
    const [lost] = await rowsWithoutFile(client, await readInventory(client), join(folder, 'elsewhere'))
    expect(lost?.id).toBe(whole)
    expect(await isStillThere(client, lost!)).toBe(true)
  })
})
