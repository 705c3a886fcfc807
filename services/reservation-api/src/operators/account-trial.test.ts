import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminToken } from '../../test/fixtures/whole-api.fixture.ts'
import { sandboxProviders } from '../../test/fixtures/sandbox-providers.fixture.ts'
import { twoCompanies, type TwoCompanies } from '../../test/fixtures/two-companies.fixture.ts'

let world: TwoCompanies
beforeAll(async () => { world = await twoCompanies(sandboxProviders) })
afterAll(() => world.stop())

const send = (method: 'POST' | 'PUT', path: string, body: object) => world.api.app.inject({ method, url: `/internal/v1${path}`, headers: { authorization: `Bearer ${adminToken}`, 'x-checkin-actor': 'Olga' }, payload: body })
const tried = async (body: object) => (await send('POST', '/account-trials', body)).json<object>()
const nobodyThere = { url: 'http://127.0.0.1:9', apiKey: 'the key of the company', secret: 'the secret of the company' }

describe('an account is tried by a call that moves nothing (DEC-329)', () => {
  it('and works where the provider knows it', async () => {
    expect(await tried({ kind: 'card', account: world.cardAccount('green') })).toEqual({ works: true, problem: null })
    expect(await tried({ kind: 'wallet', account: world.walletAccount('alpine') })).toEqual({ works: true, problem: null })
  })

  it.each([
    ['a card account with another secret', () => ({ kind: 'card', account: { ...world.cardAccount('green'), secret: 'another secret than theirs' } })],
    ['a shop that the provider has not', () => ({ kind: 'card', account: { ...world.cardAccount('green'), apiKey: 'nobodys-shop' } })],
    ['a wallet account with another secret', () => ({ kind: 'wallet', account: { ...world.walletAccount('alpine'), clientSecret: 'another secret than theirs' } })],
    ['a provider that does not answer', () => ({ kind: 'sign', account: nobodyThere })],
    ['a mail server that does not answer', () => ({ kind: 'mail', account: { host: '127.0.0.1', port: 9, secure: false, user: null, password: null } })],
  ])('and fails: %s', async (_what, trial) => {
    const result = await tried(trial())
    expect(result).toEqual({ works: false, problem: expect.stringMatching(/./) as string })
    expect(JSON.stringify(result)).not.toContain('secret of')
  })

  it('before it is stored: one that fails changes nothing', async () => {
    const good = { kind: 'card', account: world.cardAccount('green') }
    expect((await send('PUT', '/tenants/costaverde/account-trials', good)).json()).toMatchObject({ kind: 'card', state: 'own', changedBy: 'Olga', account: { apiKey: 'green-shop' } })
    const before = (await world.account('GET', 'costaverde', 'card')).json<object>()
    expect((await send('PUT', '/tenants/costaverde/account-trials', { kind: 'card', account: { ...good.account, secret: 'another secret than theirs' } })).json()).toMatchObject({ status: 422, code: 'AccountFails' })
    expect((await world.account('GET', 'costaverde', 'card')).json()).toEqual(before)
    expect((await send('PUT', '/tenants/nobody/account-trials', good)).statusCode).toBe(404)
    expect((await send('PUT', '/tenants/costaverde/account-trials', { kind: 'events', account: {} })).statusCode).toBe(400)
  })
})
