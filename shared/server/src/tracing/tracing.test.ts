import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, describe, expect, it } from 'vitest'
import { internalFetch } from '../http/internal-fetch.ts'
import { createService, type Service, type ServiceOptions } from '../service/create-service.ts'
import { otlpCollector, type OtlpCollector } from '@checkin/testing/otlp-collector'
import { beginCall, currentSpan, currentTraceparent } from './spans.ts'
import { traceSettings } from './trace-settings.ts'

const running: { stop: () => Promise<unknown> }[] = []
afterEach(async () => { for (const each of running.splice(0).reverse()) await each.stop() })

const foreign = { trace: '4bf92f3577b34da6a3ce929d0e0e4736', span: '00f067aa0ba902b7' }
const header = (flags: '00' | '01') => ({ traceparent: `00-${foreign.trace}-${foreign.span}-${flags}` })

async function collector(options?: Parameters<typeof otlpCollector>[0]): Promise<OtlpCollector> {
  const one = await otlpCollector(options)
  running.push(one)
  return one
}

/** A service with one call whose address, query and body hold what somebody typed. */
async function started(endpoint: string, { env = {}, ...options }: Partial<ServiceOptions> & { readonly env?: Record<string, string> } = {}) {
  const lines: string[] = []
  const service: Service = createService({
    name: 'desk', log: { destination: { write: (line) => { lines.push(line) } } }, traces: traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...env }), ...options,
  })
  service.app.post('/renters/:name', async (request) => {
    await Promise.resolve()
    request.log.info({ said: 'once' }, 'at work')
    service.app.log.info('deep in the work')
    return currentSpan()?.ids ?? null
  })
  service.app.get('/fails', () => { throw new Error('Maria Silva failed') })
  const port = await service.listen({ port: 0 })
  let isStopped = false
  const stop = async () => { if (!isStopped) { isStopped = true; await service.stop() } }
  running.push({ stop })
  const ask = (headers: Record<string, string> = {}) => internalFetch(`http://127.0.0.1:${port}/renters/Maria%20Silva?mail=maria@example.com`, { method: 'POST', body: { tax: '123456789' }, headers })
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)
  return { service, port, ask, stop, logged }
}

describe('traces of a service (ECO-5, REL-22)', () => {
  it('go to the collector that the settings name, one span for each call, by its route', async () => {
    const { endpoint, spans, calls } = await collector()
    const { ask, stop, port } = await started(endpoint, { env: { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector' } })
    await ask()
    await internalFetch(`http://127.0.0.1:${port}/fails`)
    await internalFetch(`http://127.0.0.1:${port}/readyz`)
    await stop()
    expect(calls[0]).toMatchObject({ path: '/v1/traces', headers: { authorization: 'Bearer of-the-collector' } })
    expect(spans.map(({ service, name, kind, parentSpanId, attributes }) => ({ service, name, kind, parentSpanId, attributes }))).toEqual([
      { service: 'desk', name: 'POST /renters/:name', kind: 2, parentSpanId: '', attributes: { 'http.request.method': 'POST', 'http.route': '/renters/:name', 'http.response.status_code': 200 } },
      { service: 'desk', name: 'GET /fails', kind: 2, parentSpanId: '', attributes: { 'http.request.method': 'GET', 'http.route': '/fails', 'http.response.status_code': 500 } },
    ])
  })

  it('say nothing of a person: no address, query, header, body or message', async () => {
    const { endpoint, calls } = await collector()
    const { ask, stop, port } = await started(endpoint)
    await ask({ 'user-agent': 'Marias Telefon', 'x-forwarded-for': '203.0.113.7', cookie: 'checkin_session=secret-of-maria' })
    await internalFetch(`http://127.0.0.1:${port}/fails`)
    await internalFetch(`http://127.0.0.1:${port}/no/such/Silva`)
    await stop()
    const sent = calls.map(({ body }) => body).join('')
    expect(sent).toContain('/renters/:name')
    expect(sent).not.toMatch(/silva|maria|example\.com|123456789|203\.0\.113|secret/i)
  })

  it('have their ids in every line that is logged for a call', async () => {
    const { endpoint } = await collector()
    const { ask, logged } = await started(endpoint)
    const ids = (await ask()).json()
    const own = (line: Record<string, unknown>) => ({ trace_id: line['trace_id'], span_id: line['span_id'] })
    await expect.poll(() => logged().filter(({ msg }) => ['at work', 'deep in the work', 'call'].includes(String(msg))).map(own)).toEqual([ids, ids, ids])
  })

  it('are of the call also where its body comes in pieces, in the context of the connection (REL-22)', async () => {
    const { endpoint } = await collector()
    const { port, ask } = await started(endpoint)
    await ask()
    // Two calls at a time over kept connections: what the parser of one body leaves behind must not be what the next call works for.
    const inPieces = async (): Promise<unknown> => {
      const pieces = new ReadableStream<Uint8Array>({
        start: async (body) => {
          for (const piece of ['{"tax":', '"1"', '}']) {
            body.enqueue(new TextEncoder().encode(piece))
            await delay(20)
          }
          body.close()
        },
      })
      const answer = await fetch(`http://127.0.0.1:${port}/renters/one`, { method: 'POST', headers: { 'content-type': 'application/json', ...header('01') }, body: pieces, duplex: 'half' } as RequestInit)
      return answer.json()
    }
    for (let time = 0; time < 3; time += 1) expect(await Promise.all([inPieces(), inPieces()])).toEqual([expect.objectContaining({ trace_id: foreign.trace }), expect.objectContaining({ trace_id: foreign.trace })])
  })

  it('leave what a line says to that line, and nothing of it to the later ones of the call (DEC-216)', async () => {
    const { endpoint } = await collector()
    const { ask, logged } = await started(endpoint)
    expect(Object.keys((await ask()).json() as object)).toEqual(['trace_id', 'span_id'])
    await expect.poll(() => logged().map(({ msg }) => msg)).toContain('call')
    expect(logged().filter((line) => 'said' in line).map(({ msg }) => msg)).toEqual(['at work'])
  })

  it('go on with the trace of whoever calls', async () => {
    const { endpoint, spans } = await collector()
    const { ask, stop } = await started(endpoint)
    await ask(header('01'))
    await ask({ traceparent: 'ff-nonsense' })
    await ask({ traceparent: `00-${'0'.repeat(32)}-${foreign.span}-01` })
    await stop()
    expect(spans.map(({ traceId, parentSpanId }) => ({ isForeign: traceId === foreign.trace, parentSpanId }))).toEqual([
      { isForeign: true, parentSpanId: foreign.span }, { isForeign: false, parentSpanId: '' }, { isForeign: false, parentSpanId: '' },
    ])
  })

  it('are not recorded because a stranger asks for it, and the stranger cannot choose a lucky id', async () => {
    const { endpoint, spans } = await collector()
    const { ask, stop } = await started(endpoint, { env: { OTEL_TRACES_SAMPLER_ARG: '0' } })
    expect((await ask(header('01'))).json()).toMatchObject({ trace_id: foreign.trace })
    await ask({ traceparent: `00-${'0'.repeat(31)}1-${foreign.span}-01` })
    await stop()
    expect(spans).toEqual([])
  })

  it('are recorded as a caller of this product decided', async () => {
    const { endpoint, spans } = await collector()
    const never = await started(endpoint, { env: { OTEL_TRACES_SAMPLER_ARG: '0' }, isVouchedFor: ({ headers }) => headers['x-proof'] === 'right' })
    await never.ask({ ...header('01'), 'x-proof': 'right' })
    await never.ask({ ...header('01'), 'x-proof': 'wrong' })
    const always = await started(endpoint, { isVouchedFor: () => true })
    await always.ask(header('00'))
    await never.stop()
    await always.stop()
    expect(spans.map(({ parentSpanId }) => parentSpanId)).toEqual([foreign.span])
  })

  it('are named to other services of this product, and to somebody else only where the settings say so', async () => {
    const { endpoint } = await collector()
    const { service } = await started(endpoint, { env: { CHECKIN_TRACE_HOSTS: 'pay.example, sms.example' } })
    const named = await service.tracer.job('work', null, async () => [{ host: 'api', isForeign: false }, { host: 'pay.example', isForeign: true }, { host: 'other.example', isForeign: true }]
      .map((call) => [call.host, 'traceparent' in beginCall({ method: 'GET', ...call }).headers]))
    expect(named).toEqual([['api', true], ['pay.example', true], ['other.example', false]])
  })

  it('are gone on with by work that was stored, and failures keep their name without their message', async () => {
    const { endpoint, spans } = await collector()
    const { service, stop } = await started(endpoint)
    const cause = await service.tracer.job('cause', null, async () => currentTraceparent())
    await expect(service.tracer.job('later', cause, () => Promise.reject(new RangeError('Maria Silva')))).rejects.toThrow('Maria Silva')
    await stop()
    const [first, second] = spans
    expect(second).toMatchObject({ name: 'later', kind: 5, traceId: first?.traceId, parentSpanId: first?.spanId, attributes: { 'error.type': 'RangeError' } })
  })
})

describe('a collector that gives no answer', () => {
  it('costs no call anything, and its spans are counted as failed', async () => {
    const { endpoint } = await collector({ answers: () => undefined })
    const { ask, service } = await started(endpoint)
    const answered = await Promise.all(Array.from({ length: 300 }, () => ask()))
    expect(answered.every(({ status }) => status === 200)).toBe(true)
    await expect.poll(async () => service.metrics.getSingleMetricAsString('trace_spans_total')).toMatch(/outcome="failed",service="desk"\} [1-9]/)
  })

  it('keeps only so many spans waiting: what comes on top is dropped and counted', async () => {
    const { endpoint } = await collector({ answers: () => undefined })
    const { service } = await started(endpoint)
    await Promise.all(Array.from({ length: 5000 }, () => service.tracer.job('work', null, async () => undefined)))
    expect(await service.metrics.getSingleMetricAsString('trace_spans_total')).toMatch(/outcome="dropped",service="desk"\} [1-9]\d{3}/)
  })

  it('that is not there at all changes nothing', async () => {
    const { endpoint, stop } = await collector()
    await stop()
    const { ask } = await started(endpoint)
    expect((await ask()).status).toBe(200)
  })
})

/** The packages of OpenTelemetry that a process of its own has loaded once a service with these settings is ready; a test's own runner may have loaded them already. */
async function packagesLoaded(endpoint: string): Promise<string[]> {
  const program = `
    import { registerHooks } from 'node:module'
    const loaded = new Set()
    registerHooks({ load: (url, context, next) => { const name = /node_modules\\/(@opentelemetry\\/[^/]+)\\/(?!.*node_modules)/.exec(url)?.[1]; if (name) loaded.add(name); return next(url, context) } })
    const { createService, traceSettings } = await import(${JSON.stringify(new URL('../index.ts', import.meta.url).href)})
    const service = createService({ name: 'desk', log: { level: 'silent' }, traces: traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: ${JSON.stringify(endpoint)} }) })
    await service.app.ready()
    await service.stop()
    console.log(JSON.stringify([...loaded].sort()))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', program], { cwd: fileURLToPath(new URL('../..', import.meta.url)) })
  return JSON.parse(stdout) as string[]
}

describe('without the setting', () => {
  it('no package of OpenTelemetry is loaded but the one that the metrics bring by themselves; with it the others are (ECO-5, DEC-318)', async () => {
    expect(await packagesLoaded('')).toEqual(['@opentelemetry/api'])
    expect(await packagesLoaded('http://127.0.0.1:9')).toEqual(expect.arrayContaining(['@opentelemetry/exporter-trace-otlp-http', '@opentelemetry/resources', '@opentelemetry/sdk-trace']))
  })

  it('nothing is traced: no ids in logs, no header to others, no metric', async () => {
    const { service, ask, logged } = await started('', { traces: traceSettings({}) })
    expect((await ask(header('01'))).json()).toBeNull()
    expect(beginCall({ method: 'GET', host: 'api', isForeign: false }).headers).toEqual({})
    expect(logged().some((line) => 'trace_id' in line)).toBe(false)
    expect(service.metrics.getSingleMetric('trace_spans_total')).toBeUndefined()
  })
})

describe('the settings of traces', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'], ['OTEL_TRACES_SAMPLER_ARG', '2'], ['CHECKIN_TRACE_HOSTS', 'https://pay.example'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=Bearer%2'], ['OTEL_EXPORTER_OTLP_HEADERS', 'only-a-token-without-name'],
  ])('are refused by name: %s=%s', (name, value) => {
    expect(() => traceSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', [name]: value })).toThrow(name)
  })

  it('send nothing in clear text across a network in production (SEC-13)', () => {
    const production = { CHECKIN_MODE: 'production', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.example:4318' }
    expect(() => traceSettings(production)).toThrow('OTEL_EXPORTER_OTLP_ENDPOINT')
    expect(traceSettings({ ...production, CHECKIN_PLAIN_HOPS: 'true' })?.url).toBe('http://collector.example:4318/v1/traces')
  })
})
