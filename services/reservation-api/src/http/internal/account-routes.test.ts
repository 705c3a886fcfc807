import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken } from '../../../test/fixtures/whole-api.fixture.ts'
import { fakeProvider } from '../../../test/fixtures/fake-provider.fixture.ts'
import { sandboxProviders } from '../../../test/fixtures/sandbox-providers.fixture.ts'
import { twoCompanies, type TwoCompanies } from '../../../test/fixtures/two-companies.fixture.ts'

let world: TwoCompanies
beforeAll(async () => { world = await twoCompanies(sandboxProviders) })
afterAll(() => world.stop())

const accountOf = async (tenant: string, kind: 'card' | 'wallet' | 'sign' | 'mail') => (await world.account('GET', tenant, kind)).json<Record<string, unknown>>()
const sign = { url: 'https://sign.example', apiKey: 'the key of the company', secret: 'the secret of the company' }

describe('a company\'s own account', () => {
  it('shows what is no secret of it, with who set it and when', async () => {
    const put = await world.account('PUT', 'costaverde', 'card', world.cardAccount('green'), { 'x-checkin-actor': 'Olga%20Ops' })
    expect(put.json()).toMatchObject({ kind: 'card', state: 'own', revision: 1, changedBy: 'Olga Ops', changedAt: expect.any(String) as unknown })
    expect(await accountOf('costaverde', 'card')).toEqual(put.json())
    expect((await accountOf('costaverde', 'card'))['account']).toEqual({
      url: world.cardUrl, apiKey: 'green-shop', user: 'green-user', publicKey: 'green-fields', scriptUrl: `${world.cardUrl}/js/integrated/payment.1.3.min.js`, origins: [],
    })
  })

  it('is a new revision when it changes, and the same one when it does not', async () => {
    await world.account('PUT', 'costaverde', 'sign', sign)
    expect((await world.account('PUT', 'costaverde', 'sign', sign)).json()).toMatchObject({ revision: 1 })
    expect((await world.account('PUT', 'costaverde', 'sign', { ...sign, secret: 'another secret of it' })).json()).toMatchObject({ revision: 2 })
    expect((await world.account('DELETE', 'costaverde', 'sign')).json()).toMatchObject({ revision: 3, state: 'off', account: null })
    expect((await world.account('DELETE', 'costaverde', 'sign')).json()).toMatchObject({ revision: 3 })
  })

  it('leaves a record of who changed which part, without what it is', async () => {
    const answer = await world.api.app.inject({ method: 'GET', url: '/internal/v1/tenant-changes', headers: { authorization: `Bearer ${adminToken}` } })
    const { rows } = answer.json<{ rows: { host: string; fields: string[]; actor: string }[] }>()
    expect(rows).toContainEqual(expect.objectContaining({ host: 'costaverde.localhost', actor: 'administrator', fields: ['accounts.sign.secret'] }))
    expect(rows).toContainEqual(expect.objectContaining({ host: 'costaverde.localhost', fields: ['accounts.sign.off'] }))
    expect(answer.body).not.toContain('secret of')
  })

  it('that an operator changed survives the next start of the demo', async () => {
    await world.account('PUT', 'alpen', 'wallet', world.walletAccount('alpine'), { 'x-checkin-actor': 'demo' })
    await world.account('PUT', 'alpen', 'wallet', world.walletAccount('later'), { 'x-checkin-actor': 'Olga' })
    await world.account('PUT', 'alpen', 'wallet', world.walletAccount('alpine'), { 'x-checkin-actor': 'demo' })
    expect(await accountOf('alpen', 'wallet')).toMatchObject({ revision: 2, changedBy: 'Olga', account: { clientId: 'later-client' } })
  })

  it.each([
    ['half of one', 'card', { url: 'https://card.example', apiKey: 'k' }], ['an address that is none of the web', 'sign', { ...sign, url: 'file:///etc/passwd' }],
    ['a secret that can be guessed', 'sign', { ...sign, secret: 'short' }], ['more than belongs there', 'sign', { ...sign, note: 'x' }], ['no mail server', 'mail', { host: 'not a host', port: 25 }],
  ] as const)('is refused when it is %s, and nothing is repeated', async (_case, kind, body) => {
    const answer = await world.account('PUT', 'alpen', kind, body)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'InvalidRequest'])
    expect(answer.body).not.toContain('secret of the company')
  })

  it('is nothing to those without the admin token, and of nobody who is not a tenant', async () => {
    expect((await world.account('GET', 'costaverde', 'card', undefined, { authorization: 'Bearer guess' })).statusCode).toBe(401)
    expect((await world.account('PUT', 'nobody', 'sign', sign)).statusCode).toBe(404)
    expect((await world.account('GET', 'costaverde', 'fax' as 'sign')).statusCode).toBe(404)
    expect((await world.account('PUT', 'costaverde', 'fax' as 'sign', sign)).statusCode).toBe(405)
  })

  it('cannot be unwritten, neither the account nor its record', async () => {
    const { database } = world.api
    await expect(database.kysely.deleteFrom('provider_account').execute()).rejects.toThrow('permission denied')
    await expect(database.kysely.updateTable('provider_account').set({ actor: 'nobody' }).execute()).rejects.toThrow('permission denied')
    await expect(database.kysely.deleteFrom('provider_account_change').execute()).rejects.toThrow('permission denied')
  })
})

describe('a company without an account', () => {
  it('in an installation of several companies offers neither payment nor signature, whatever the environment has', async () => {
    const several = await twoCompanies(sandboxProviders, { isSingleCompany: false })
    try {
      expect(await several.gateways('alpen')).toEqual([])
      const { modules, providerOrigins } = await several.config('alpen')
      expect([modules.find(({ viewTag }) => viewTag === 'precheckoutview')?.isEnabled, providerOrigins]).toEqual([false, []])
      expect(await (await several.renter('alpen')).pay({ token: 'ix::one' })).toMatchObject({ code: 'InvalidRequest' })
    } finally {
      await several.stop()
    }
  })

  it('in an installation of one company uses the environment\'s, until it is switched off', async () => {
    const single = await twoCompanies(sandboxProviders, { isSingleCompany: true, providers: { card: { kind: 'card', provider: fakeProvider().card } } })
    try {
      expect((await single.account('GET', 'alpen', 'card')).json()).toMatchObject({ state: 'environment', revision: 0 })
      expect(await single.gateways('alpen')).toEqual([{ code: 'card', name: 'Card' }])
      expect(await (await single.renter('alpen')).pay({ token: 'ix::one' })).toMatchObject({ status: 'paid' })
      await single.account('DELETE', 'alpen', 'card')
      expect(await single.gateways('alpen')).toEqual([])
      expect(await (await single.renter('alpen')).pay({ token: 'ix::one' })).toMatchObject({ code: 'InvalidRequest' })
    } finally {
      await single.stop()
    }
  })
})

describe('in production', () => {
  it('an account is spoken to over https only', async () => {
    const production = await twoCompanies(sandboxProviders, { demo: false })
    try {
      const answer = await production.account('PUT', 'alpen', 'card', { ...production.cardAccount('alpine'), scriptUrl: 'https://card.example/fields.js' })
      expect(answer.json()).toMatchObject({ code: 'InvalidRequest', data: { issues: [{ path: 'url', code: 'https_required' }] } })
      expect((await production.account('PUT', 'alpen', 'sign', sign)).statusCode).toBe(200)
    } finally {
      await production.stop()
    }
  })
})
