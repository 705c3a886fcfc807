import { internalFetch, traceSettings, type Service } from '@checkin/server'
import { otlpCollector, type OtlpCollector } from '@checkin/testing/otlp-collector'
import { afterEach, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'

let [site, api, collector]: [WholeSite | undefined, Service | undefined, OtlpCollector | undefined] = [undefined, undefined, undefined]
afterEach(async () => {
  await site?.stop()
  await api?.stop()
  await collector?.stop()
  site = api = collector = undefined
})

const page = { trace: 'a'.repeat(32), span: 'b'.repeat(16) }

/** A call as a page makes it, through a site that records so many of them; answers what the API received. */
async function received(ratio: string | null, headers: Readonly<Record<string, string>>) {
  const seen: Record<string, unknown>[] = []
  api = anApi()
  api.app.post('/api/payment', (request) => { seen.push(request.headers); return { got: request.body } })
  const apiPort = await api.listen({ port: 0 })
  collector = await otlpCollector()
  const traces = ratio === null ? null : traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, OTEL_TRACES_SAMPLER_ARG: ratio })
  site = await wholeSite({ apiPort, ...(traces && { traces }) })
  const { status } = await internalFetch(`http://127.0.0.1:${site.port}/api/payment`, { method: 'POST', body: { holder: 'Maria Silva' }, headers: { host: tenant, ...headers } })
  expect(status).toBe(200)
  await site.stop()
  site = undefined
  return { headers: seen[0] ?? {}, calls: collector.spans.filter(({ name }) => name.startsWith('POST')), all: collector.calls.map(({ body }) => body).join('') }
}

it('a call of a page goes on to the API in the page\'s own trace: the site\'s span, its call, and the API named below it (ECO-5)', async () => {
  const { headers, calls, all } = await received('1', { traceparent: `00-${page.trace}-${page.span}-00` })
  const [served, made] = [calls.find(({ kind }) => kind === 2), calls.find(({ kind }) => kind === 3)]
  expect(served).toMatchObject({ service: 'site', name: 'POST /api/*', traceId: page.trace, parentSpanId: page.span })
  expect(made).toMatchObject({ service: 'site', traceId: page.trace, parentSpanId: served?.spanId, attributes: { 'http.response.status_code': 200 } })
  expect(headers['traceparent']).toBe(`00-${page.trace}-${made?.spanId}-01`)
  expect(all).not.toMatch(/Silva|costaverde/)
})

it('a stranger\'s wish to be recorded goes no further than the site, whose word the API takes', async () => {
  const { headers, calls } = await received('0', { traceparent: `00-${page.trace}-${page.span}-01`, tracestate: 'vendor=maria', baggage: 'name=maria' })
  expect(headers['traceparent']).toMatch(new RegExp(`^00-${page.trace}-[0-9a-f]{16}-00$`))
  expect([headers['tracestate'], headers['baggage'], calls]).toEqual([undefined, undefined, []])
})

it('a site that traces nothing passes nothing of a trace on', async () => {
  const { headers } = await received(null, { traceparent: `00-${page.trace}-${page.span}-01`, tracestate: 'vendor=maria' })
  expect([headers['traceparent'], headers['tracestate']]).toEqual([undefined, undefined])
})
