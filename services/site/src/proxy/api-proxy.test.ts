import { internalFetch, ServiceError, type InternalRequest, type Service } from '@checkin/server'
import { byHand, headOf, type HandWritten } from '@checkin/testing/slow-clients'
import { afterEach, describe, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite, type WholeSiteOptions } from '../../test/whole-site.fixture.ts'

let site: WholeSite | undefined
let api: Service | undefined
const ends: (() => void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) end()
  await site?.stop()
  await api?.stop()
  site = api = undefined
})

/** A site before an API with calls of all kinds; `silent` ones are taken and never answered. */
async function started(options: Partial<WholeSiteOptions> = {}): Promise<{ readonly port: number; readonly seen: string[] }> {
  const seen: string[] = []
  api = anApi({ drainMs: 100 })
  api.app.addHook('onRequest', (request, _reply, done) => { seen.push(`${request.method} ${request.url}`); done() })
  const silent = () => new Promise(() => undefined)
  api.app.get('/api/countries', silent)
  api.app.post('/api/payment', silent)
  api.app.post('/api/reservation/prelookup', (request) => ({ got: request.body }))
  const refuse = () => { throw new ServiceError(401, 'Unauthorized', 'There is no session for this call') }
  api.app.post('/api/driver', { onRequest: refuse }, silent)
  api.app.put('/api/reservation', { bodyLimit: 64 * 1024 * 1024 }, (request) => ({ bytes: JSON.stringify(request.body).length }))
  const apiPort = await api.listen({ port: 0 })
  site = await wholeSite({ apiPort, ...options })
  seen.length = 0
  return { port: site.port, seen }
}
const ask = (port: number, path: string, options: InternalRequest = {}) => internalFetch(`http://127.0.0.1:${port}${path}`, { timeoutMs: 30_000, ...options, headers: { host: tenant, ...options.headers } })
const codeOf = ({ status, json }: Awaited<ReturnType<typeof ask>>) => [status, (json() as { code: string }).code]

/** A connection that is closed at the end of the test. */
function connection(port: number): HandWritten {
  const opened = byHand(port)
  ends.push(opened.stop)
  return opened
}
const head = (method: string, path: string, ...headers: string[]) => headOf(method, path, tenant, ...headers)

describe('an API that does not answer (REL-16)', () => {
  const limits = { readMs: 300, writeMs: 600, connectMs: 2000, queueMs: 400 }

  it('is given up: 503 for a call that may be made again, 504 for one of which nobody knows what it did (decision 0030)', async () => {
    const { port } = await started({ limits })
    const read = await ask(port, '/api/countries')
    expect([...codeOf(read), read.headers['retry-after']]).toEqual([503, 'Unavailable', '2'])
    expect(codeOf(await ask(port, '/api/payment', { method: 'POST', body: { amount: 1 } }))).toEqual([504, 'OutcomeUnknown'])
    expect((await ask(port, '/')).status).toBe(200)
  })

  it('answers 503 for a write that it surely never saw', async () => {
    const { port } = await started({ limits })
    await api?.stop()
    expect(codeOf(await ask(port, '/api/payment', { method: 'POST', body: { amount: 1 } }))).toEqual([503, 'Unavailable'])
  })

  it('lets nobody wait in a line without end: what gets no connection in time is not sent', async () => {
    const { port, seen } = await started({ limits: { ...limits, writeMs: 3000, apiConnections: 1 } })
    const first = ask(port, '/api/payment', { method: 'POST', body: { amount: 1 } })
    await expect.poll(() => seen).toEqual(['POST /api/payment'])
    expect(codeOf(await ask(port, '/api/payment', { method: 'POST', body: { amount: 2 } }))).toEqual([503, 'Unavailable'])
    expect(codeOf(await first)).toEqual([504, 'OutcomeUnknown'])
    expect(seen).toEqual(['POST /api/payment'])
  })
})

describe('bodies', () => {
  it('a small one reaches the API whole and only once it is whole, with its length, also when it came in chunks', async () => {
    const { port, seen } = await started()
    const client = connection(port)
    client.write(`${head('POST', '/api/reservation/prelookup', 'Transfer-Encoding: chunked')}5\r\n{"a":\r\n`)
    expect((await ask(port, '/api/config')).status).toBe(200)
    expect(seen).toEqual(['GET /api/config'])
    client.write('2\r\n1}\r\n0\r\n\r\n')
    await expect.poll(client.heard).toContain('{"got":{"a":1}}')
  })

  it('one in chunks that grows beyond its limit is refused and never sent', async () => {
    const { port, seen } = await started()
    const client = connection(port)
    client.write(`${head('POST', '/api/reservation/prelookup', 'Transfer-Encoding: chunked')}11170\r\n${'x'.repeat(70_000)}\r\n`)
    await expect.poll(client.heard).toMatch(/^HTTP\/1\.1 413 [^]*"code":"TooLarge"/)
    expect(seen).toEqual([])
  })

  it('an upload whose session is refused is answered before its second part, and the connection to the API is free again', async () => {
    const { port } = await started({ limits: { apiUploads: 1 } })
    for (let at = 0; at < 3; at += 1) {
      const client = connection(port)
      client.write(`${head('POST', '/api/driver', 'Content-Length: 60000000')}{"imageFront":"`)
      await expect.poll(client.heard).toMatch(/^HTTP\/1\.1 401 [^]*"code":"Unauthorized"/)
    }
    expect((await ask(port, '/api/reservation', { method: 'PUT', body: { picture: 'x'.repeat(200_000) } })).status).toBe(200)
  })

  it('a client that first asks whether it may send is told to go on (RFC 9110 section 10.1.1)', async () => {
    const { port } = await started()
    const client = connection(port)
    const body = JSON.stringify({ picture: 'x'.repeat(100_000) })
    client.write(head('PUT', '/api/reservation', `Content-Length: ${body.length}`, 'Expect: 100-continue'))
    await expect.poll(client.heard).toContain('HTTP/1.1 100 Continue')
    client.write(body)
    await expect.poll(client.heard).toContain(`{"bytes":${body.length}}`)
  })

  it.each([
    ['bodies', { bodiesPerNetwork: 1 }, '/api/reservation/prelookup', 'Content-Length: 500'],
    ['uploads', { uploadsPerNetwork: 1 }, '/api/reservation', 'Content-Length: 500000'],
  ])('of one network have a limit: more %s than that are refused at once, and come in again later', async (_what, limits, path, length) => {
    const { port } = await started({ limits })
    const [method, body] = path === '/api/reservation' ? ['PUT', { picture: 'x'.repeat(100_000) }] as const : ['POST', { a: 1 }] as const
    const holding = connection(port)
    holding.write(`${head(method, path, length)}{`)
    await expect.poll(async () => (await ask(port, path, { method, body })).status).toBe(429)
    const refused = await ask(port, path, { method, body })
    expect([...codeOf(refused), refused.headers['retry-after']]).toEqual([429, 'TooManyRequests', '5'])
    expect((await ask(port, '/api/config')).status).toBe(200)
    ends.splice(0).forEach((end) => { end() })
    await expect.poll(async () => (await ask(port, path, { method, body })).status).toBe(200)
  })

  it('are counted by the network that a proxy in front names', async () => {
    const { port } = await started({ limits: { bodiesPerNetwork: 1 }, trustProxy: true })
    connection(port).write(`${head('POST', '/api/reservation/prelookup', 'Content-Length: 500', 'X-Forwarded-For: 203.0.113.7')}{`)
    const from = (address: string) => ask(port, '/api/reservation/prelookup', { method: 'POST', body: { a: 1 }, headers: { 'x-forwarded-for': `198.51.100.1, ${address}` } })
    await expect.poll(async () => (await from('203.0.113.200')).status).toBe(429)
    expect((await from('203.0.114.7')).status).toBe(200)
  })
})
