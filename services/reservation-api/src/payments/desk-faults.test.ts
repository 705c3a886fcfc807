import { createApp } from '@checkin/sandbox-card'
import type { FleetAnswer } from '@checkin/fleet'
import { internalFetch } from '@checkin/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { payingApi, type PayingApi } from '../../test/fixtures/paying-renter.fixture.ts'
import { adminToken } from '../../test/fixtures/whole-api.fixture.ts'
import { createCardProvider } from './providers/card-provider.ts'
import type { CardProvider } from './providers/provider.ts'

/** The desk of a company over the card provider's own sandbox: what goes wrong on the way there and back really does. */
const account = { apiKey: 'shop', user: 'shop-user', password: 'a long password', secret: 'a long secret' }
const sandbox = createApp({
  ...account, file: ':memory:', origin: 'http://card.localhost:4002', publicKey: 'fields', shops: ['http://costaverde.localhost'], delayScale: 1, savedCards: [],
}, { log: { level: 'silent' } })
let world: PayingApi
let url: string

beforeAll(async () => {
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const address = sandbox.app.server.address()
  url = `http://card.localhost:${typeof address === 'object' && address ? address.port : 0}`
  // Silence ends soon: nobody waits longer for it here than a test must.
  world = await payingApi({}, { card: createCardProvider({ account: { url, ...account }, times: { connectMs: 2000, answerMs: 800 } }) satisfies CardProvider })
})
afterEach(() => admin('scenario', { clear: true }))
afterAll(async () => {
  await world.stop()
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
})

const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => (await internalFetch(`${url}${path}`, { method: 'POST', body, headers })).json() as Record<string, unknown>
const admin = (path: string, body: object) => ask(`/admin/${path}`, body)
const token = async () => String((await ask('/js/integrated/tokenize', { publicKey: 'fields', number: '4111111111111111', cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' }, { origin: 'http://card.localhost:4002' }))['token'])

type Deed = 'refund' | 'capture' | 'release'
type Renter = Awaited<ReturnType<PayingApi['renter']>>
const operationOf = { refund: 'refund', capture: 'capture', release: 'void' } as const

/** A renter who paid 179.55, or whose deposit of 300.00 is held, and how the company orders one thing of it: 120.00, or all that is held. */
async function ready(deed: Deed) {
  const renter = await world.renter()
  const { paymentId } = await renter.pay({ token: await token(), ...(deed !== 'refund' && { transactionType: 'Preauth', isRecurrent: true, amount: 300 }) })
  const path = { refund: `payments/${paymentId}/refund`, capture: 'deposit/capture', release: 'deposit/release' }[deed]
  const order = async () => (await world.api.fleet('costaverde', 'POST', `/reservations/${renter.reference}/${path}`, deed === 'release' ? {} : { amount: 120 })).json<{ state: string; code?: string | null }>()
  return { renter, order }
}
/** Both ledgers: what the provider did of the deed, by how often and how much, and what is booked here. */
async function bothLedgers(renter: Renter) {
  const { payments, ledger } = (await world.api.fleet('costaverde', 'GET', `/reservations/${renter.reference}`)).json<FleetAnswer>()
  const rows = (await internalFetch(`${url}/admin/transactions`)).json() as { merchantTransactionId: string; type: string; status: string; amountMinor: number }[]
  const id = payments[0]?.transactionId ?? ''
  return {
    there: rows.filter(({ merchantTransactionId, status }) => merchantTransactionId.startsWith(`${id}.`) && status === 'SUCCESS').map(({ type, amountMinor }) => `${type.toLowerCase()} ${amountMinor / 100}`),
    here: ledger.slice(1).map(({ kind, amount }) => `${kind} ${amount}`),
  }
}
const events = async (renter: Renter) => (await renter.events()).filter(({ kind }) => kind.startsWith('payment.')).slice(1).map(({ kind }) => kind)
const doneOf = { refund: { state: 'refunded', entry: 'refund 120', event: 'payment.refunded' }, capture: { state: 'captured', entry: 'capture 120', event: 'payment.captured' }, release: { state: 'released', entry: 'void 300', event: 'payment.voided' } } as const
const deeds = ['refund', 'capture', 'release'] as const

describe.each(deeds)('a %s whose provider', (deed) => {
  const { state, entry, event } = doneOf[deed]

  it.each([
    ['does it and is silent', 'P9'], ['does it, and the line breaks', 'P9-drop'], ['does it and answers 500', 'P9-500'], ['does it, and half of the answer comes', 'P9-garbage'],
    ['does it later', 'P10'], ['is busy', 'P11'], ['asks for fewer calls', 'P11-1009'], ['is in maintenance', 'P11-1010'], ['breaks the line before', 'P11-drop'],
  ])('%s (%s) is looked up: never done twice, never lost, and told once', async (_what, scenario) => {
    const { renter, order } = await ready(deed)
    await admin('scenario', { scenario, match: { operation: operationOf[deed] } })
    expect((await order()).state).toBe(deed === 'release' ? 'releasing' : 'ordered')
    await Promise.all([world.work(), world.work()])
    await world.work()
    await admin('clock', { advanceMs: 5000 })
    await world.work()
    expect(await order()).toMatchObject({ state })
    expect(await bothLedgers(renter)).toEqual({ there: [entry], here: [entry] })
    expect(await events(renter)).toEqual([event])
  })
})

describe.each(['refund', 'capture'] as const)('a %s that the provider declines', (deed) => {
  it('moves nothing, says why, and is over (P6)', async () => {
    const { renter, order } = await ready(deed)
    await admin('scenario', { scenario: 'P6', match: { operation: deed } })
    expect(await order()).toMatchObject({ state: 'refused', code: '2003' })
    await world.work()
    expect(await order()).toMatchObject({ state: 'refused', code: '2003' })
    expect(await bothLedgers(renter)).toEqual({ there: [], here: [] })
    expect(await events(renter)).toEqual([`payment.${deed}-refused`])
  })

  it('and whose answer is lost is known as declined, not asked for anew', async () => {
    const { renter, order } = await ready(deed)
    await admin('scenario', { behaviour: { result: { kind: 'decline', code: 2003 }, transport: 'drop-after' }, match: { operation: deed } })
    expect(await order()).toMatchObject({ state: 'ordered' })
    await world.work()
    expect(await order()).toMatchObject({ state: 'refused', code: '2003' })
    expect(await bothLedgers(renter)).toEqual({ there: [], here: [] })
  })
})

describe('a release that the provider declines', () => {
  it('is told once, needs a person, and is asked for again until the hold is free (P6, DEC-137)', async () => {
    const { renter, order } = await ready('release')
    await admin('scenario', { scenario: 'P6', times: 3, match: { operation: 'void' } })
    expect(await order()).toMatchObject({ state: 'releasing' })
    await world.work()
    expect(await events(renter)).toEqual(['payment.release-refused'])
    expect(await bothLedgers(renter)).toEqual({ there: [], here: [] })
    expect(await world.api.asAdmin("select last_outcome from payment_outbox where kind = 'void' and state = 'queued'")).toEqual([{ last_outcome: 'refused:2003' }])
    const needing = async () => (await world.api.app.inject({ url: '/internal/v1/attention', headers: { authorization: `Bearer ${adminToken}` } })).json<{ rows: { reference: string; kind: string }[] }>().rows.filter(({ reference }) => reference === renter.reference).map(({ kind }) => kind)
    expect(await needing()).toEqual(['hold-not-released'])
    await expect.poll(async () => (await order()).state, { timeout: 30_000 }).toBe('released')
    expect(await bothLedgers(renter)).toEqual({ there: ['void 300'], here: ['void 300'] })
    expect(await events(renter)).toEqual(['payment.release-refused', 'payment.voided'])
    expect(await needing()).toEqual([])
  })
})
