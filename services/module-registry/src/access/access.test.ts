import { createHash } from 'node:crypto'
import { signPerson } from '@checkin/server'
import { publicKeyOf } from '@checkin/releases/signing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../endpoints.ts'
import { aModule, newKey, trialRegistry, type TrialRegistry } from '../test/trial-registry.ts'

let registry: TrialRegistry
beforeAll(async () => {
  registry = await trialRegistry()
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
  const cases = endpoints.filter(({ may }) => may !== 'anyone').flatMap((endpoint) => everybody.map((token) => {
    const role = token.split('-')[1] ?? ''
    return [token, endpoint.name, endpoint, (endpoint.may as readonly string[]).includes(role)] as const
  }))

  it.each(cases)('%s calling %s', async (token, _name, endpoint, may) => {
    const { status } = await registry.call(endpoint.method as 'GET', pathOf(endpoint.path), { token, ...(endpoint.body && { body: {} }) })
    expect(status === 403).toBe(!may)
  })

  it.each(endpoints.filter(({ may }) => may !== 'anyone').map((endpoint) => [endpoint.name, endpoint] as const))('%s needs a token', async (_name, endpoint) => {
    expect((await registry.call(endpoint.method as 'GET', pathOf(endpoint.path), { token: 'guess', ...(endpoint.body && { body: {} }) })).status).toBe(401)
  })

  it('a publisher publishes its own module and no other', async () => {
    expect((await registry.publish(aModule('mfe-payment', '1.1.0'), { token: 'demo-publisher-mfe-offers' })).status).toBe(403)
  })
})

describe('tokens that were made', () => {
  const make = async (body: object) => (await registry.call('POST', '/tokens', { body })).body as unknown as { token: string }

  it('reach only the tenants that they were made for', async () => {
    const { token } = await make({ label: 'operator of a', role: 'operator', hosts: ['a.example'] })
    const body = { setId: 1 }
    expect((await registry.call('PUT', '/tenants/a.example/pointer', { token, ifMatch: 1, body })).status).toBe(200)
    expect((await registry.call('PUT', '/tenants/b.example/pointer', { token, ifMatch: 1, body })).status).toBe(403)
    expect((await registry.call('POST', '/tenants/b.example/pointer/back', { token, ifMatch: 1, body: {} })).status).toBe(403)
    expect((await registry.call('POST', '/tokens', { token, body: { label: 'wider', role: 'operator' } })).status).toBe(403)
  })

  it('are kept only as hashes and stand in no audit', async () => {
    const { token } = await make({ label: 'a viewer', role: 'viewer' })
    const tables = ['access_token', 'audit'] as const
    for (const table of tables) {
      const rows = await registry.database.kysely.selectFrom(table).selectAll().execute()
      expect(JSON.stringify(rows)).not.toContain(token)
      expect(JSON.stringify(rows)).toContain('a viewer')
    }
  })

  it('need a module when they publish', async () => {
    expect((await registry.call('POST', '/tokens', { body: { label: 'nothing', role: 'publisher' } })).status).toBe(400)
  })
})

it('the demo\'s tokens are worth nothing in production, even where a demo made them', async () => {
  const production = await trialRegistry({ demo: false, operatorToken: 'first-operator-token-of-this-test' })
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
    const trial = await trialRegistry({ personSecret })
    expect((await trial.call('GET', '/actor', { token: as('operator', personSecret, ['a.example']) })).body).toMatchObject({ label: 'olga@example.com', role: 'operator', hosts: ['a.example'] })
    expect((await trial.call('POST', '/freezes', { token: as('viewer'), body: { host: 'a.example', reason: 'x' } })).status).toBe(403)
    for (const token of [as('publisher'), as('operator', 'some other secret of a stranger'), signPerson(personSecret, { label: 'o', role: 'operator', hosts: null }, Date.now() - 1)]) {
      expect((await trial.call('GET', '/tenants', { token })).status).toBe(401)
    }
    await trial.close()
  })

  it('are nobody where no secret is shared', async () => {
    expect((await registry.call('GET', '/tenants', { token: as('operator') })).status).toBe(401)
  })
})

it('a publisher\'s key must be an Ed25519 key', async () => {
  expect((await registry.call('PUT', '/publishers/mfe-offers', { body: { publicKey: 'no key' } })).status).toBe(422)
  expect((await registry.call('PUT', '/publishers/mfe-offers', { body: { publicKey: publicKeyOf(newKey()) } })).status).toBe(200)
})
