import { createHmac } from 'node:crypto'
import { createServer, type Server, type ServerResponse } from 'node:http'
import { createApp } from '@checkin/sandbox-wallet'
import { internalFetch } from '@checkin/server'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ProviderOrder, ProviderOutcome, RawCallback, WalletProvider } from './provider.ts'
import type { WalletAccount } from './provider-settings.ts'
import { createWalletProvider } from './wallet-provider.ts'

const times = { connectMs: 1000, answerMs: 5000 }
const impatient = { connectMs: 1000, answerMs: 400 }
const credentials = { clientId: 'shop', clientSecret: 'a long password', webhookSecret: 'a long secret' }

let sandbox: ReturnType<typeof createApp>
let account: WalletAccount
let wallet: WalletProvider
let hasty: WalletProvider
let receiver: Server
let callbackUrl: string
const events: RawCallback[] = []
const portOf = (server: Server): number => { const address = server.address(); return typeof address === 'object' && address ? address.port : 0 }

beforeAll(async () => {
  sandbox = createApp({ ...credentials, file: ':memory:', origin: 'http://wallet.localhost:4002', delayScale: 1 }, { log: { level: 'silent' } })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  account = { ...credentials, url: `http://wallet.localhost:${portOf(sandbox.app.server)}` }
  wallet = createWalletProvider({ account, times })
  hasty = createWalletProvider({ account, times: impatient })
  receiver = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => { body += part.toString() })
    request.on('end', () => {
      events.push({ method: 'POST', path: request.url ?? '', headers: request.headers as Record<string, string>, body })
      response.end(wallet.acknowledgement)
    })
  })
  await new Promise<void>((resolve) => { receiver.listen(0, '127.0.0.1', resolve) })
  callbackUrl = `http://127.0.0.1:${portOf(receiver)}/provider/v1/wallet/callback/costaverde`
})
afterEach(() => admin('scenario', { clear: true }))
afterAll(async () => {
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
  receiver.close()
})

const admin = async (path: string, body: object) => (await internalFetch(`${account.url}/admin/${path}`, { method: 'POST', body })).json()
let orders = 0
const order = (change: Partial<ProviderOrder> = {}): ProviderOrder => ({
  tenantId: 'costaverde', merchantTransactionId: `wallet-${orders += 1}`, amountMinor: 15_915, currency: 'EUR', description: 'Reservation CV1001', language: null,
  successUrl: 'http://costaverde.localhost/reservation/token/success', cancelUrl: 'http://costaverde.localhost/reservation/token/cancel', callbackUrl, ...change,
})
const begun = async (change: Partial<ProviderOrder> = {}) => {
  const wanted = order(change)
  const outcome = await wallet.createOrder(wanted)
  if (outcome.kind !== 'redirect') throw new Error(`not a redirect: ${outcome.kind}`)
  return { wanted, outcome, named: { merchantTransactionId: wanted.merchantTransactionId, providerId: outcome.providerId } }
}
const press = (url: string, answer: string) =>
  internalFetch(url.replace('http://wallet.localhost:4002', account.url), { method: 'POST', body: `answer=${answer}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } })
const approved = async () => {
  const started = await begun()
  await press(started.outcome.url, 'approve')
  return started
}
const eventsOf = async (id: string) => {
  await admin('clock', { advanceMs: 0 })
  return events.filter(({ body }) => body.includes(`"${id}"`))
}
const charged = { kind: 'charged', amountMinor: 15_915, currency: 'EUR', card: null }

describe('a wallet payment', () => {
  it('leads to the wallet, is approved there, and comes back with the three parameters (DEC-68)', async () => {
    const { wanted, outcome } = await begun()
    const page = await internalFetch(outcome.url.replace('http://wallet.localhost:4002', account.url))
    expect([page.status, page.text()]).toEqual([200, expect.stringContaining('159.15')])
    const back = new URL(String((await press(outcome.url, 'approve')).headers.location))
    expect(back.pathname).toBe('/reservation/token/success')
    expect(Object.fromEntries(back.searchParams)).toEqual({ requestToken: outcome.providerId, approvalToken: expect.stringMatching(/^\w+$/), uniqueIdentifier: wanted.merchantTransactionId })
  })

  it.each(['en', 'pt', 'fr'])('asks in the language of the renter, whatever the browser wants: %s (I18N)', async (language) => {
    const { outcome } = await begun({ language })
    const page = await internalFetch(outcome.url.replace('http://wallet.localhost:4002', account.url), { headers: { 'accept-language': 'de' } })
    expect(page.text()).toContain(`<html lang="${language}"`)
  })

  it('is paid when we take it, once, however often and from how many sides (I1)', async () => {
    const { named } = await approved()
    expect(await wallet.status(named.merchantTransactionId)).toMatchObject({ kind: 'pending' })
    const outcomes: ProviderOutcome[] = await Promise.all(Array.from({ length: 5 }, () => wallet.capture(named)))
    for (const outcome of outcomes) expect(outcome).toMatchObject(charged)
    expect(await wallet.status(named.merchantTransactionId)).toMatchObject(charged)
    expect((await eventsOf(named.merchantTransactionId)).filter(({ body }) => body.includes('CAPTURE.COMPLETED'))).toHaveLength(1)
  })

  it('is not taken before its approval', async () => {
    const { named, outcome } = await begun()
    expect(await wallet.capture(named)).toEqual(outcome)
  })

  it('is one order however often it is made (P12)', async () => {
    const wanted = order()
    const made = await Promise.all([wallet.createOrder(wanted), wallet.createOrder(wanted), wallet.createOrder(wanted)])
    expect(new Set(made.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  })

  it('that is cancelled leads back to the cancel page, stays open until we end it, and is over then (P18)', async () => {
    const { named, outcome } = await begun()
    expect((await press(outcome.url, 'cancel')).headers.location).toContain('/reservation/token/cancel')
    expect(await wallet.status(named.merchantTransactionId)).toEqual(outcome)
    expect(await wallet.cancel(named)).toMatchObject({ kind: 'cancelled' })
    expect(await wallet.cancel(named)).toMatchObject({ kind: 'cancelled' })
    expect((await press(outcome.url, 'approve')).status).toBe(410)
  })

  it('that was paid cannot be cancelled any more, and says that it is paid', async () => {
    const { named } = await approved()
    await wallet.capture(named)
    expect(await wallet.cancel(named)).toMatchObject(charged)
  })

  it('can be declined by the wallet (P6), and expires after three hours', async () => {
    const poor = await approved()
    await admin('scenario', { fault: 'declined' })
    expect(await wallet.capture(poor.named)).toMatchObject({ kind: 'declined', code: 'INSTRUMENT_DECLINED' })
    expect(await wallet.status(poor.named.merchantTransactionId)).toMatchObject({ kind: 'declined', code: 'INSTRUMENT_DECLINED' })
    const slow = await approved()
    await admin('clock', { advanceMs: 4 * 3_600_000 })
    expect(await wallet.capture(slow.named)).toMatchObject({ kind: 'expired' })
  })

  it('that nobody knows is not found', async () => {
    expect(await wallet.status('never-made')).toEqual({ kind: 'notFound' })
  })
})

describe('a refund by the wallet', () => {
  const taken = async () => {
    const { named } = await approved()
    await wallet.capture(named)
    return { ...named, amountMinor: 500, currency: 'EUR', number: 1 }
  }
  it('is made once however often it is asked for, and its event names it as well', async () => {
    const refund = await taken()
    const first = await wallet.refund(refund)
    expect(first).toMatchObject({ kind: 'refunded', amountMinor: 500 })
    expect(await wallet.refund(refund)).toEqual(first)
    const reported = (await eventsOf(refund.merchantTransactionId)).map((event) => wallet.readCallback(event)?.outcome).filter((outcome) => outcome?.kind === 'refunded')
    expect(reported).toEqual([first])
    const second = await wallet.refund({ ...refund, number: 2 })
    expect(second).toMatchObject({ kind: 'refunded', amountMinor: 500 })
    expect([second, await wallet.refund({ ...refund, number: 2 })]).not.toContainEqual(first)
    expect(await wallet.status(refund.merchantTransactionId)).toMatchObject(charged)
  })
  it.each(['drop-after', 'error-after', 'garbage-after'])('whose answer is lost (%s) is the same when it is asked for again (P9)', async (fault) => {
    const refund = await taken()
    await admin('scenario', { operation: 'refund', fault })
    expect(await wallet.refund(refund)).toMatchObject({ kind: 'unknown' })
    expect(await wallet.refund(refund)).toMatchObject({ kind: 'refunded', amountMinor: 500 })
  })
  it.each([['more than was taken', 15_916, 'REFUND_AMOUNT_EXCEEDED', null], ['what the wallet refuses', 500, 'REFUND_FAILED', 'declined']])('of %s is declined', async (_case, amountMinor, code, fault) => {
    const refund = await taken()
    if (fault) await admin('scenario', { operation: 'refund', fault })
    expect(await wallet.refund({ ...refund, amountMinor })).toEqual({ kind: 'declined', providerId: null, code })
  })
  it('of what was never taken is not known to have happened', async () => {
    const { named } = await approved()
    expect(await wallet.refund({ ...named, amountMinor: 500, currency: 'EUR', number: 1 })).toMatchObject({ kind: 'unknown' })
  })
})

describe('what is not known is not a failure', () => {
  it.each(['drop-after', 'error-after', 'garbage-after'])('%s: unknown, then charged by its status (P9)', async (fault) => {
    const { named } = await approved()
    await admin('scenario', { operation: 'capture', fault })
    expect(await wallet.capture(named)).toMatchObject({ kind: 'unknown' })
    expect(await wallet.status(named.merchantTransactionId)).toMatchObject(charged)
    expect(await wallet.capture(named)).toMatchObject(charged)
  })

  it('an answer that does not come in time, then the same order (P9)', async () => {
    const wanted = order()
    await admin('scenario', { operation: 'create', fault: 'silent-after' })
    expect(await hasty.createOrder(wanted)).toEqual({ kind: 'unknown', reason: 'timeout' })
    expect(await wallet.createOrder(wanted)).toMatchObject({ kind: 'redirect' })
  })

  it('busy before anything is "later" (P11)', async () => {
    const wanted = order()
    await admin('scenario', { operation: 'create', fault: 'busy' })
    expect(await wallet.createOrder(wanted)).toEqual({ kind: 'unavailable', code: '503' })
    expect(await wallet.status(wanted.merchantTransactionId)).toEqual({ kind: 'notFound' })
  })

  it('wrong credentials are nobody\'s decline', async () => {
    expect(await createWalletProvider({ account: { ...account, clientSecret: 'another password' }, times }).createOrder(order())).toMatchObject({ kind: 'unavailable' })
  })
})

describe('a wallet that answers badly', () => {
  let bad: Server
  let respond: (response: ServerResponse) => void
  beforeAll(async () => {
    bad = createServer((_request, response) => { respond(response) })
    await new Promise<void>((resolve) => { bad.listen(0, '127.0.0.1', resolve) })
  })
  afterAll(() => { bad.closeAllConnections(); bad.close() })

  it.each<[string, (response: ServerResponse) => void]>([
    ['sends the caller elsewhere', (response) => { response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end() }],
    ['sends an order of somebody else', (response) => { response.end('{"id":"A","status":"COMPLETED","purchase_units":[{"amount":{"currency_code":"EUR","value":"159.15"},"custom_id":"not-ours"}]}') }],
    ['says paid without a capture', (response) => { response.end(`{"id":"A","status":"COMPLETED","purchase_units":[{"amount":{"currency_code":"EUR","value":"1"},"custom_id":"wallet-${orders}"}]}`) }],
    ['sends a page', (response) => { response.end('<h1>hello</h1>') }],
  ])('%s: unknown', async (_what, how) => {
    respond = how
    const against = createWalletProvider({ account: { ...account, url: `http://127.0.0.1:${portOf(bad)}` }, times: impatient })
    expect(await against.createOrder(order())).toEqual({ kind: 'unknown', reason: 'unreadable' })
  })
})

describe('an event', () => {
  it('reports an approval that came back to nobody: our server captures it (P16)', async () => {
    const { named } = await begun()
    await admin(`orders/${named.providerId}/approve`, {})
    const [event] = await eventsOf(named.merchantTransactionId)
    expect(wallet.readCallback(event!)).toMatchObject({ merchantTransactionId: named.merchantTransactionId, outcome: { kind: 'pending' } })
  })

  it('is named the same every time it is sent (P13)', async () => {
    await admin('scenario', { webhooks: 'twice' })
    const { named } = await approved()
    const sent = await eventsOf(named.merchantTransactionId)
    expect(sent).toHaveLength(2)
    expect(new Set(sent.map((event) => wallet.readCallback(event)?.eventId)).size).toBe(1)
  })

  it.each([['signature', null], ['amount', { outcome: { kind: 'charged', amountMinor: 16_015 } }]])('with a forged %s is seen through (P14)', async (forge, read) => {
    const { named } = await approved()
    await wallet.capture(named)
    // The real ones first: then the last one is the forged one.
    await eventsOf(named.merchantTransactionId)
    await admin('webhook', { id: named.providerId, url: callbackUrl, forge })
    const event = wallet.readCallback(events.at(-1)!)
    if (read === null) expect(event).toBeNull()
    else expect(event).toMatchObject(read)
  })

  it.each<[string, (event: RawCallback) => RawCallback]>([
    ['sent on to another company', (event) => ({ ...event, path: event.path.replace('costaverde', 'alpen') })],
    ['sent on as if it were new', (event) => ({ ...event, headers: { ...event.headers, 'wallet-transmission-time': new Date(Date.now() + 1000).toISOString() } })],
    ['sent on as one of the release before', ({ headers: { 'wallet-transmission-version': _version, ...headers }, ...event }) => ({ ...event, headers })],
  ])('%s is not believed (SEC-26)', async (_what, change) => {
    const { named } = await approved()
    const [event] = await eventsOf(named.merchantTransactionId)
    expect(wallet.readCallback(event!)).not.toBeNull()
    expect(wallet.readCallback(change(event!))).toBeNull()
  })

  it('is not believed a quarter of an hour later (SEC-26)', async () => {
    const { named } = await approved()
    const [event] = await eventsOf(named.merchantTransactionId)
    vi.setSystemTime(Date.now() + 15 * 60_000)
    const read = wallet.readCallback(event!)
    vi.useRealTimers()
    expect(read).toBeNull()
  })

  it('of a wallet of the release before is believed with the signature of then', async () => {
    const { named } = await approved()
    const [event] = await eventsOf(named.merchantTransactionId)
    const { 'wallet-transmission-version': _version, ...headers } = event!.headers
    const signature = createHmac('sha256', credentials.webhookSecret).update([headers['wallet-transmission-id'], headers['wallet-transmission-time'], event!.body].join('\n')).digest('hex')
    expect(wallet.readCallback({ ...event!, headers: { ...headers, 'wallet-transmission-sig': signature } })).toMatchObject({ merchantTransactionId: named.merchantTransactionId })
  })

  it('whose body was changed on the way is not believed (P14)', async () => {
    const { named } = await approved()
    const [event] = await eventsOf(named.merchantTransactionId)
    expect(wallet.readCallback({ ...event!, body: event!.body.replace('159.15', '1.00') })).toBeNull()
  })
})
