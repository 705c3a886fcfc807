import { createServer, type Server, type ServerResponse } from 'node:http'
import { createApp } from '@checkin/sandbox-card'
import { internalFetch } from '@checkin/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createCardProvider } from './card-provider.ts'
import type { CardAccount } from './provider-settings.ts'
import type { CardInstrument, CardOrder, CardProvider, RawCallback } from './provider.ts'

const times = { connectMs: 1000, answerMs: 5000 }
/** For answers that never come: long enough for a busy machine, short enough for a test. */
const impatient = { connectMs: 1000, answerMs: 400 }
const credentials = { apiKey: 'shop', user: 'shop-user', password: 'a long password', secret: 'a long secret' }

let sandbox: ReturnType<typeof createApp>
let account: CardAccount
let card: CardProvider
let hasty: CardProvider
let callbackServer: Server
let callbackUrl: string
const callbacks: RawCallback[] = []
const portOf = (server: Server): number => { const address = server.address(); return typeof address === 'object' && address ? address.port : 0 }

beforeAll(async () => {
  sandbox = createApp({
    ...credentials, file: ':memory:', origin: 'http://card.localhost:4002', publicKey: 'fields', shops: ['http://costaverde.localhost'], delayScale: 1,
    savedCards: [{ reference: 'ref_visa', brand: 'visa', firstSix: '411111', lastFour: '1111', month: '12', year: '2031', holder: 'Maria Silva' }],
  }, { log: { level: 'silent' } })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  account = { url: `http://card.localhost:${portOf(sandbox.app.server)}`, ...credentials }
  card = createCardProvider({ account, times })
  hasty = createCardProvider({ account, times: impatient })
  callbackServer = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => { body += part.toString() })
    request.on('end', () => {
      callbacks.push({ method: request.method ?? '', path: request.url ?? '', headers: request.headers as Record<string, string>, body })
      response.end(card.acknowledgement)
    })
  })
  await new Promise<void>((resolve) => { callbackServer.listen(0, '127.0.0.1', resolve) })
  callbackUrl = `http://127.0.0.1:${portOf(callbackServer)}/provider/v1/card/callback/costaverde`
})
afterEach(() => admin('scenario', { clear: true }))
afterAll(async () => {
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
  callbackServer.close()
})

const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Record<string, unknown>> =>
  (await internalFetch(`${account.url}${path}`, { method: 'POST', body, headers })).json() as Record<string, unknown>
const admin = (path: string, body: object) => ask(`/admin/${path}`, body)
const token = async (number = '4111111111111111'): Promise<CardInstrument> => ({
  kind: 'token',
  token: String((await ask('/js/integrated/tokenize', { publicKey: 'fields', number, cvv: '123', month: '12', year: '2031', card_holder: 'Maria Silva' }, { origin: 'http://card.localhost:4002' }))['token']),
})
let orders = 0
const order = async (change: Partial<CardOrder> = {}): Promise<CardOrder> => ({
  tenantId: 'costaverde', merchantTransactionId: `pay-${orders += 1}`, amountMinor: 15_915, currency: 'EUR', description: 'Reservation CV1001', language: null, register: false, isMerchantInitiated: false,
  successUrl: 'http://costaverde.localhost/reservation/t/success', cancelUrl: 'http://costaverde.localhost/reservation/t/cancel', callbackUrl, instrument: change.instrument ?? await token(), ...change,
})
const charges = async (id: string): Promise<number> => {
  const ledger = (await internalFetch(`${account.url}/admin/transactions`)).json() as { merchantTransactionId: string; status: string }[]
  return ledger.filter((row) => row.merchantTransactionId.startsWith(id) && row.status === 'SUCCESS').length
}
const callbackOf = async (id: string): Promise<RawCallback> => {
  await admin('clock', { advanceMs: 100 })
  return callbacks.find(({ body }) => body.includes(`"${id}"`))!
}

describe('a card is charged', () => {
  it('with the amount to the cent, and answered with its mask (PAY-24)', async () => {
    const wanted = await order()
    const charged = { kind: 'charged', amountMinor: 15_915, currency: 'EUR', card: { masked: '4111 **** **** 1111', brand: 'Visa', referenceToken: null } }
    expect(await card.debit(wanted)).toMatchObject(charged)
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject(charged)
  })

  it('once, however often the same order is sent, at once or one after the other (I1)', async () => {
    const wanted = await order()
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => card.debit(wanted)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'charged'))
    expect(await charges(wanted.merchantTransactionId)).toBe(1)
  })

  it('that was kept, by its reference; a name of our own list is no token there', async () => {
    expect(await card.debit(await order({ instrument: { kind: 'saved', referenceToken: 'ref_visa', token: 'tok_demo_visa_1111' } }))).toMatchObject({ kind: 'charged', card: { masked: '4111 **** **** 1111' } })
  })

  it.each([['4000000000000002', '2003'], ['4000000000000069', '2009'], ['4000000000000127', '2020']])('or declined for good: %s with code %s (P6)', async (number, code) => {
    const wanted = await order({ instrument: await token(number) })
    const declined = { kind: 'declined', code }
    expect(await card.debit(wanted)).toMatchObject(declined)
    expect(await card.debit(wanted)).toMatchObject(declined)
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject(declined)
  })

  it('or declined because its token was used before (P5)', async () => {
    const instrument = await token()
    await card.debit(await order({ instrument }))
    expect(await card.debit(await order({ instrument }))).toMatchObject({ kind: 'declined', code: '1002' })
  })

  it('or not known at all', async () => {
    expect(await card.status('never-sent')).toEqual({ kind: 'notFound' })
  })
})

describe('3-D Secure', () => {
  const answer = (url: string, form: string) => internalFetch(url.replace('http://card.localhost:4002', account.url), { method: 'POST', body: form, headers: { 'content-type': 'application/x-www-form-urlencoded' } })

  it('is shown in a frame and ends the same payment (P8)', async () => {
    const wanted = await order({ instrument: await token('4000000000003220') })
    const outcome = await card.debit(wanted)
    expect(outcome).toMatchObject({ kind: 'redirect', frame: true, url: expect.stringContaining('/3ds/') })
    expect(await card.debit(wanted)).toEqual(outcome)
    await answer(outcome.kind === 'redirect' ? outcome.url : '', 'answer=confirm&otp=123456')
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject({ kind: 'charged' })
  })

  it.each(['en', 'pt', 'fr'])('asks in the language of the renter, whatever the browser wants: %s (I18N)', async (language) => {
    const outcome = await card.debit(await order({ instrument: await token('4000000000003220'), language }))
    const page = await internalFetch(outcome.kind === 'redirect' ? outcome.url.replace('http://card.localhost:4002', account.url) : '', { headers: { 'accept-language': 'de' } })
    expect(page.text()).toContain(`<html lang="${language}"`)
  })

  it.each([['answer=cancel', { kind: 'cancelled' }], ['answer=confirm&otp=000000', { kind: 'declined', code: '2021' }]])('ends without a charge after %s', async (form, end) => {
    const wanted = await order({ instrument: await token('4000000000003220') })
    const outcome = await card.debit(wanted)
    for (let tries = 0; tries < 3; tries += 1) await answer(outcome.kind === 'redirect' ? outcome.url : '', form)
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject(end)
  })

  it('that nobody finished is stopped, and stopping it again is harmless (P18)', async () => {
    const wanted = await order({ instrument: await token('4000000000003220') })
    const outcome = await card.debit(wanted)
    const stop = { merchantTransactionId: wanted.merchantTransactionId, providerId: outcome.kind === 'redirect' ? outcome.providerId : '' }
    expect(await card.void(stop)).toMatchObject({ kind: 'cancelled' })
    expect(await card.void(stop)).toMatchObject({ kind: 'cancelled' })
  })

  it('finished while it was being stopped is a payment, and said to be one', async () => {
    const wanted = await order()
    const outcome = await card.debit(wanted)
    expect(await card.void({ merchantTransactionId: wanted.merchantTransactionId, providerId: outcome.kind === 'charged' ? outcome.providerId : '' })).toMatchObject({ kind: 'charged' })
  })

  it('is asked for by the bank only after the first try, within the same payment (P7)', async () => {
    const wanted = await order({ instrument: await token('4000000000003063') })
    const first = await card.debit(wanted)
    expect(first).toMatchObject({ kind: 'redirect' })
    expect(await card.debit(wanted)).toEqual(first)
    expect(card.readCallback(await callbackOf(wanted.merchantTransactionId))).toMatchObject({ merchantTransactionId: wanted.merchantTransactionId, outcome: { kind: 'pending' } })
    await answer(first.kind === 'redirect' ? first.url : '', 'answer=confirm&otp=123456')
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject({ kind: 'charged' })
    expect(await charges(wanted.merchantTransactionId)).toBe(1)
    expect(card.readCallback(await callbackOf(`${wanted.merchantTransactionId}.secure`))).toMatchObject({ merchantTransactionId: wanted.merchantTransactionId, outcome: { kind: 'charged' } })
  })
})

describe('a deposit', () => {
  it('is held until a day of the provider, saved for the counter, and voided once or twice (I8, P20)', async () => {
    const wanted = await order({ register: true })
    const held = await card.preauthorise(wanted)
    expect(held).toMatchObject({ kind: 'held', amountMinor: 15_915, captureBefore: expect.stringMatching(/^20.*Z$/), card: { referenceToken: expect.stringMatching(/^ref_/) } })
    const back = { merchantTransactionId: wanted.merchantTransactionId, providerId: held.kind === 'held' ? held.providerId : '' }
    expect(await card.void(back)).toMatchObject({ kind: 'voided' })
    expect(await card.void(back)).toMatchObject({ kind: 'voided' })
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject({ kind: 'voided' })
  })
})

describe('a kept card that the company holds anew', () => {
  const again = (scenario: string | null) => (scenario === null ? Promise.resolve({}) : admin('scenario', { scenario }))
    .then(() => order({ instrument: { kind: 'saved', referenceToken: 'ref_visa', token: null }, isMerchantInitiated: true }))
  it('needs nobody at the page, and no security code', async () => {
    await admin('cards/ref_visa', { state: 'cvv-refused' })
    expect(await card.preauthorise(await again(null))).toMatchObject({ kind: 'held', amountMinor: 15_915 })
    await admin('cards/ref_visa', { state: 'valid' })
  })
  it.each(['P7', 'P8'])('is declined where the bank wants to ask somebody (%s)', async (scenario) => {
    const wanted = await again(scenario)
    expect(await card.preauthorise(wanted)).toMatchObject({ kind: 'declined', code: '2022' })
    expect(await card.preauthorise(wanted)).toMatchObject({ kind: 'declined', code: '2022' })
  })
})

describe('a capture and a refund', () => {
  it('are made once however often they are asked for, and of a capture no more goes back than was taken', async () => {
    const { merchantTransactionId } = await order()
    const held = await card.preauthorise(await order({ merchantTransactionId }))
    const part = (amountMinor: number, of = held) => ({ merchantTransactionId, providerId: 'providerId' in of ? of.providerId ?? '' : '', amountMinor, currency: 'EUR' })
    const captured = await card.capture(part(5000))
    expect(captured).toMatchObject({ kind: 'charged', amountMinor: 5000 })
    expect(await card.capture(part(5000))).toMatchObject({ kind: 'charged', amountMinor: 5000 })
    const back = (amountMinor: number, number = 1) => ({ ...part(amountMinor, captured), number })
    expect(await card.refund(back(5001))).toMatchObject({ kind: 'declined', code: '1006' })
    // One that was declined is so under its number; each number is a refund of its own (DEC-282).
    for (const number of [2, 2, 3]) expect(await card.refund(back(500, number))).toMatchObject({ kind: 'refunded', amountMinor: 500 })
    const records = (await internalFetch(`${account.url}/admin/transactions`)).json() as { merchantTransactionId: string }[]
    expect(records.find((row) => row.merchantTransactionId === merchantTransactionId)).toMatchObject({ capturedMinor: 5000, refundedMinor: 1000 })
  })
})

describe('what is not known is not a failure', () => {
  it.each(['P9-drop', 'P9-500', 'P9-garbage', 'P9-html'])('%s: unknown, then charged by its status, once (P9)', async (scenario) => {
    await admin('scenario', { scenario })
    const wanted = await order()
    expect(await card.debit(wanted)).toMatchObject({ kind: 'unknown' })
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject({ kind: 'charged' })
    expect(await card.debit(wanted)).toMatchObject({ kind: 'charged' })
    expect(await charges(wanted.merchantTransactionId)).toBe(1)
  })

  it.each(['P9', 'P9-slow'])('%s: an answer that does not come in time, then charged (P9)', async (scenario) => {
    await admin('scenario', { scenario })
    const wanted = await order()
    expect(await hasty.debit(wanted)).toEqual({ kind: 'unknown', reason: 'timeout' })
    expect(await card.status(wanted.merchantTransactionId)).toMatchObject({ kind: 'charged' })
  })

  it('a charge that happens long after the silence is one charge, sent again or not (P10)', async () => {
    await admin('scenario', { behaviour: { transport: 'late', lateMs: 3_600_000 } })
    const wanted = await order()
    expect(await hasty.debit(wanted)).toEqual({ kind: 'unknown', reason: 'timeout' })
    expect(await card.status(wanted.merchantTransactionId)).toEqual({ kind: 'notFound' })
    expect(await card.debit(wanted)).toMatchObject({ kind: 'charged' })
    await admin('clock', { advanceMs: 3_600_000 })
    expect(await charges(wanted.merchantTransactionId)).toBe(1)
  })

  it.each(['P11', 'P11-1009', 'P11-1010', 'P11-3003'])('%s: refused before anything, taken the next time (P11)', async (scenario) => {
    await admin('scenario', { scenario })
    const wanted = await order()
    expect(await card.debit(wanted)).toMatchObject({ kind: 'unavailable' })
    expect(await card.status(wanted.merchantTransactionId)).toEqual({ kind: 'notFound' })
    expect(await card.debit(wanted)).toMatchObject({ kind: 'charged' })
  })

  it('wrong credentials take nothing and are no decline of the card', async () => {
    const wrong = createCardProvider({ account: { ...account, secret: 'another secret' }, times })
    expect(await wrong.debit(await order())).toEqual({ kind: 'unavailable', code: '1004' })
  })
})

describe('a provider that answers badly', () => {
  let bad: Server
  let respond: (response: ServerResponse) => void
  let against: CardProvider
  beforeAll(async () => {
    bad = createServer((_request, response) => { respond(response) })
    await new Promise<void>((resolve) => { bad.listen(0, '127.0.0.1', resolve) })
    against = createCardProvider({ account: { ...account, url: `http://127.0.0.1:${portOf(bad)}` }, times: impatient })
  })
  afterAll(() => { bad.closeAllConnections(); bad.close() })

  it.each<[string, (response: ServerResponse) => void, object]>([
    ['sends the caller elsewhere: not followed', (response) => { response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end() }, { kind: 'unknown' }],
    ['sends more than 256 kB', (response) => { response.end(`"${'x'.repeat(300_000)}"`) }, { kind: 'unknown', reason: 'unreadable' }],
    ['sends JSON of another shape', (response) => { response.end('{"success":"yes"}') }, { kind: 'unknown', reason: 'unreadable' }],
    ['says success without saying of what', (response) => { response.end('{"success":true,"returnType":"FINISHED"}') }, { kind: 'unknown', reason: 'unreadable' }],
    ['says an amount that is none', (response) => { response.end('{"success":true,"returnType":"FINISHED","uuid":"a","transactionType":"DEBIT","amount":"1e3","currency":"EUR"}') }, { kind: 'unknown', reason: 'unreadable' }],
    ['says failed and not why', (response) => { response.end('{"success":false,"returnType":"ERROR"}') }, { kind: 'unknown', reason: 'unreadable' }],
    ['ends the connection', (response) => { response.destroy() }, { kind: 'unknown', reason: 'network' }],
  ])('%s', async (_what, how, outcome) => {
    respond = how
    expect(await against.debit(await order())).toMatchObject(outcome)
  })

  it('takes so long that the time for the question is over: what is under way is given up, and no second call is made (P7)', async () => {
    const limit = new AbortController()
    let calls = 0
    respond = () => {
      calls += 1
      limit.abort()
    }
    // Only the limit may end it: on a busy machine the time of one call could be over first.
    const patient = createCardProvider({ account: { ...account, url: `http://127.0.0.1:${portOf(bad)}` }, times: { connectMs: 30_000, answerMs: 30_000 } })
    const lost = { kind: 'unknown', reason: 'timeout' }
    expect(await patient.debit(await order(), limit.signal)).toEqual(lost)
    expect(await patient.status('pay-0', limit.signal)).toEqual(lost)
    expect(calls).toBe(1)
  })

  it('or is not there: nothing can have happened', async () => {
    const nobody = createCardProvider({ account: { ...account, url: 'http://127.0.0.1:9' }, times: impatient })
    expect(await nobody.debit(await order())).toEqual({ kind: 'unavailable', code: 'unreached' })
  })
})

describe('a callback', () => {
  const paid = async () => {
    const wanted = await order()
    await card.debit(wanted)
    return { id: wanted.merchantTransactionId, callback: await callbackOf(wanted.merchantTransactionId) }
  }

  it('is believed when its signature holds, and names its event the same every time (P13)', async () => {
    const { id, callback } = await paid()
    const event = card.readCallback(callback)
    expect(event).toMatchObject({ merchantTransactionId: id, outcome: { kind: 'charged', amountMinor: 15_915, currency: 'EUR' } })
    await admin('callback', { merchantTransactionId: id, forge: 'nothing' })
    expect(card.readCallback(callbacks.at(-1)!)?.eventId).toBe(event?.eventId)
  })

  it.each<[string, (callback: RawCallback) => RawCallback]>([
    ['another signature', (callback) => ({ ...callback, headers: { ...callback.headers, 'x-signature': 'AAAA' } })],
    ['no signature', ({ headers: { 'x-signature': _gone, ...headers }, ...callback }) => ({ ...callback, headers })],
    ['another amount', (callback) => ({ ...callback, body: callback.body.replace('159.15', '159.16') })],
    ['another tenant in the address', (callback) => ({ ...callback, path: callback.path.replace('costaverde', 'islandcars') })],
    ['another date', (callback) => ({ ...callback, headers: { ...callback.headers, 'x-date': new Date(0).toUTCString() } })],
  ])('with %s is not (P14)', async (_what, change) => {
    const { callback } = await paid()
    expect(card.readCallback(change(callback))).toBeNull()
  })

  it('signed with the right secret and another amount is read as what it says: the engine finds the difference (P14)', async () => {
    const { id } = await paid()
    await admin('callback', { merchantTransactionId: id, forge: 'amount' })
    expect(card.readCallback(callbacks.at(-1)!)).toMatchObject({ outcome: { kind: 'charged', amountMinor: 16_015 } })
  })
})
