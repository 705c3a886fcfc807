import { createApp } from '@checkin/sandbox-card'
import { internalFetch, traceSettings } from '@checkin/server'
import { otlpCollector, type CollectedSpan, type OtlpCollector } from '@checkin/testing/otlp-collector'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCardProvider } from '../src/payments/providers/card-provider.ts'
import { payingApi, type PayingApi } from './fixtures/paying-renter.fixture.ts'

const credentials = { apiKey: 'shop', user: 'shop-user', password: 'a long password', secret: 'a long secret' }
const shop = 'http://card.localhost:4002'
/** What the site says of the page's trace. */
const site = { trace: 'c'.repeat(32), span: 'd'.repeat(16) }
const fromSite = { traceparent: `00-${site.trace}-${site.span}-01` }

let collector: OtlpCollector
let sandbox: ReturnType<typeof createApp>
let origin: string
let world: PayingApi
/** `traceparent` of each call that reached the provider. */
const named: (string | undefined)[] = []

beforeAll(async () => {
  collector = await otlpCollector()
  sandbox = createApp({ ...credentials, file: ':memory:', origin: shop, publicKey: 'fields', shops: ['http://costaverde.localhost'], delayScale: 1, savedCards: [] }, { log: { level: 'silent' } })
  sandbox.app.addHook('onRequest', (request, _reply, done) => {
    if (request.url.startsWith('/api/')) named.push(request.headers['traceparent'] as string | undefined)
    done()
  })
  await sandbox.app.listen({ port: 0, host: '127.0.0.1' })
  const address = sandbox.app.server.address()
  origin = `http://card.localhost:${typeof address === 'object' && address ? address.port : 0}`
  const traces = traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, CHECKIN_TRACE_HOSTS: 'card.localhost' })
  world = await payingApi({}, { card: createCardProvider({ account: { url: origin, ...credentials }, times: { connectMs: 5000, answerMs: 60_000 } }), ...(traces && { traces }) })
})
afterAll(async () => {
  await world.stop()
  sandbox.app.server.closeAllConnections()
  await sandbox.stop()
  await collector.stop()
})

const ask = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}) => (await internalFetch(`${origin}${path}`, { method: 'POST', body, headers })).json() as Record<string, unknown>
const typedToken = async () => String((await ask('/js/integrated/tokenize', { publicKey: 'fields', number: '4111111111111111', cvv: '737', month: '12', year: '2031', card_holder: 'Maria Silva' }, { origin: shop }))['token'])

/** Waits for the collector to have a span of the trace. */
async function span(find: (each: CollectedSpan) => boolean): Promise<CollectedSpan> {
  const found = () => collector.spans.find((each) => each.traceId === site.trace && find(each))
  await expect.poll(found).toBeDefined()
  return found() as CollectedSpan
}

describe('a payment is one trace (ECO-5)', () => {
  it('from the site\'s call by the stored job to the provider, who is named the trace, and by the worker that takes the job up later', async () => {
    await ask('/admin/scenario', { scenario: 'P9-500' })
    const renter = await world.renter()
    const paid = await renter.post({ token: await typedToken() }, 'key-of-the-trace', fromSite)
    expect(paid.statusCode).toBeLessThan(300)

    const call = await span(({ kind, name }) => kind === 2 && name === 'POST /api/payment')
    expect([call.service, call.parentSpanId]).toEqual(['reservation-api', site.span])
    const job = await span(({ kind, parentSpanId }) => kind === 5 && parentSpanId === call.spanId)
    expect(job.name).toBe('payment take')
    const asked = await span(({ kind, parentSpanId }) => kind === 3 && parentSpanId === job.spanId)
    expect(asked.attributes).toMatchObject({ 'server.address': 'card.localhost', 'http.request.method': 'POST' })
    expect(named).toContain(`00-${site.trace}-${asked.spanId}-01`)

    await world.work()
    const again = await span(({ kind, parentSpanId, spanId }) => kind === 5 && parentSpanId === call.spanId && spanId !== job.spanId)
    const followUp = await span(({ kind, parentSpanId }) => kind === 3 && parentSpanId === again.spanId)
    expect(named).toContain(`00-${site.trace}-${followUp.spanId}-01`)
  })

  it('whose lines in the log name it, and whose spans name nobody', async () => {
    const renter = await world.renter()
    await renter.post({ token: await typedToken() }, 'key-of-the-log', fromSite)
    await span(({ kind, name }) => kind === 5 && name === 'payment take')
    const lines = world.api.logs().split('\n').filter((line) => line.includes('"msg":"payment moved"') || line.includes('/api/payment"'))
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => !/"trace_id":"[0-9a-f]{32}"/.test(line))).toEqual([])
    expect(lines.some((line) => line.includes(site.trace))).toBe(true)
    const sent = collector.calls.map(({ body }) => body).join('')
    expect(sent).toContain('payment take')
    for (const personal of ['Silva', 'Maria', 'maria.silva', '4111111111111111', 'ix::', renter.guid, 'costaverde.localhost', '203.0.113.7', 'checkin_session', 'key-of-the']) expect(sent, personal).not.toContain(personal)
  })

  it('that only a site can leave unrecorded: without its key the caller decides nothing', async () => {
    const renter = await world.renter()
    const state = (trace: string, headers = {}) => renter.call('GET', `/payment/state/${renter.number}`, undefined, { traceparent: `00-${trace.repeat(32)}-${site.span}-00`, ...headers })
    await state('f')
    await state('e', { 'x-checkin-proxy': 'not the secret' })
    const recorded = (trace: string) => collector.spans.some(({ traceId }) => traceId === trace.repeat(32))
    await expect.poll(() => recorded('e')).toBe(true)
    expect(recorded('f')).toBe(false)
  })
})
