import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { first, operator } from '../test/test-tenants.ts'
import { deleteOldReports } from './store-reports.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
let setId: number
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll(['1.0.0', '1.1.0'])
  await op.tenantWith('a.example')
  setId = (await op.tenant('a.example')).setId
})
afterAll(() => registry.close())

const version = { module: 'mfe-driver', version: '1.0.0' }
const seen = { ...version, phase: 'render', reason: 'broken-view', step: 'verify-driver' }
const report = async (body: object) => (await op.report(body)).status
const find = (code: string, token = 'demo-viewer') => op.call('GET', `/traces/${encodeURIComponent(code)}`, { token })

it('leads from the code that a renter reads out to the version, the exact set and how often it happens', async () => {
  expect(await report({ traces: [{ code: 'K7QF-2M9X', host: 'a.example', setId, ...seen }], errors: [{ host: 'a.example', ...seen, count: 2 }, { host: 'b.example', ...seen, count: 1 }, { host: 'b.example', ...seen, phase: 'load', count: 9 }] })).toBe(200)
  clock.now = new Date(clock.start.getTime() + 60_000)
  await report({ errors: [{ host: 'b.example', ...seen, count: 1 }] })
  await op.set('a.example', { 'mfe-driver': '1.1.0' })
  for (const typed of ['K7QF-2M9X', 'k7qf2m9x', ' k7qf 2m9x']) {
    expect(await find(typed)).toEqual({ status: 200, body: {
      code: 'K7QF-2M9X', at: clock.start.toISOString(), host: 'a.example', setId, modules: first, ...seen,
      group: { count: 4, hosts: ['a.example', 'b.example'], firstAt: clock.start.toISOString(), lastAt: clock.now.toISOString() },
    } })
  }
})

it('is followed by a preview of the set that the renter had', async () => {
  const { status, body } = await op.post(`/tenants/a.example/sets/${setId}/preview`, { hours: 1, reason: 'code K7QF-2M9X' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ setId, shows: ['mfe-driver@1.0.0', 'mfe-payment@1.0.0', 'shell@1.0.0'], path: expect.stringMatching(/^\/preview\/./) as string })
})

it('leads to no preview of a killed version: no site would show it', async () => {
  await op.tenantWith('c.example', { ...first, 'mfe-driver': '1.1.0' })
  const { setId: other } = await op.tenant('c.example')
  expect((await op.post('/modules/mfe-driver/versions/1.1.0/kill', { reason: 'a test' })).status).toBe(200)
  expect(await op.post(`/tenants/c.example/sets/${other}/preview`, { hours: 1, reason: '' })).toMatchObject({ status: 422, body: { code: 'Withdrawn', title: `mfe-driver@1.1.0 of set ${other} was killed: no site shows it any more` } })
})

it('knows nothing of a code that nobody was shown, of what is no code, and without a token', async () => {
  for (const code of ['2222-2222', 'nonsense', '1', 'K7QF-2M9', "K7QF'--"]) expect(await find(code)).toMatchObject({ status: 404, body: { code: 'UnknownTrace' } })
  expect((await find('K7QF-2M9X', 'nobody')).status).toBe(401)
})

it('keeps the first of two failures with one code, and takes no code that no page makes', async () => {
  expect(await report({ traces: [{ code: 'K7QF-2M9X', host: 'b.example', setId, ...seen, reason: 'threw' }] })).toBe(200)
  expect((await find('K7QF-2M9X')).body).toMatchObject({ host: 'a.example', reason: 'broken-view' })
  expect(await report({ traces: [{ code: 'silva@mail', host: 'b.example', setId, ...seen }] })).toBe(400)
})

it('answers also for a failure that counts against no version', async () => {
  await report({ traces: [{ code: 'CVX2-9KMT', host: 'a.example', setId, module: 'shell', version: '1.0.0', phase: 'load', reason: 'not-in-release', step: 'overview' }] })
  expect((await find('CVX2-9KMT')).body).toMatchObject({ module: 'shell', step: 'overview', group: { count: 0, hosts: [], firstAt: null, lastAt: null } })
})

it('forgets a code after 30 days, not before', async () => {
  const forget = (days: number) => registry.database.withTx((tx) => deleteOldReports({ tx, at: new Date(clock.start.getTime() + days * 86_400_000) }))
  await forget(29.9)
  expect((await find('K7QF-2M9X')).status).toBe(200)
  await forget(30.1)
  expect((await find('K7QF-2M9X')).status).toBe(404)
})
