import { afterAll, beforeAll, expect, it } from 'vitest'
import { testClock, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
beforeAll(async () => {
  registry = await testRegistry({ clock: () => clock.now })
  op = operator(registry)
  await op.publishAll()
})
afterAll(() => registry.close())

const after = async (minutes: number) => {
  clock.now = new Date(clock.start.getTime() + minutes * 60_000)
  await registry.tick()
}
const spec = (host: string, change: object = {}) => ({
  name: 'driver 1.1.0', hosts: [host], modules: { 'mfe-driver': '1.1.0' }, gate: { minSessions: 20 },
  steps: [{ percent: 1, dwellMinutes: 30 }, { percent: 10, dwellMinutes: 60 }, { percent: 100, dwellMinutes: 0 }], ...change,
})
const plan = async (id: unknown) => ((await op.call('GET', '/plans')).body['plans'] as { id: number; state: string; step: number; note: string }[]).find((each) => each.id === id)
const settles = (host: string, good: number) => op.report({ outcomes: [samples(host, '1.1.0', good, 0)] })

it('goes through its steps, to everybody, when their time is over and enough session samples are good', async () => {
  await op.tenantWith('a.example')
  const { body: { id } } = await op.post('/plans', spec('a.example'))
  await after(0)
  expect(await op.tenant('a.example')).toMatchObject({ rollouts: [{ percent: 1 }] })
  await after(31)
  expect(await plan(id)).toMatchObject({ step: 0, note: '0 of 20 session samples' })
  await settles('a.example', 25)
  await after(32)
  const second = await op.tenant('a.example')
  expect(second).toMatchObject({ rollouts: [{ percent: 10 }] })
  expect(second.history[0]).toMatchObject({ actor: `plan ${String(id)}`, action: 'plan', reason: 'driver 1.1.0: 10 %' })
  await settles('a.example', 25)
  await after(93)
  expect(await op.tenant('a.example')).toMatchObject({ rollouts: [], modules: { 'mfe-driver': '1.1.0' } })
  await after(94)
  expect(await plan(id)).toMatchObject({ state: 'done', step: 2 })
})

it('stands still while it is paused, goes on when it is resumed, and takes its rollout along when it is aborted', async () => {
  await op.tenantWith('b.example')
  const { body: { id } } = await op.post('/plans', spec('b.example', { gate: { minSessions: 0 }, emergency: true, reason: 'a test' }))
  await after(100)
  expect((await op.post(`/plans/${String(id)}/pause`, { reason: 'lunch' })).body).toMatchObject({ state: 'paused' })
  await after(200)
  expect(await op.tenant('b.example')).toMatchObject({ rollouts: [{ percent: 1 }] })
  await op.post(`/plans/${String(id)}/resume`)
  await after(229)
  expect(await plan(id)).toMatchObject({ state: 'running', step: 0 })
  await after(231)
  expect(await op.tenant('b.example')).toMatchObject({ rollouts: [{ percent: 10 }] })
  expect((await op.post(`/plans/${String(id)}/abort`, { reason: 'enough' })).body).toMatchObject({ state: 'aborted' })
  expect(await op.tenant('b.example')).toMatchObject({ rollouts: [], modules: { 'mfe-driver': '1.0.0' } })
  expect((await op.post(`/plans/${String(id)}/resume`)).body.code).toBe('WrongState')
})

it('halts when somebody else ends its rollout', async () => {
  await op.tenantWith('c.example')
  const { body: { id } } = await op.post('/plans', spec('c.example'))
  await after(300)
  await op.back('c.example')
  await after(301)
  expect(await plan(id)).toMatchObject({ state: 'halted', note: 'another change ended the rollout' })
})

it('of payment waits for one approval, which is for all of its steps', async () => {
  await op.tenantWith('d.example')
  const { id } = await op.pending(await op.post('/plans', spec('d.example', { name: 'payment 1.1.0', modules: { 'mfe-payment': '1.1.0' }, gate: { minSessions: 0 }, emergency: true, reason: 'a test' })))
  await after(400)
  expect((await op.tenant('d.example')).rollouts).toEqual([])
  expect((await op.approve(id)).body).toMatchObject({ state: 'applied', kind: 'plan' })
  await after(401)
  await after(432)
  expect(await op.tenant('d.example')).toMatchObject({ rollouts: [{ modules: { 'mfe-payment': '1.1.0' }, percent: 10 }] })
})

it.each([
  ['steps that fall', { steps: [{ percent: 10, dwellMinutes: 1 }, { percent: 5, dwellMinutes: 1 }] }, 400],
  ['a range instead of a version', { modules: { 'mfe-driver': '^1.0.0' } }, 400],
  ['a version that nobody published', { modules: { 'mfe-driver': '7.0.0' } }, 404],
  ['what everybody has', { modules: { 'mfe-driver': '1.0.0' } }, 409],
])('is refused with %s', async (_case, change, status) => {
  await op.call('GET', '/tenants/e.example').then(async (answer) => { if (answer.status === 404) await op.tenantWith('e.example') })
  expect((await op.post('/plans', spec('e.example', change))).status).toBe(status)
})
