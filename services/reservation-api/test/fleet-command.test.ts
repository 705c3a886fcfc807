import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aFleetReservation, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
let url: string
beforeAll(async () => {
  api = await wholeApi()
  url = await api.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => api.stop())

const command = join(import.meta.dirname, '..', 'src', 'cli', 'fleet.ts')
const run = async (...args: readonly string[]): Promise<{ readonly out: string; readonly error: string; readonly code: number }> => {
  const env = { ...process.env, CHECKIN_FLEET_URL: url, CHECKIN_FLEET_TOKEN: fleetToken('costaverde') }
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [command, ...args], { env })
    return { out: stdout, error: stderr, code: 0 }
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number }
    return { out: stdout, error: stderr, code }
  }
}

it('imports a file of reservations, shows one, makes a link, lists what happened and deletes personal data', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-fleet-'))
  const file = join(folder, 'reservations.json')
  await writeFile(file, JSON.stringify([{ tenant: 'costaverde', reference: 'CLI1', reservation: aFleetReservation() }]))
  expect((await run('import', file)).out).toBe('costaverde CLI1: created\n')
  expect((await run('import', file)).out).toBe('costaverde CLI1: unchanged\n')
  await rm(folder, { recursive: true })
  expect(JSON.parse((await run('get', 'costaverde', 'CLI1')).out)).toMatchObject({ reference: 'CLI1', summary: { cashier: { pendingValues: 179.55 } } })
  expect(JSON.parse((await run('link', 'costaverde', 'CLI1', 'precheckout')).out)).toMatchObject({ url: expect.stringContaining('/precheckout/') as unknown })
  expect(JSON.parse((await run('events', 'costaverde')).out)).toMatchObject({ events: [{ kind: 'reservation.stored', reference: 'CLI1' }] })
  expect((await run('erase', 'costaverde', 'CLI1')).out).toBe('costaverde CLI1: personal data deleted\n')
})
it('lists, makes and revokes tokens (DEC-143)', async () => {
  const made = JSON.parse((await run('token-new', 'costaverde', '30')).out) as { readonly id: string; readonly token: string }
  expect(made.token).toMatch(/^cft_/)
  expect(JSON.parse((await run('tokens', 'costaverde')).out)).toMatchObject({ tokens: [{}, { id: made.id }] })
  expect((await run('token-revoke', 'costaverde', made.id)).out).toBe(`costaverde: token ${made.id} opens nothing any more\n`)
  expect(await run('token-new', 'costaverde', 'many')).toMatchObject({ code: 1 })
})
it('says what went wrong, and how it is used', async () => {
  expect(await run('get', 'costaverde', 'NOBODY')).toMatchObject({ code: 1, error: expect.stringContaining('404') as unknown })
  expect(await run('import', '/nowhere.json')).toMatchObject({ code: 1, error: expect.stringContaining('ENOENT') as unknown })
  for (const wrong of [[], ['fly', 'costaverde']]) expect(await run(...wrong)).toMatchObject({ code: 2, error: expect.stringContaining('Usage: npm run fleet') as unknown })
})
