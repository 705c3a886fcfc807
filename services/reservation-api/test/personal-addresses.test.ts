import type { Endpoint } from '@checkin/api'
import { everyCall } from '@checkin/api/every-call'
import { bodyFormOf } from '@checkin/http/body-form'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { given } from './fixtures/personal-calls.fixture.ts'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

const calls = (Object.values(everyCall) as readonly Endpoint[]).flatMap((endpoint) => {
  const form = bodyFormOf(endpoint)
  return form ? [{ name: endpoint.name, endpoint, form }] : []
})

let open: WholeApi
let closed: WholeApi
const sessions = new Map<WholeApi, string>()
beforeAll(async () => {
  open = await wholeApi()
  closed = await wholeApi({ refusesPersonalAddresses: true })
  for (const api of [open, closed]) sessions.set(api, (await api.session('costaverde', (await api.stored('costaverde', 'AD1')).id)).token)
})
afterAll(async () => { await open.stop(); await closed.stop() })

type Who = 'stranger' | 'renter'
const as = (api: WholeApi, who: Who) => (who === 'renter' ? { token: sessions.get(api) ?? '' } : {})
const byAddress = (api: WholeApi, { name, endpoint: { method, path } }: typeof calls[number], who: Who, headers = {}) => {
  const { params = {}, query, body } = given[name] ?? {}
  const address = path.replace(/:(\w+)/g, (_place, parameter: string) => params[parameter] ?? 'x') + (query ? `?${new URLSearchParams(query).toString()}` : '')
  return api.call(method, `/api${address}`, { ...as(api, who), headers, ...(body && { body }) })
}
const byBody = (api: WholeApi, { name, form }: typeof calls[number], who: Who, headers = {}) => {
  const { params, query, body } = given[name] ?? {}
  return api.call('POST', `/api${form.path}`, { ...as(api, who), headers, body: { ...params, ...query, ...body } })
}
const said = (answer: Awaited<ReturnType<typeof byBody>>) => {
  const { requestId: _id, ...rest } = answer.json<Record<string, unknown>>()
  return [answer.statusCode, rest]
}

it('tries every call that has a body form', () => {
  expect(Object.keys(given).sort()).toEqual(calls.map(({ name }) => name).sort())
})

describe.each(calls)('$name (ASVS 14.2.1, DEC-342)', (call) => {
  it.each(['stranger', 'renter'] as const)('answers a %s the same in its body form and by its address', async (who) => {
    const [address, body] = [await byAddress(open, call, who), await byBody(open, call, who)]
    expect(said(body)).toEqual(said(address))
    expect(body.headers['cache-control']).toBe('no-store')
  })

  it('is refused in either form where a page of another site makes it (DEC-07)', async () => {
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const answer of [await byAddress(open, call, 'renter', foreign), await byBody(open, call, 'renter', foreign)]) expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'ForeignOrigin'])
  })

  it.each(['stranger', 'renter'] as const)('is refused by its address to a %s where the installation closed it, with the call to make instead', async (who) => {
    const answer = await byAddress(closed, call, who)
    expect(answer.json()).toMatchObject({ status: 410, code: 'AddressClosed', data: { method: 'POST', path: `/api${call.form.path}` } })
    expect((await byBody(closed, call, who)).json()).not.toMatchObject({ code: 'AddressClosed' })
  })
})

it('every other call is taken where addresses are closed', async () => {
  const answer = await closed.call('GET', '/api/config')
  expect(answer.statusCode).toBe(200)
})
