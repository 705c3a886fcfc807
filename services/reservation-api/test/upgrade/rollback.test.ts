import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { internalFetch } from '@checkin/server'
import { testDatabase } from '@checkin/server/testing'
import { expect, it, onTestFinished } from 'vitest'
import { freePorts, startServing } from '../chaos/processes.ts'
import { fleetToken, aFleetReservation, tenantSettings } from '../fixtures/whole-api.fixture.ts'
import { migrationsFolder } from '../../src/settings.ts'
import type { Tables } from '../../src/tables.ts'
import { putTenant } from '../../src/tenants/tenant-store.ts'
import { migrateCommand, thisRelease } from './installation.fixture.ts'
import { furtherMigration, writeNextRelease } from './next-release.fixture.ts'

it('this release starts, reads and writes on tables that the next one migrated, and its own migrating leaves them as they are (decision 0145)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollback-'))
  const database = await testDatabase<Tables>({ schema: 'reservation', migrations: migrationsFolder })
  onTestFinished(async () => {
    await database.close()
    rmSync(folder, { recursive: true })
  })
  await database.withTenant('costaverde', (transaction) => putTenant(transaction, { id: 'costaverde', host: 'costaverde.localhost', settings: tenantSettings({ terms: [] }), fleetToken: fleetToken('costaverde') }))
  expect(await migrateCommand(writeNextRelease(folder), database.url)).toBe(`Applied ${furtherMigration.name}.`)
  expect(await migrateCommand(thisRelease, database.url)).toBe('Nothing to migrate.')

  const base = await freePorts(10)
  const address = `http://127.0.0.1:${base + 4}`
  const api = await startServing('services/reservation-api/src/main.ts', {
    DATABASE_URL: database.url, CHECKIN_PORT: String(base), CHECKIN_DATA_DIR: folder, CHECKIN_CODE_SECRET: 'code-secret-of-the-rollback', CHECKIN_PROXY_SECRET: 'proxy-secret-of-the-rollback',
    CHECKIN_DOCUMENT_KEY: 'document-key-of-the-rollback', CHECKIN_LOG_LEVEL: 'error',
  }, `${address}/readyz`)
  onTestFinished(() => api.kill())
  const call = (method: string, body?: object) => internalFetch(`${address}/fleet/v1/reservations/BACK1`, { method, ...(body && { body }), headers: { authorization: `Bearer ${fleetToken('costaverde')}` } })
  expect((await call('PUT', aFleetReservation())).status).toBe(201)
  expect((await call('GET')).json()).toMatchObject({ reservation: { customer: { surname: 'Silva' } } })
  expect(await database.withTenant('costaverde', (transaction) => transaction.selectFrom('reservation').selectAll().where('tenant_id', '=', 'costaverde').execute())).toMatchObject([{ next_release: 'unknown' }])
  expect([await api.stop(), api.output()]).toEqual([0, ''])
})
