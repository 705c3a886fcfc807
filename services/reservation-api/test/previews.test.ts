import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { due, payingApi, type PayingApi } from './fixtures/paying-renter.fixture.ts'
import { signingApi, type SigningApi } from './fixtures/signing-renter.fixture.ts'
import { adminToken, tenantSettings } from './fixtures/whole-api.fixture.ts'

let world: PayingApi
beforeAll(async () => { world = await payingApi() })
afterAll(() => world.stop())

const own = 'costaverde.localhost:4000'
const preview = 'preview.costaverde.localhost:4000'

/** Says whether the tenant's money is real. */
async function moneyIsReal(isReal: boolean, { api } = world): Promise<void> {
  const settings = tenantSettings({ isSandbox: !isReal, gateways: [{ code: 'card', name: 'Card' }, { code: 'wallet', name: 'Wallet' }] })
  await api.app.inject({ method: 'PUT', url: '/internal/v1/tenants/costaverde', headers: { authorization: `Bearer ${adminToken}` }, payload: { host: 'costaverde.localhost', settings } })
}

/** A renter who opened a mailed link at an address. */
async function openedAt(host: string) {
  const renter = await world.renter()
  const link = await world.api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'verify' })
  const opened = await world.api.call('GET', `/api/reservation/resume/${link.json<{ token: string }>().token}`, { host })
  const token = /checkin_session=([\w-]+)/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
  const call = (method: 'GET' | 'POST', path: string, body?: object, at = host) => world.api.call(method, `/api${path}`, { host: at, token, ...(body && { body }) })
  const pay = (provider: 'card' | 'wallet') => call('POST', '/payment', {
    documentId: renter.number, amount: due, provider, token: provider === 'card' ? 'ix::one' : null, referenceToken: null, transactionType: 'Sale', isRecurrent: false, validated: true,
  })
  return { renter, call, pay }
}
const codeOf = (answer: { readonly statusCode: number; json: () => { code: string } }) => [answer.statusCode, answer.json().code]

describe('a session of a preview (DEC-299, SEC-9)', () => {
  it('is known at the origin for previews only, and one of a renter at the tenant\'s own only', async () => {
    for (const [at, elsewhere] of [[preview, own], [own, preview]] as const) {
      const { renter, call } = await openedAt(at)
      expect((await call('GET', `/reservation/${renter.guid}`)).statusCode).toBe(200)
      expect(codeOf(await call('GET', `/reservation/${renter.guid}`, undefined, elsewhere))).toEqual([401, 'Unauthorized'])
    }
  })

  it('names the address that was called, and no other', async () => {
    const identified = (host: string, identifier: string) => world.api.call('GET', '/api/config', { host, headers: { identifier } })
    expect((await identified(preview, preview)).statusCode).toBe(200)
    expect(codeOf(await identified(preview, own))).toEqual([400, 'IdentifierMismatch'])
    expect(codeOf(await identified(own, preview))).toEqual([400, 'IdentifierMismatch'])
    expect(codeOf(await world.api.call('GET', '/api/config', { host: 'preview.nobody.localhost' }))).toEqual([421, 'UnknownTenant'])
    expect(codeOf(await world.api.call('GET', '/api/config', { host: `preview.${preview}` }))).toEqual([421, 'UnknownTenant'])
  })

  it('moves no real money: nothing is charged, held, given up or given back, and the provider hears nothing', async () => {
    await moneyIsReal(true)
    const { renter, call, pay } = await openedAt(preview)
    const refused = [
      await pay('card'), await pay('wallet'), await call('POST', '/payment/cancel', { documentId: renter.number }), await call('POST', '/precheckout', {}),
      await call('POST', `/ticket/${'x'.repeat(43)}/code`), await call('POST', `/ticket/${'x'.repeat(43)}/undo`, {}),
    ]
    expect(refused.map(codeOf)).toEqual(refused.map(() => [403, 'NoPaymentInPreview']))
    expect([world.card.asked, world.card.charges, (await renter.sum()).payments]).toEqual([[], [], []])
    const { pay: paysAtOwn } = await openedAt(own)
    expect((await paysAtOwn('card')).json()).toMatchObject({ status: 'paid' })
  })

  it('pays where the money is not real, and comes back from the wallet to the preview', async () => {
    await moneyIsReal(false)
    const { pay } = await openedAt(preview)
    expect((await pay('wallet')).json()).toMatchObject({ status: 'redirect' })
    const { order } = world.wallet.entries.get(world.wallet.only())!
    expect([order.successUrl, order.cancelUrl].map((address) => new URL(address).host)).toEqual([preview, preview])
    await moneyIsReal(true)
  })
})

describe('a signature that was asked for in a preview (DEC-315)', () => {
  let signing: SigningApi
  beforeAll(async () => {
    signing = await signingApi()
    await moneyIsReal(false, signing)
  })
  afterAll(() => signing.stop())

  /** A renter with a session at each of both addresses. */
  async function signer() {
    const renter = await signing.signer()
    const link = async (host: string) => {
      const made = await signing.api.fleet('costaverde', 'POST', '/links', { reference: renter.reference, purpose: 'precheckout' })
      const opened = await signing.api.call('GET', `/api/reservation/resume/${made.json<{ token: string }>().token}`, { host })
      const token = /checkin_session=([\w-]+)/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
      const submit = async () => (await signing.api.call('POST', '/api/precheckout', { host, token, body: { documentId: renter.number, authorization: 'ix::new', isRecurring: true, validated: true } })).json<{ signatureURL: string | null }>().signatureURL ?? ''
      return submit
    }
    return { renter, atPreview: await link(preview), atOwn: await link(own) }
  }

  it('leads back to the preview, and one of the tenant\'s own address to that', async () => {
    const [first, second] = [await signer(), await signer()]
    expect(signing.signatures.returnHost(await first.atPreview())).toBe(preview)
    expect(signing.signatures.returnHost(await second.atOwn())).toBe(own)
  })

  it('and that is asked for again elsewhere leads to where it was asked for last', async () => {
    const { renter, atPreview, atOwn } = await signer()
    const before = await atPreview()
    signing.signatures.refuses(before)
    await renter.comesBack(before, { host: preview })
    const again = await atOwn()
    expect([again === before, signing.signatures.returnHost(again)]).toEqual([false, own])
  })
})
