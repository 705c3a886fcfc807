import { createHash } from 'node:crypto'
import { endpoints } from '@checkin/registry/endpoints'
import { signPerson } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'

let registry: TestRegistry
beforeAll(async () => {
  registry = await testRegistry()
  for (const name of ['shell', 'mfe-payment', 'mfe-offers']) await registry.publish(aModule(name))
  for (const host of ['a.example', 'b.example']) await registry.call('PUT', `/tenants/${host}/pointer`, { ifMatch: 0, body: { modules: { shell: '1.0.0', 'mfe-payment': '1.0.0' } } })
})
afterAll(() => registry.close())

const paths: Record<string, string> = {
  ':name': 'mfe-payment', ':module': 'mfe-payment', ':host': 'a.example', ':id': '1',
}
const pathOf = (path: string) => path.replace('/registry/v1', '').replace(/:\w+/g, (name) => paths[name] ?? name)

describe('roles', () => {
  const everybody = ['demo-publisher-mfe-payment', 'demo-operator', 'demo-approver', 'demo-viewer']
  const cases = endpoints.filter(({ access }) => access.roles !== 'anyone').flatMap((endpoint) => everybody.map((token) => {
    const role = token.split('-')[1] ?? ''
    return [token, endpoint.name, endpoint, (endpoint.access.roles as readonly string[]).includes(role)] as const
  }))

  it.each(cases)('%s calling %s', async (token, _name, endpoint, may) => {
    const { status } = await registry.call(endpoint.method, pathOf(endpoint.path), { token, ...(endpoint.body && { body: {} }) })
    expect(status === 403).toBe(!may)
  })

  it.each(endpoints.filter(({ access }) => access.roles !== 'anyone').map((endpoint) => [endpoint.name, endpoint] as const))('%s needs a token', async (_name, endpoint) => {
    expect((await registry.call(endpoint.method, pathOf(endpoint.path), { token: 'guess', ...(endpoint.body && { body: {} }) })).status).toBe(401)
  })

  it('a publisher publishes its own module and no other', async () => {
    expect((await registry.publish(aModule('mfe-payment', '1.1.0'), { token: 'demo-publisher-mfe-offers' })).status).toBe(403)
  })
})

it('the demo\'s tokens are worth nothing in production, even where a demo made them', async () => {
  const production = await testRegistry({ demo: false, operatorToken: 'first-operator-token-of-this-test' })
  const hash = createHash('sha256').update('demo-operator').digest('base64url')
  await production.database.kysely.insertInto('access_token').values({ hash, label: 'demo-operator', role: 'operator', module: null, hosts: null, demo: true }).execute()
  expect((await production.call('GET', '/tenants', { token: 'demo-operator' })).status).toBe(401)
  expect((await production.call('GET', '/tenants', { token: 'first-operator-token-of-this-test' })).status).toBe(200)
  await production.close()
})

describe('people whom the console vouches for', () => {
  const personSecret = 'a secret of console and registry'
  const until = Date.now() + 60_000
  const as = (role: string, secret = personSecret, hosts: string[] | null = null) => signPerson(secret, { label: 'olga@example.com', role, hosts }, until)

  it('act in their own name, with their role and within their tenants', async () => {
    const limited = await testRegistry({ personSecret })
    expect((await limited.call('GET', '/actor', { token: as('operator', personSecret, ['a.example']) })).body).toMatchObject({ label: 'olga@example.com', role: 'operator', hosts: ['a.example'] })
    expect((await limited.call('POST', '/freezes', { token: as('viewer'), body: { host: 'a.example', reason: 'x' } })).status).toBe(403)
    for (const token of [as('publisher'), as('operator', 'some other secret of a stranger'), signPerson(personSecret, { label: 'o', role: 'operator', hosts: null }, Date.now() - 1)]) {
      expect((await limited.call('GET', '/tenants', { token })).status).toBe(401)
    }
    await limited.close()
  })

  it('are nobody where no secret is shared', async () => {
    expect((await registry.call('GET', '/tenants', { token: as('operator') })).status).toBe(401)
  })
})
