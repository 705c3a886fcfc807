import { ServiceError } from '@checkin/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeFleetToken } from '../src/tenants/fleet-tokens.ts'
import { adminToken, fleetToken, wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

let api: WholeApi
beforeAll(async () => { api = await wholeApi() })
afterAll(() => api.stop())

interface Token { readonly id: string; readonly token: string; readonly expiresAt: string; readonly lastUsedOn: string | null; readonly madeBy: string | null }

const as = (token: string, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  api.app.inject({ method, url: `/fleet/v1${path}`, headers: { authorization: `Bearer ${token}` }, ...(body && { payload: body }) })
const works = async (token: string): Promise<boolean> => (await as(token, 'GET', '/events')).statusCode === 200
const asOperator = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => api.app.inject({
  method, url: `/internal/v1${path}`, headers: { 'authorization': `Bearer ${adminToken}`, 'x-checkin-actor': 'Olga' }, ...(body && { payload: body }),
})
const tokensOf = async (tenant: string) => (await asOperator('GET', `/tenants/${tenant}/fleet-tokens`)).json<{ tokens: Token[] }>().tokens

describe('a company\'s own system changes its token without a gap (SEC-8, DEC-143)', () => {
  it('by one beside the present one, two at most, and ends the old one', async () => {
    const old = fleetToken('costaverde')
    const answer = await as(old, 'POST', '/tokens', { days: 30 })
    const made = answer.json<Token>()
    expect([answer.statusCode, Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)]).toEqual([201, 30])
    expect([await works(old), await works(made.token)]).toEqual([true, true])
    expect((await as(old, 'POST', '/tokens', {})).json()).toMatchObject({ status: 409, code: 'TooManyTokens' })
    const listed = (await as(made.token, 'GET', '/tokens')).json<{ tokens: Token[]; present: string }>()
    expect(listed.present).toBe(made.id)
    const today = new Date().toISOString().slice(0, 10)
    expect(listed.tokens.map(({ lastUsedOn, madeBy }) => [lastUsedOn, madeBy])).toEqual([[today, 'administrator'], [today, expect.stringMatching(/^fleet token /)]])
    const before = listed.tokens.find(({ id }) => id !== made.id)?.id ?? ''
    expect((await as(made.token, 'DELETE', `/tokens/${before}`)).statusCode).toBe(204)
    expect([await works(old), await works(made.token)]).toEqual([false, true])
    expect((await as(made.token, 'DELETE', `/tokens/${made.id}`)).json()).toMatchObject({ status: 409, code: 'LastToken' })
    expect(JSON.stringify(listed) + api.logs()).not.toContain(made.token)
  })

  it('also when two calls ask for one at the same moment', async () => {
    const { database } = api
    const make = (transaction: Parameters<typeof makeFleetToken>[0]) => makeFleetToken(transaction, { tenantId: 'alpen', days: 1, actor: 'Olga' })
    const [hasMade, goOn] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
    const first = database.withTx(async (transaction) => {
      await make(transaction)
      hasMade.resolve(undefined)
      await goOn.promise
    })
    await hasMade.promise
    let outcome = 'none'
    const second = database.withTx(make).then(() => { outcome = 'made' }, (error: unknown) => { outcome = error instanceof ServiceError ? error.code : String(error) })
    const waits = async () => (await api.asAdmin('select 1 from pg_stat_activity where wait_event_type = \'Lock\' and datname = current_database()')).length > 0
    await expect.poll(async () => outcome !== 'none' || await waits()).toBe(true)
    goOn.resolve(undefined)
    await Promise.all([first, second])
    expect([outcome, (await tokensOf('alpen')).length]).toEqual(['TooManyTokens', 2])
  })
})

describe('operators (DEC-143)', () => {
  it('end every token of a company at once, and it stands in the list of changes', async () => {
    const tokens = await tokensOf('alpen')
    for (const { id } of tokens) expect((await asOperator('DELETE', `/tenants/alpen/fleet-tokens/${id}`)).statusCode).toBe(204)
    expect([await works(fleetToken('alpen')), await tokensOf('alpen')]).toEqual([false, []])
    const { rows } = (await asOperator('GET', '/tenant-changes')).json<{ rows: { host: string; actor: string; fields: string[] }[] }>()
    expect(rows.filter(({ host, actor }) => host === 'alpen.localhost' && actor === 'Olga').map(({ fields }) => fields[0]?.replace(/ \w{8} /, ' '))).toEqual(['fleetToken revoked', 'fleetToken revoked', 'fleetToken made'])
  })

  it('reach no other company\'s token by the number of one', async () => {
    const [first] = await tokensOf('costaverde')
    expect((await asOperator('DELETE', `/tenants/alpen/fleet-tokens/${first?.id ?? ''}`)).statusCode).toBe(404)
    expect((await asOperator('POST', '/tenants/nobody/fleet-tokens', {})).statusCode).toBe(404)
    expect(await tokensOf('costaverde')).toHaveLength(1)
  })
})

it('a token ends by itself, and somebody is told two weeks before the last one does (DEC-143)', async () => {
  const [made] = [(await asOperator('POST', '/tenants/alpen/fleet-tokens', { days: 13 })).json<Token>()]
  const attention = async () => (await asOperator('GET', '/attention')).json<{ rows: { host: string; kind: string; reference: string }[] }>().rows.filter(({ kind }) => kind === 'fleet-token-ends')
  expect(await attention()).toMatchObject([{ host: 'alpen.localhost', reference: made.id.slice(0, 8) }])
  expect(await works(made.token)).toBe(true)
  await api.asAdmin(`update fleet_token set expires_at = now() where id = '${made.id}'`)
  expect(await works(made.token)).toBe(false)
  await asOperator('POST', '/tenants/alpen/fleet-tokens', {})
  expect([await tokensOf('alpen'), await attention()]).toMatchObject([[{ madeBy: 'Olga' }], []])
})
