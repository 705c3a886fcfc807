import { listTenants } from '@checkin/registry'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { statementsOf } from '../test/count-queries.ts'
import { testClock, type TestRegistry } from '../test/test-registry.ts'
import { busyRegistry, type operator, samples } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
const clock = testClock()
/** One that makes the sets that all others share, and then few and many tenants of the same kind. */
const groups = { first: ['first.example'], few: named('few', 3), many: named('many', 20) } as const
type Group = keyof typeof groups

function named(kind: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_tenant, at) => `${kind}-${String(at).padStart(2, '0')}.example`)
}

beforeAll(async () => {
  ({ registry, op } = await busyRegistry(clock, { wideTenants: 1000 }))
  for (const host of Object.values(groups).flat()) await op.tenantWith(host, { shell: '1.0.0', 'mfe-driver': '1.0.0' })
})
afterAll(() => registry.close())

const later = (minutes: number) => { clock.now = new Date(clock.now.getTime() + minutes * 60_000) }

/** How many statements each kind of work takes, of the three groups one after the other. */
async function countsOf(work: (hosts: readonly string[]) => Promise<Readonly<Record<string, readonly string[]>>>): Promise<Record<Group, Record<string, number>>> {
  const counts: Partial<Record<Group, Record<string, number>>> = {}
  for (const [group, hosts] of Object.entries(groups) as [Group, readonly string[]][]) {
    // What one person changed alone is forgotten.
    later(120)
    const statements = await work(hosts)
    counts[group] = Object.fromEntries(Object.entries(statements).map(([kind, sent]) => [kind, sent.length]))
  }
  return counts as Record<Group, Record<string, number>>
}
const succeeds = async (answer: Promise<{ readonly status: number }>) => { expect((await answer).status).toBeLessThan(300) }
const tick = async (minutes: number) => {
  later(minutes)
  return statementsOf(() => registry.tick())
}
const reportOf = (hosts: readonly string[], version: string) => ({
  outcomes: hosts.flatMap((host) => [samples(host, version, 30, 0), samples(host, '1.0.0', 30, 1)]),
  stays: hosts.map((host) => ({ host, module: 'mfe-driver', version, step: 'verify-driver', left: 3, stuck: 0 })),
  journeys: hosts.map((host) => ({ host, module: 'mfe-driver', version: '1.0.0', completed: 7, unfinished: 3, more: [4, 0, 0, 0, 0, 0], less: [3, 7, 7, 7, 7, 7] })),
  vitals: hosts.map((host) => ({ host, module: 'mfe-driver', version, name: 'lcp', buckets: [1, 1, 0, 0, 0, 0, 0] })),
  stacks: hosts.map((host) => ({ host, module: 'mfe-driver', version, frames: [{ file: 'main.js', line: 1, column: 1 }], count: 1 })),
  steps: hosts.map((host) => ({ host, module: 'mfe-driver', version, step: 'verify-driver', reached: 3, left: 3, failed: 0 })),
})

describe('many tenants are asked for together', () => {
  it('by a plan from its beginning to its end, and by reports while it runs', async () => {
    const counts = await countsOf(async (hosts) => {
      const plan = { name: 'driver 1.1.0', hosts, modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 5, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 }, emergency: true, reason: 'a test' }
      const made = await statementsOf(() => succeeds(op.post('/plans', plan)))
      const begun = await tick(1)
      const reported = await statementsOf(() => succeeds(op.report(reportOf(hosts, '1.1.0'))))
      const reportedAgain = await statementsOf(() => succeeds(op.report(reportOf(hosts, '1.1.0'))))
      const waits = await tick(1)
      const forEverybody = await tick(31)
      const ended = await tick(1)
      expect((await op.tenant(hosts.at(-1) ?? '')).modules['mfe-driver']).toBe('1.1.0')
      return { made, begun, reported, reportedAgain, waits, forEverybody, ended }
    })
    expect(counts.many).toEqual(counts.few)
  })

  it('by a plan that is taken back', async () => {
    const counts = await countsOf(async (hosts) => {
      const { body } = await op.post('/plans', { name: 'driver 1.2.0', hosts, modules: { 'mfe-driver': '1.2.0' }, steps: [{ percent: 5, dwellMinutes: 30 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 0 }, emergency: true, reason: 'a test' })
      await tick(1)
      expect((await op.tenant(hosts.at(-1) ?? '')).rollouts).toHaveLength(1)
      return { aborted: await statementsOf(() => succeeds(op.post(`/plans/${String(body['id'])}/abort`, { reason: 'worse' }))) }
    })
    expect(counts.many).toEqual(counts.few)
  })

  it('by a change of them, at once and at an hour', async () => {
    const setAll = async (body: object) => op.call('PUT', '/pointers', { ifMatch: (await registry.client().call(listTenants)).revision, body })
    const counts = await countsOf(async (hosts) => {
      const change = { hosts, modules: { 'mfe-driver': '1.2.0' }, emergency: true, reason: 'a test' }
      const set = await statementsOf(() => succeeds(setAll(change)))
      const at = new Date(clock.now.getTime() + 3_600_000).toISOString().slice(0, 16)
      await succeeds(setAll({ ...change, modules: { 'mfe-driver': '1.1.0' }, at }))
      const applied = await tick(61)
      expect((await op.tenant(hosts.at(-1) ?? '')).modules['mfe-driver']).toBe('1.1.0')
      return { set, applied }
    })
    expect(counts.many).toEqual(counts.few)
  })

  it('by those that follow a label', async () => {
    const counts = await countsOf(async (hosts) => {
      const label = hosts[0]?.replace(/-.*|\..*/, '') ?? ''
      const pointAt = (version: string) => succeeds(op.call('PUT', `/modules/mfe-driver/labels/${label}`, { body: { version, reason: 'a test' } }))
      await pointAt('1.1.0')
      for (const host of hosts) await succeeds(op.set(host, { 'mfe-driver': label }))
      later(120)
      await pointAt('1.2.0')
      const lag = await tick(1)
      const [plan] = (await op.call('GET', '/plans')).body['plans'] as { readonly id: number; readonly hosts: readonly string[] }[]
      expect(plan?.hosts).toEqual(hosts)
      await succeeds(op.post(`/plans/${plan?.id}/abort`, { reason: 'seen' }))
      return { lag, triedBefore: await tick(1) }
    })
    expect(counts.many).toEqual(counts.few)
  })
})

it('a step that one tenant refuses reaches those before it and none behind it', async () => {
  const hosts = named('own', 3)
  for (const host of hosts) await op.tenantWith(host, { shell: '1.0.0', 'mfe-driver': '1.0.0' })
  later(120)
  const { body: { id } } = await op.post('/plans', { name: 'driver 1.1.0', hosts, modules: { 'mfe-driver': '1.1.0' }, steps: [{ percent: 5, dwellMinutes: 30 }], gate: { minSessions: 0 }, emergency: true, reason: 'a test' })
  await succeeds(op.call('PUT', `/tenants/${hosts[1] ?? ''}/options`, { body: { onlyRehearsed: true } }))
  await tick(1)
  const plans = (await op.call('GET', '/plans')).body['plans'] as { readonly id: number }[]
  expect(plans.find((plan) => plan.id === id)).toMatchObject({ state: 'halted', step: -1, note: expect.stringMatching(/own-01.example .*\(NotRehearsed\)/) as string })
  const tenants = await Promise.all(hosts.map((host) => op.tenant(host)))
  expect(tenants.map(({ rollouts, revision }) => [rollouts.length, revision])).toEqual([[1, 2], [0, 1], [0, 1]])
  expect(tenants[0]?.history[0]).toMatchObject({ actor: `plan ${String(id)}`, action: 'plan' })
})
