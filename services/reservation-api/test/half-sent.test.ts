import { internalFetch } from '@checkin/server'
import { closedWhileOthersAreServed, endHalfSentSoon } from '@checkin/testing/half-sent'
import { byHand, headOf } from '@checkin/testing/slow-clients'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { wholeApi, type WholeApi } from './fixtures/whole-api.fixture.ts'

const patience = { timeout: 30_000, interval: 100 }
const host = 'costaverde.localhost'
let api: WholeApi
let port: number
beforeAll(async () => {
  endHalfSentSoon()
  api = await wholeApi()
  await api.app.listen({ port: 0, host: '127.0.0.1' })
  port = (api.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await api.stop()
  vi.unstubAllEnvs()
})

describe('who may not make a call is told so before the body was read (SEC-7)', () => {
  it.each([
    ['POST', '/api/driver', 'no session', [], 401, 'Unauthorized'],
    ['PUT', '/api/reservation', 'no session', [], 401, 'Unauthorized'],
    ['POST', '/api/driver', 'a page of another site', ['Sec-Fetch-Site: cross-site'], 403, 'ForeignOrigin'],
    ['PUT', '/fleet/v1/reservations/CV1', 'no token', [], 401, 'Unauthorized'],
    ['PUT', '/internal/v1/tenants/costaverde', 'no token', [], 401, 'Unauthorized'],
    ['POST', '/internal/v1/tenants/costaverde/settlements/card', 'no token', [], 401, 'Unauthorized'],
  ] as const)('%s %s with %s', async (method, path, _with, headers, status, code) => {
    const client = byHand(port)
    client.write(`${headOf(method, path, host, 'Content-Length: 900000', ...headers)}{"image":"`)
    await expect.poll(client.heard, patience).toContain(`"code":"${code}"`)
    expect(client.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    client.stop()
  })

  it('and a call of an opened session is read', async () => {
    const { id } = await api.stored('costaverde', 'HALF-1')
    const { token } = await api.session('costaverde', id)
    const answer = await internalFetch(`http://127.0.0.1:${port}/api/driver`, {
      method: 'POST', headers: { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin', cookie: `checkin_session=${token}` }, body: { imageFront: 'x'.repeat(500_000) },
    })
    expect([answer.status, (answer.json() as { code: string }).code]).toEqual([400, 'InvalidRequest'])
  })
})

it.each(['headers', 'body', 'chunks'] as const)('clients that stop within their %s are closed, while others are answered', async (halfSent) => {
  const other = () => internalFetch(`http://127.0.0.1:${port}/api/config`, { headers: { host } })
  expect(await closedWhileOthersAreServed({ port, halfSent, path: '/api/reservation/prelookup', host }, other)).toEqual(new Set(['408']))
})
