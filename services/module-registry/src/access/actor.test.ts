import { getAudit, type Reach, type RegistryEndpoint, type Role } from '@checkin/registry'
import { endpoints } from '@checkin/registry/endpoints'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, madeToken, operator } from '../test/test-tenants.ts'

const [own, foreign] = ['a.example', 'b.example']
let registry: TestRegistry
const tokens: Partial<Record<Role, string>> = {}
/** Numbers of what belongs to the other tenant alone. */
const foreignIds = { change: 0, plan: 0, experiment: 0, set: 0 }

beforeAll(async () => {
  registry = await testRegistry()
  const op = operator(registry)
  await op.publishAll()
  await registry.publish(aModule('mfe-offers'))
  for (const host of [own, foreign]) await op.tenantWith(host)
  await op.set(foreign, { 'mfe-driver': '1.1.0' })
  foreignIds.set = (await op.tenant(foreign)).setId
  foreignIds.change = (await op.pending(await op.set(foreign, { 'mfe-payment': '1.1.0' }))).id
  const plan = await op.post('/plans', { name: own, hosts: [foreign], modules: { 'mfe-driver': '1.2.0' }, steps: [{ percent: 1, dwellMinutes: 0 }] })
  foreignIds.plan = Number(plan.body['id'])
  foreignIds.experiment = Number((await op.post('/experiments', { ...experiment, host: foreign })).body['id'])
  await op.post(`/tenants/${foreign}/staff-links`)
  await op.post('/freezes', { host: foreign })
  await op.post(`/sets/1/rehearsals`, { journey: 'check-in', passed: true, module: 'mfe-driver', step: null, host: foreign })
  const { kysely } = registry.database
  const version = { host: foreign, module: 'mfe-driver', version: '1.0.0' }
  await kysely.insertInto('health_minute').values({ ...version, minute: new Date(), good: 1, bad: 1 }).execute()
  await kysely.insertInto('vital_minute').values({ ...version, minute: new Date(), name: 'LCP', buckets: JSON.stringify([1, 0, 0, 0, 0, 0, 0]) }).execute()
  await kysely.insertInto('step_minute').values({ ...version, minute: new Date(), step: 'driver-details', reached: 1, left_for_next: 1, failed: 0 }).execute()
  await kysely.insertInto('journey_minute').values({ ...version, minute: new Date(), quick: 1, slow: 0, completed: 1, unfinished: 0, sold: 1, unsold: 0 }).execute()
  await kysely.insertInto('journey_value_minute').values({ ...version, currency: 'EUR', minute: new Date(), sessions: 1, added: 100, added_squares: 10_000, finished: 1, seconds: 60, seconds_squares: 3600 }).execute()
  await kysely.insertInto('live_minute').values({ host: foreign, set_id: 1, minute: new Date(), visits: 3 }).execute()
  await kysely.insertInto('error_group').values({ ...version, phase: 'render', reason: 'threw', step: 'driver-details', count: 1, first_at: new Date(), last_at: new Date() }).execute()
  await kysely.insertInto('trace').values({ ...version, code: 'K7QF-2M9X', at: new Date(), set_id: 1, phase: 'render', reason: 'threw', step: 'driver-details' }).execute()
  await limitedToken(registry, 'viewer', [foreign])
  for (const role of ['operator', 'approver', 'support', 'viewer', 'publisher'] as const) tokens[role] = await limitedToken(registry, role, [own])
})
afterAll(() => registry.close())

interface Sample { readonly path?: string; readonly query?: string; readonly body?: object }

const experiment = { name: own, module: 'mfe-driver', version: '1.2.0', percent: 10, metric: { kind: 'completion', smallestEffect: 0.1 } }
const credential = { id: 'AA', rawId: 'AA', type: 'public-key' }

/** Calls that name the other tenant in the body or the query, or something of its by a number; the rest is said by the path. */
const samples: Readonly<Record<string, () => readonly Sample[]>> = {
  setPointers: () => [{ body: { hosts: [own, foreign], modules: { shell: '1.0.0' } } }, { body: { hosts: 'all', modules: { shell: '1.0.0' } } }],
  dryRun: () => [{ body: { hosts: [foreign], modules: { shell: '1.0.0' } } }, { body: { hosts: 'all', modules: { shell: '1.0.0' } } }],
  createPlan: () => [{ hosts: [foreign] }, { hosts: 'all' }, { waves: [{ hosts: [own] }, { hosts: [foreign] }] }].map((reach) => ({ body: { name: 'one', ...reach, modules: { 'mfe-driver': '1.2.0' }, steps: [{ percent: 1, dwellMinutes: 0 }] } })),
  addFreeze: () => [{ body: { host: foreign } }, { body: { host: '*' } }],
  liftFreezes: () => [{ body: { host: foreign } }, { body: { host: '*' } }],
  resolveSession: () => [{ query: `?host=${foreign}` }],
  compareSets: () => [{ path: '/sets/1/compare/1' }, { path: `/sets/1/compare/${foreignIds.set}` }],
  getSet: () => [{ path: '/sets/1' }, { path: `/sets/${foreignIds.set}` }],
  getChange: () => [{ path: `/changes/${foreignIds.change}` }],
  approveChange: () => [{ path: `/changes/${foreignIds.change}/approve`, body: {} }],
  rejectChange: () => [{ path: `/changes/${foreignIds.change}/reject`, body: {} }],
  pausePlan: () => [{ path: `/plans/${foreignIds.plan}/pause`, body: {} }],
  resumePlan: () => [{ path: `/plans/${foreignIds.plan}/resume`, body: {} }],
  abortPlan: () => [{ path: `/plans/${foreignIds.plan}/abort`, body: {} }],
  createExperiment: () => [{ body: { ...experiment, host: foreign } }],
  getExperiment: () => [{ path: `/experiments/${foreignIds.experiment}` }],
  changeExperiment: () => [{ path: `/experiments/${foreignIds.experiment}`, body: { ...experiment, rule: {}, reason: '' } }],
  startExperiment: () => [{ path: `/experiments/${foreignIds.experiment}/start`, body: {} }],
  stopExperiment: () => [{ path: `/experiments/${foreignIds.experiment}/stop`, body: {} }],
  openConsoleSession: () => [{ body: { hash: madeToken().hash, agent: 'Firefox' } }],
  checkConsoleSession: () => [{ body: { person: 'nobody' } }],
  addPasskey: () => [{ body: { name: 'Laptop', response: { ...credential, response: { clientDataJSON: 'e30', attestationObject: 'oA' } }, hash: madeToken().hash } }],
  confirmByPasskey: () => [{ body: { response: { ...credential, response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' } }, hash: madeToken().hash } }],
  rotateToken: () => [{ body: { hash: madeToken().hash } }],
  getLogInclusion: () => [{ query: '?entry=1&size=1' }],
  getLogConsistency: () => [{ query: '?from=1&to=2' }],
  listLogEntries: () => [{ query: '?from=1&to=100' }],
  getTrace: () => [{ path: '/traces/K7QF-2M9X' }],
  addMailSubscription: () => [{ body: { address: 'ops@example.com', hosts: [own] } }],
  confirmMailSubscription: () => [{ body: { code: 'a-code-that-nobody-was-mailed' } }],
}

const names: Readonly<Record<string, string>> = { ':name': 'mfe-payment', ':module': 'mfe-payment', ':host': foreign, ':id': '1', ':label': 'stable', ':version': '1.0.0', ':keyId': 'x' }
const pathOf = ({ path }: RegistryEndpoint): string => path.replace('/registry/v1', '').replace(/:\w+/g, (name) => names[name] ?? name)

async function answers(endpoint: RegistryEndpoint, role: Role) {
  const all = samples[endpoint.name]?.() ?? [{ ...(endpoint.body && { body: {} }) }]
  return Promise.all(all.map(({ path = pathOf(endpoint), query = '', body }) =>
    registry.call(endpoint.method, `${path}${query}`, { token: tokens[role] ?? '', ifMatch: 1, ...(body && { body }) })))
}

const rolesOf = ({ access: { roles } }: RegistryEndpoint): readonly Role[] => (roles === 'anyone' ? [] : roles)
const cases = (wanted: readonly Reach[]) => endpoints.filter(({ access }) => wanted.includes(access.reach)).flatMap((endpoint) => rolesOf(endpoint).map((role) => [endpoint.name, role, endpoint] as const))

describe('a token that is limited to tenants (SEC-20)', () => {
  it.each(cases(['all']))('is refused what is everybody\'s: %s as %s', async (_name, role, endpoint) => {
    for (const { status, body } of await answers(endpoint, role)) expect([status, (body as { code: string }).code]).toEqual([403, 'Forbidden'])
  })

  it.each(cases(['host']))('is refused what is another tenant\'s: %s as %s', async (_name, role, endpoint) => {
    for (const { status, body } of await answers(endpoint, role)) expect([status, (body as { code: string }).code]).toEqual([403, 'Forbidden'])
  })

  it.each(cases(['filtered', 'shared', 'own']))('reads nothing of another tenant: %s as %s', async (_name, role, endpoint) => {
    for (const { status, body } of await answers(endpoint, role)) {
      // 409: this registry sends no mail.
      expect([200, 404, 409]).toContain(status)
      expect(JSON.stringify(body)).not.toContain(foreign)
    }
  })

  it.each(['/health', '/errors'])('may not ask %s about another tenant', async (path) => {
    expect((await registry.call('GET', `${path}?host=${foreign}`, { token: tokens.viewer ?? '' })).status).toBe(403)
  })

  it('goes on within its tenants: reads them, changes them, sees its own changes and audit', async () => {
    const token = tokens.operator ?? ''
    const { body } = await registry.call('GET', '/tenants', { token })
    expect(body).toMatchObject({ tenants: [{ host: own }] })
    const change = await registry.call('PUT', `/tenants/${own}/pointer`, { token, ifMatch: 1, body: { modules: { 'mfe-payment': '1.1.0' } } })
    expect(change.status).toBe(202)
    expect((await registry.call('GET', '/changes', { token })).body).toMatchObject({ changes: [{ hosts: [{ host: own }] }] })
    const { entries } = await registry.client(token).call(getAudit, { query: {} })
    expect(entries.map(({ action, subject }) => `${action} ${subject}`)).toEqual([`propose ${own}`, `set ${own}`])
  })

  it('shows no set of another tenant, whose settings it carries', async () => {
    expect((await registry.call('POST', `/tenants/${own}/sets/${foreignIds.set}/preview`, { token: tokens.operator ?? '', body: {} })).status).toBe(404)
    expect((await registry.call('PUT', `/tenants/${own}/pointer`, { token: tokens.operator ?? '', ifMatch: 1, body: { setId: foreignIds.set } })).status).toBe(404)
  })
})

it('whatever changes something says whose: tenants\', everybody\'s or the caller\'s own', () => {
  const changing = endpoints.filter(({ method, access }) => method !== 'GET' && access.roles !== 'anyone')
  expect(changing.filter(({ access: { reach } }) => !['host', 'all', 'own'].includes(reach)).map(({ name }) => name)).toEqual([])
})
