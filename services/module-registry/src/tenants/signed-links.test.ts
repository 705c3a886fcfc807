import { Snapshot } from '@checkin/releases'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { limitedToken, operator } from '../test/test-tenants.ts'

let registry: TestRegistry
let op: ReturnType<typeof operator>
beforeAll(async () => {
  registry = await testRegistry()
  op = operator(registry)
  await op.publishAll()
  for (const host of ['a.example', 'b.example']) await op.tenantWith(host)
})
afterAll(() => registry.close())

const snapshot = async () => Snapshot.parse(JSON.parse((await registry.call('GET', '/snapshot')).body['payload']))
const links = async () => (await op.call('GET', '/passes')).body['passes'] as readonly { id: string; revokedBy: string | null }[]
const made = async (path: string, body: object = {}, token?: string) => String((await op.post(path, body, token)).body['id'])

it('a preview and a staff link are ended before their hour, and every site is told (SEC-8, DEC-143)', async () => {
  const preview = await made('/tenants/a.example/previews', { modules: { 'mfe-driver': '1.2.0' } })
  const staff = await made('/tenants/a.example/staff-links')
  const { sets, revokedLinks } = await snapshot()
  expect(revokedLinks).toBeUndefined()
  for (const id of [preview, staff]) expect((await op.call('DELETE', `/tenants/a.example/passes/${id}?reason=lost`)).body).toMatchObject({ id, revokedBy: 'demo-operator' })
  const after = await snapshot()
  expect(after.revokedLinks).toEqual([preview, staff].sort())
  expect(after.sets).toHaveLength(sets.length - 1)
  expect((await links()).map(({ revokedBy }) => revokedBy)).toEqual(['demo-operator', 'demo-operator'])
  expect((await op.call('GET', '/audit?subject=a.example')).body).toMatchObject({ entries: [{ action: 'revoke staff link', reason: 'lost' }, { action: 'revoke preview link' }, {}, {}, {}] })
})

it('by whoever reaches its tenant, and a publisher ends its own only', async () => {
  const [ofOperator, ofPublisher] = [await made('/tenants/b.example/staff-links'), await made('/tenants/b.example/previews', { modules: { 'mfe-driver': '1.1.0' } }, 'demo-publisher-mfe-driver')]
  const end = async (id: string, token: string) => (await op.call('DELETE', `/tenants/b.example/passes/${id}`, { token })).status
  expect([await end(ofOperator, await limitedToken(registry, 'operator', ['a.example'])), await end(ofOperator, 'demo-publisher-mfe-driver'), await end(ofPublisher, 'demo-publisher-mfe-driver')]).toEqual([403, 404, 200])
  expect((await op.call('DELETE', '/tenants/b.example/passes/nothing')).body.code).toBe('UnknownLink')
})

it('a preview of a set may show a draft of settings, which the link names and banner and list call that (DEC-326)', async () => {
  const draft = '0f8fad5b-d9cb-469f-a165-70867728950e'
  const setId = Number((await op.call('GET', '/tenants/b.example')).body['setId'])
  const { body } = await op.post(`/tenants/b.example/sets/${setId}/preview`, { draft })
  expect(body['shows']).toEqual(['a draft of settings'])
  expect(JSON.parse(Buffer.from(String(body['path']).split('/').pop()?.split('.')[0] ?? '', 'base64url').toString())).toMatchObject({ kind: 'preview', setId, draft })
  const tokenOf = ({ path }: Record<string, unknown>): unknown => JSON.parse(Buffer.from(String(path).split('/').pop()?.split('.')[0] ?? '', 'base64url').toString())
  const id = String((tokenOf(body) as { id: unknown }).id)
  const bound = await op.post(`/tenants/b.example/passes/${id}/browser`, { browser: 'B'.repeat(43) })
  expect(tokenOf(bound.body)).toMatchObject({ kind: 'preview', draft, browser: 'B'.repeat(43) })
  expect((await op.post(`/tenants/b.example/sets/${setId}/preview`, { draft: 'of another kind' })).status).toBe(400)
  expect((await op.post(`/tenants/b.example/sets/${setId}/preview`, { draft }, 'demo-publisher-mfe-driver')).status).toBe(403)
})

it('a preview of payment is made by somebody who did not publish it, also of a set that has it; what is released needs nobody else (SEC-9)', async () => {
  const payment = { modules: { 'mfe-payment': '1.2.0' } }
  const [publisher, previews] = ['demo-publisher-mfe-payment', '/tenants/a.example/previews']
  const before = (await links()).length
  expect((await op.post(previews, payment, publisher)).body.code).toBe('SamePerson')
  expect((await links()).length).toBe(before)
  const { status, body } = await op.post(previews, payment)
  expect([status, body['shows']]).toEqual([200, ['mfe-payment@1.2.0']])
  expect((await op.post(previews, { modules: { 'mfe-payment': '1.0.0' } }, publisher)).status).toBe(200)
  // An approver who published the version under another token is still the same person.
  await registry.database.kysely.updateTable('module_version').set({ published_by_identity: JSON.stringify({ persons: ['demo-approver'], behind: [] }) }).where('name', '=', 'mfe-payment').where('version', '=', '1.2.0').execute()
  expect((await op.post(`/tenants/a.example/sets/${String(body['setId'])}/preview`, {}, 'demo-approver')).body.code).toBe('SamePerson')
  expect((await op.post(`/tenants/a.example/sets/${String(body['setId'])}/preview`)).status).toBe(200)
})

it('a preview is made one of a browser by who made it, and by no colleague; one of a pipeline by whoever may make one (DEC-316)', async () => {
  const browser = 'b'.repeat(43)
  const bind = (id: string, token?: string, body: object = { browser }) => op.post(`/tenants/a.example/passes/${id}/browser`, body, token)
  const signed = ({ body }: { readonly body: Readonly<Record<string, unknown>> }) => JSON.parse(Buffer.from(/^\/preview\/([\w-]+)\./.exec(String(body['path']))?.[1] ?? '', 'base64url').toString()) as unknown
  const own = await op.post('/tenants/a.example/previews', { modules: { 'mfe-driver': '1.2.0' } })
  const id = String(own.body['id'])
  expect(signed(own)).toMatchObject({ kind: 'preview', id, console: expect.stringMatching(/^http:\/\/ops\./) })
  expect(signed(own)).not.toHaveProperty('browser')
  expect(signed(await bind(id))).toEqual({ ...signed(own) as object, browser })
  const colleagues = await bind(id, 'demo-approver')
  expect([colleagues.status, colleagues.body.code, colleagues.body['title']]).toEqual([403, 'OthersPreview', expect.stringContaining('Make one of your own')])
  for (const token of ['demo-viewer', 'demo-publisher-mfe-driver', await limitedToken(registry, 'operator', ['b.example'])]) expect((await bind(id, token)).status).toBe(403)
  expect((await bind(id, undefined, { browser: 'short' })).status).toBe(400)
  const pipelines = await made('/tenants/a.example/previews', { modules: { 'mfe-driver': '1.1.0' } }, 'demo-publisher-mfe-driver')
  for (const token of ['demo-publisher-mfe-driver', 'demo-approver']) expect((await bind(pipelines, token)).status).toBe(200)
  const staff = await made('/tenants/a.example/staff-links')
  await op.call('DELETE', `/tenants/a.example/passes/${id}`)
  expect([(await bind(id)).body.code, (await bind(staff)).body.code, (await op.post(`/tenants/b.example/passes/${pipelines}/browser`, { browser })).body.code]).toEqual(['UnknownLink', 'UnknownLink', 'UnknownLink'])
  expect((await op.call('GET', '/audit?subject=a.example')).body['entries']).toEqual(expect.arrayContaining([expect.objectContaining({ action: 'open preview', actor: 'demo-approver' })]))
})
