import { createHmac } from 'node:crypto'
import type { Server } from 'node:http'
import { createApp as signatureSandbox } from '@checkin/sandbox-signature'
import { internalFetch } from '@checkin/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminToken } from '../../../test/fixtures/whole-api.fixture.ts'
import { signingApi, type SigningApi } from '../../../test/fixtures/signing-renter.fixture.ts'

const merchant = (name: string) => ({ apiKey: `signing key of ${name}`, secret: `signing secret of ${name}` })
const sandbox = signatureSandbox({
  ...merchant('green'), merchants: [merchant('later'), merchant('alpine')], file: ':memory:', origin: 'http://sign.localhost:4002', shops: ['http://costaverde.localhost:4000', 'http://costaverde.localhost'], delayScale: 0,
}, { log: { level: 'silent' } })
const portOf = (server: Server): number => { const address = server.address(); return typeof address === 'object' && address ? address.port : 0 }

let world: SigningApi
let url: string
beforeAll(async () => {
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${portOf(sandbox.app.server)}`
  world = await signingApi()
  await set('costaverde', 'green')
  await set('alpen', 'alpine')
})
afterAll(async () => {
  await world.stop()
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
})

const set = (tenant: string, name: string) => world.api.app.inject({
  method: 'PUT', url: `/internal/v1/tenants/${tenant}/accounts/sign`, headers: { authorization: `Bearer ${adminToken}` }, payload: { url, ...merchant(name) },
})
const agreements = async () => (await internalFetch(`${url}/admin/agreements`)).json() as { id: string; merchant: string; status: string }[]
const report = (agreementId: string, name: string, tenant = 'costaverde') => {
  const body = JSON.stringify({ agreementId, status: 'signed' })
  return world.api.app.inject({
    method: 'POST', url: `/provider/v1/sign/callback/${tenant}`, payload: body,
    headers: { 'content-type': 'application/json', 'x-signature': createHmac('sha256', merchant(name).secret).update(body).digest('hex') },
  })
}
const signs = (signatureUrl: string) => internalFetch(`${url}${new URL(signatureUrl).pathname}`, {
  method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ answer: 'sign', way: 'typed', name: 'Maria Silva', read: 'yes' }).toString(),
})

it('puts a company\'s agreements before their renters with its own account, and ends them there after a change', async () => {
  const [before, after] = [await world.signer(), await world.signer()]
  const { signatureURL } = await before.submit()
  const [begun] = await agreements()
  await set('costaverde', 'later')
  await after.submit()
  const [first, second] = await agreements()
  expect(first?.merchant).not.toBe(second?.merchant)
  await signs(signatureURL ?? '')
  expect((await report(begun?.id ?? '', 'green')).statusCode).toBe(200)
  await expect.poll(async () => (await before.fleet()).reservation.hasRentalAgreement).toBe(true)
})

it('hears nobody who signs with another company\'s secret, nor with a revision that never had an agreement', async () => {
  const [begun] = await agreements()
  expect((await report(begun?.id ?? '', 'alpine')).statusCode).toBe(401)
  expect((await report(begun?.id ?? '', 'green', 'alpen')).statusCode).toBe(401)
})

it('holds no deposit for an agreement that nobody could sign', async () => {
  await world.api.app.inject({ method: 'DELETE', url: '/internal/v1/tenants/costaverde/accounts/sign', headers: { authorization: `Bearer ${adminToken}` } })
  const renter = await world.signer()
  expect(await renter.refusal()).toBe('404 NotEligible')
  expect(world.card.charges).toEqual([])
})
