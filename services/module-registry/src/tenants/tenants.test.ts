import { randomBytes } from 'node:crypto'
import { getTenant, type TenantStatus } from '@checkin/registry'
import { sampled } from '@checkin/testing/sample'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'

type Answer = TenantStatus & { readonly code: string; readonly title: string }

let registry: TestRegistry
beforeAll(async () => {
  // So many writers are no rule of two persons: nothing here is wide.
  registry = await testRegistry({ wideTenants: 1000 })
  for (const name of ['shell', 'mfe-offers', 'mfe-driver']) await registry.publish(aModule(name))
  for (const version of ['1.1.0', '1.2.0', '1.3.0']) await registry.publish(aModule('mfe-driver', version))
  await registry.publish(aModule('mfe-offers', '2.0.0', { change: { contracts: { shell: '^2.0.0', flow: '^1.0.0', rest: '^1.0.0', ui: '^1.0.0' } } }))
  await registry.publish(aModule('mfe-offers', '2.1.0', { change: { consumes: ['lodash'] } }))
  await registry.publish(aModule('mfe-offers', '2.2.0', { change: { shareRanges: { react: '^18.0.0' } } }))
  await registry.publish(aModule('mfe-offers', '2.3.0', { change: { shareRanges: { react: 'workspace:*' } } }))
})
afterAll(() => registry.close())

const first = { shell: '1.0.0', 'mfe-offers': '1.0.0', 'mfe-driver': '1.0.0' }
const point = async (host: string, ifMatch: number | undefined, modules: Record<string, string>, token = 'demo-operator') => {
  const answer = await registry.call('PUT', `/tenants/${host}/pointer`, { token, ...(ifMatch !== undefined && { ifMatch }), body: { modules, reason: 'a test' } })
  return { status: answer.status, body: answer.body as Answer }
}
const back = async (host: string, ifMatch: number, to?: number) => {
  const answer = await registry.call('POST', `/tenants/${host}/pointer/back`, { ifMatch, body: { reason: 'worse', ...(to !== undefined && { to }) } })
  return { status: answer.status, body: answer.body as Answer }
}
const snapshot = async () => (await registry.call('GET', '/snapshot')).body

describe('which versions a tenant\'s new sessions get', () => {
  it('begins with If-Match "0" and needs the shell', async () => {
    expect((await point('a.example', 0, { 'mfe-driver': '1.0.0' })).body.code).toBe('ShellMissing')
    const made = await point('a.example', 0, first)
    expect([made.status, made.body.revision, made.body.modules, made.body.lastGood]).toEqual([200, 1, first, {}])
  })

  it('changes by naming one module; the others stay', async () => {
    const { body } = await point('a.example', 1, { 'mfe-driver': '1.1.0' })
    expect([body.revision, body.modules]).toEqual([2, { ...first, 'mfe-driver': '1.1.0' }])
    expect(body.history[0]).toMatchObject({ revision: 2, actor: 'demo-operator', reason: 'a test' })
  })

  it('does not change for another tenant', async () => {
    await point('b.example', 0, first)
    await point('a.example', 2, { 'mfe-driver': '1.2.0' })
    const other = await registry.client().call(getTenant, { params: { host: 'b.example' } })
    expect([other.revision, other.modules]).toEqual([1, first])
  })

  it('stays as it is when it is that already', async () => {
    expect((await point('a.example', 3, { 'mfe-driver': '1.2.0' })).body.revision).toBe(3)
  })

  it.each([
    ['a revision that is not the newest', 2, { 'mfe-driver': '1.3.0' }, 412, 'RevisionChanged'],
    ['no revision', undefined, { 'mfe-driver': '1.3.0' }, 428, 'RevisionRequired'],
    ['a version that nobody published', 3, { 'mfe-driver': '9.9.9' }, 404, 'UnknownVersion'],
    ['a module that needs a newer shell', 3, { 'mfe-offers': '2.0.0' }, 422, 'ImpossibleSet'],
    ['a module that takes what the shell does not provide', 3, { 'mfe-offers': '2.1.0' }, 422, 'ImpossibleSet'],
    ['a module that needs another version of a shared package', 3, { 'mfe-offers': '2.2.0' }, 422, 'ImpossibleSet'],
    ['a module that says of a shared package nothing readable', 3, { 'mfe-offers': '2.3.0' }, 422, 'ImpossibleSet'],
    ['no module at all', 3, {}, 400, 'InvalidRequest'],
  ] as const)('refuses %s and changes nothing', async (_case, ifMatch, modules, status, code) => {
    const before = await snapshot()
    const answer = await point('a.example', ifMatch, modules)
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await snapshot()).toEqual(before)
  })

  it('refuses a module that is heavier than it may be now, though it was published under an exception', async () => {
    const exception = (bytes: number) => registry.call('PUT', '/modules/mfe-offers/size-exception', { token: 'demo-approver', body: { bytes, reason: 'a larger picker' } })
    await exception(70_000)
    expect((await registry.publish(aModule('mfe-offers', '2.4.0', { files: { 'main.js': randomBytes(62_000).toString('base64') } }))).status).toBe(201)
    await exception(60_000)
    expect((await point('a.example', 3, { 'mfe-offers': '2.4.0' })).body.code).toBe('TooHeavy')
  })

  it('names the need that is not met', async () => {
    expect((await point('a.example', 3, { 'mfe-offers': '2.0.0' })).body.title).toBe('mfe-offers needs shell ^2.0.0, the shell gives 1.4.0')
    expect((await point('a.example', 3, { 'mfe-offers': '2.2.0' })).body.title).toBe('mfe-offers needs react ^18.0.0, the shell brings 19.2.0')
  })
})

describe('going back', () => {
  it('gives what was before, as a revision of its own, and never falls forward to what was left', async () => {
    await point('c.example', 0, first)
    await point('c.example', 1, { 'mfe-driver': '1.1.0' })
    await point('c.example', 2, { 'mfe-driver': '1.2.0' })
    const once = await back('c.example', 3)
    expect([once.body.revision, once.body.modules['mfe-driver']]).toEqual([4, '1.1.0'])
    const twice = await back('c.example', 4)
    expect([twice.body.revision, twice.body.modules['mfe-driver'], twice.body.lastGood]).toEqual([5, '1.0.0', {}])
    expect((await back('c.example', 5)).body.code).toBe('NothingBefore')
  })

  it('reaches any revision by its number', async () => {
    const there = await back('c.example', 5, 3)
    expect([there.body.revision, there.body.modules['mfe-driver']]).toEqual([6, '1.2.0'])
    expect((await back('c.example', 6, 77)).body.code).toBe('UnknownRevision')
  })
})

// Nothing changes it: whoever changes every tenant there is needs a second person.
beforeAll(async () => { await point('idle.example', 0, first) })

it('answers which set a session gets, and knows no other host', async () => {
  await point('b.example', 1, { 'mfe-driver': '1.3.0' })
  const answer = await registry.call('GET', '/resolve?host=b.example&session=abc', { token: 'demo-viewer' })
  expect(answer.body).toMatchObject({ why: 'pointer', revision: 2, set: { shell: { version: '1.0.0' }, modules: { 'mfe-driver': { version: '1.3.0' } } } })
  expect((await registry.call('GET', '/resolve?host=zzz.example')).status).toBe(404)
})

describe('1,000 writers', () => {
  const versions = ['1.0.0', '1.1.0', '1.2.0', '1.3.0']
  const revisionsOf = async (host: string) =>
    (await registry.database.kysely.selectFrom('pointer_revision').select('revision').where('host', '=', host).orderBy('revision').execute()).map((row) => row.revision)

  it('who all saw the same revision: one of them changes it, the others hear that it changed', async () => {
    await point('busy.example', 0, first)
    const answers = await Promise.all(Array.from({ length: 1000 }, (_writer, index) => point('busy.example', 1, { 'mfe-driver': versions[1 + index % 3] ?? '' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(999)
    expect(await revisionsOf('busy.example')).toEqual([1, 2])
  }, 240_000)

  it('who try until they succeed lose no update, ten to a tenant', async () => {
    const hosts = Array.from({ length: sampled(4, 20) }, (_host, index) => `tenant-${index}.example`)
    for (const host of hosts) await point(host, 0, first)
    const write = async (host: string): Promise<void> => {
      const { revision, modules } = await registry.client().call(getTenant, { params: { host } })
      const next = versions[(versions.indexOf(modules['mfe-driver'] ?? '') + 1) % versions.length] ?? ''
      const { status } = await point(host, revision, { 'mfe-driver': next })
      if (status === 412) return write(host)
      expect(status).toBe(200)
    }
    await Promise.all(hosts.flatMap((host) => Array.from({ length: 10 }, () => write(host))))
    for (const host of hosts) expect(await revisionsOf(host)).toEqual(Array.from({ length: 11 }, (_row, index) => index + 1))
  }, 240_000)
})
