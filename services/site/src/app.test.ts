import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aConfig } from '@checkin/api/testing'
import { internalFetch, siteKey, type InternalRequest, type Service } from '@checkin/server'
import { integrityOf, publicKeyOf, sign } from '@checkin/releases/signing'
import type { ModuleManifest, ReleaseSet, SignedLink, TenantPointer } from '@checkin/releases'
import type { ReportBatch } from '@checkin/telemetry'
import { routes } from '@checkin/routes'
import { sparse } from '@checkin/routes/row'
import { siteService } from './app.ts'
import { aSignedLink, browserCookie, ofOwnBrowser, snapshotText } from '../test/release.fixture.ts'
import type { SiteSettings } from './settings.ts'

const registryKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
const script = Buffer.from('console.log("module")')

const manifest = (name: string, version: string): ModuleManifest => ({
  name, version, uniqueName: `${name}_${version}`.replace(/\W/g, '_'), entry: name === 'shell' ? 'main.js' : 'remoteEntry.js', initial: [], styles: [], words: {},
  provides: {}, consumes: [], contracts: {}, steps: name === 'shell' ? [] : ['verify-reservation'],
  files: [{ path: name === 'shell' ? 'main.js' : 'remoteEntry.js', integrity: integrityOf(script), bytes: script.length }],
})
const setOf = (id: number, version: string): ReleaseSet => ({
  id, createdAt: '2026-11-21T04:00:00Z', shell: manifest('shell', '1.0.0'), modules: { 'mfe-verification': manifest('mfe-verification', version) },
})
const pointer = (host: string, setId: number, change: Partial<TenantPointer> = {}): TenantPointer => ({ host, revision: 1, setId, rollouts: [], variants: [setId], lastGood: {}, ...change })

/** A draft of Costa Verde's settings, the only one. */
const aDraft = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('the site server', () => {
  let folder = ''
  let service: Service
  let port = 0
  const servers: Server[] = []
  let snapshot = ''
  let registryDown = false
  let asked = 0
  let payment: { status: number; body: string; headers?: Record<string, string> } = { status: 200, body: '' }
  let otherDeviceSet = ''
  let source = ''
  let provedReservation = ''
  const reports: { secret: unknown; body: ReportBatch }[] = []
  const seenByApi: { method: string | undefined; url: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []

  const serve = async (answer: (request: IncomingMessage, body: string) => { status: number; body: string; headers?: Record<string, string> }): Promise<number> => {
    const server = createServer((request, response) => {
      let body = ''
      request.on('data', (part: Buffer) => { body += part.toString() })
      request.on('end', () => {
        const { status, body: text, headers = {} } = answer(request, body)
        response.writeHead(status, headers).end(text)
      })
    })
    servers.push(server)
    await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
    return (server.address() as AddressInfo).port
  }
  const publish = (revision: number, tenants: readonly TenantPointer[], sets: readonly ReleaseSet[], key = registryKey, killed: readonly { name: string; version: string }[] = [], revokedLinks?: readonly string[]): void => {
    const payload = { revision, tenants, sets: sets.map((set) => sign(JSON.stringify(set), key)), killed, revokedLinks }
    snapshot = JSON.stringify(sign(JSON.stringify(payload), key))
  }
  const start = async (change: Partial<SiteSettings> = {}): Promise<void> => {
    const registry = await serve((request, body) => {
      if (request.method === 'POST') { reports.push({ secret: request.headers['x-checkin-key'], body: JSON.parse(body) as ReportBatch }); return { status: 200, body: '{"taken":[]}' } }
      asked += 1
      return (registryDown ? { status: 503, body: 'down' } : { status: 200, body: snapshot, headers: { 'x-checkin-committed-at': new Date(Date.now() - 700).toISOString() } })
    })
    const api = await serve((request, body) => {
      seenByApi.push({ method: request.method, url: request.url, headers: request.headers, body })
      if (request.url === '/api/config') return { status: 200, body: JSON.stringify(aConfig({ firmName: request.headers.host?.startsWith('island') ? 'Island </script> Cars' : 'Costa Verde', providerOrigins: [request.headers.host?.startsWith('island') ? 'https://island-pay.example' : 'https://costa-pay.example'] })) }
      if (request.url === '/internal/v1/site/texts') return { status: 200, body: JSON.stringify({ rows: [{ host: 'costaverde.localhost', texts: { en: { 'common:Back': 'Return', 'mail:code.subject': '{{code}}' } } }] }) }
      if (request.url === `/internal/v1/site/drafts/${aDraft}`) return { status: 200, body: JSON.stringify({ config: aConfig({ firmName: 'Costa Nova' }), texts: { en: { 'common:Back': 'Prepared' } } }) }
      if (request.url?.startsWith('/internal/v1/site/')) return { status: 404, body: JSON.stringify({ data: null, status: 404, title: '', code: 'NotFound', requestId: 'r1' }) }
      if (request.url === '/api/termsandconditions') return { status: 200, body: '[]' }
      if (request.url?.startsWith('/api/payment')) return payment
      if (body.includes('of-another-tab')) return { status: 409, body: JSON.stringify({ data: null, status: 409, title: '', code: 'OtherReservation', requestId: 'r1' }) }
      return { status: 201, body: '{"echo":true}', headers: { 'set-cookie': 'checkin_session=abc; Path=/; HttpOnly', 'x-request-id': 'r1', ...(otherDeviceSet !== '' && { 'x-checkin-take-over': otherDeviceSet }), 'x-checkin-journey': 'open 12300', 'x-checkin-currency': 'EUR', 'x-checkin-reservation': provedReservation, ...(source !== '' && { 'x-checkin-source': source }) } }
    })
    const settings: SiteSettings = {
      api: { host: '127.0.0.1', port: api, isTls: false }, registry: `http://127.0.0.1:${registry}`,
      port: 0, host: '127.0.0.1', dataDir: folder, assetsDir: join(folder, 'assets'), assetObjects: null, assetCacheBytes: 1_000_000, demo: true, proxySecret: 'proxy secret of the test', releaseSecret: 'release secret of the test',
      registryPublicKey: publicKeyOf(registryKey), registryPollMs: 20, configPollMs: 3_600_000, providerOrigins: [], hostileNetworks: 2, hostileReservations: 3, trustProxy: false, devReload: false, earlyHints: false, hstsSubdomains: true, ...change,
    }
    service = await siteService(settings, { level: 'silent' })
    port = await service.listen({ port: 0 })
  }
  const get = (path: string, options: InternalRequest & { host?: string } = {}) => {
    const { host = 'costaverde.localhost', headers, ...rest } = options
    return internalFetch(`http://127.0.0.1:${port}${path}`, { ...rest, headers: { host, ...headers } })
  }
  const pageDataOf = (html: string): { modules: Record<string, { version: string }>; config: { firmName: string } } =>
    JSON.parse(/id="page-data">(.*?)<\/script>/s.exec(html)?.[1] ?? 'null') as never
  const cookiesOf = (headers: Record<string, unknown>): string => ((headers['set-cookie'] ?? []) as string[]).map((cookie) => cookie.split(';')[0]).join('; ')

  /** The site has had the registry's newest answer at least once, whole. */
  const askedAgain = async (): Promise<void> => {
    const before = asked
    await expect.poll(() => asked).toBeGreaterThan(before + 1)
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'site-'))
    registryDown = false
    seenByApi.length = 0
    reports.length = 0
    otherDeviceSet = ''
    source = ''
    provedReservation = ''
    payment = { status: 200, body: '{"paymentId":"p"}', headers: { 'x-checkin-payment': 'open' } }
    publish(1, [pointer('costaverde.localhost', 1), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')])
    await start()
  })
  afterEach(async () => {
    await service.stop()
    for (const server of servers.splice(0)) server.close()
    await rm(folder, { recursive: true })
  })

  it('answers each tenant its own page with the release set in it (SHELL-63, SHELL-65)', async () => {
    const costa = (await get('/')).text()
    expect(costa).toContain('<title>Express Checkout - Costa Verde</title>')
    expect(costa).toContain('data-tenant="costaverde.localhost" data-release-set="1"')
    expect(pageDataOf(costa).modules['mfe-verification']?.version).toBe('1.0.0')
    expect(pageDataOf((await get('/', { host: 'islandcars.localhost' })).text()).config.firmName).toBe('Island </script> Cars')
  })

  it('lets payment pages of a tenant load from its own card provider, and other pages from none', async () => {
    const policyOf = async (path: string, host: string) => String((await get(path, { host })).headers['content-security-policy'])
    expect(await policyOf('/overview', 'islandcars.localhost')).toMatch(/script-src [^;]*https:\/\/island-pay\.example/)
    expect(await policyOf('/overview', 'islandcars.localhost')).not.toContain('costa-pay')
    expect(await policyOf('/overview', 'costaverde.localhost')).toMatch(/frame-src [^;]*https:\/\/costa-pay\.example/)
    expect(await policyOf('/', 'costaverde.localhost')).not.toContain('-pay.example')
    expect((await get('/payment-scripts.json', { host: 'islandcars.localhost' })).text()).toContain('https://island-pay.example')
  })

  it('lets no tenant text end a script or an attribute', async () => {
    const html = (await get('/', { host: 'islandcars.localhost' })).text()
    expect(html.match(/<\/script>/g)).toHaveLength(3)
    expect(html).toContain('<title>Express Checkout - Island &lt;/script&gt; Cars</title>')
  })

  it('announces the first files before the page where the proxy in front passes that on', async () => {
    await service.stop()
    await start({ earlyHints: true })
    const hints = await new Promise<string[]>((resolve, reject) => {
      const heard: string[] = []
      request({ host: '127.0.0.1', port, path: '/', headers: { host: 'costaverde.localhost' } })
        .on('information', ({ statusCode, headers }) => { heard.push(`${statusCode} ${String(headers['link'])}`) })
        .on('response', (answer) => { answer.resume().on('end', () => { resolve(heard) }) })
        .on('error', reject).end()
    })
    expect(hints).toEqual([expect.stringMatching(/^103 <\/assets\/mfe-verification\/1\.0\.0\/remoteEntry\.js>; rel=preload; as=script; integrity="sha384-[^"]+"; crossorigin/)])
  })

  it('refuses a host that is no tenant', async () => {
    expect((await get('/', { host: 'evil.example' })).status).toBe(421)
  })

  it('takes plain localhost to a tenant with path and query', async () => {
    const answer = await get('/reservation?x=1', { host: `localhost:${port}` })
    expect([answer.status, answer.headers.location]).toEqual([302, `http://costaverde.localhost:${port}/reservation?x=1`])
  })

  it('keeps a session on its set while new sessions get the next one (DEC-85)', async () => {
    const first = await get('/')
    const cookie = cookiesOf(first.headers)
    publish(2, [pointer('costaverde.localhost', 2), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')])
    await expect.poll(async () => pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.1.0')
    expect(pageDataOf((await get('/reservation', { headers: { cookie } })).text()).modules['mfe-verification']?.version).toBe('1.0.0')
    expect(pageDataOf((await get('/', { host: 'islandcars.localhost' })).text()).modules['mfe-verification']?.version).toBe('1.0.0')
    expect(pageDataOf((await get('/', { headers: { cookie: cookie.replace(/release=\d+/, 'release=1').replace(/.$/, 'x') } })).text()).modules['mfe-verification']?.version).toBe('1.1.0')
  })

  it('serves the last signed answer while the registry is down, also after a restart', async () => {
    registryDown = true
    await service.stop()
    await start()
    expect(pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.0.0')
  })

  it('goes on serving what it has when its snapshot has expired, refuses an expired answer, and tells both (SEC-23, DEC-157)', async () => {
    const old = new Date(Date.now() - 3_600_000)
    const state = (revision: number, setId: number) => ({ revision, pointers: [pointer('costaverde.localhost', setId, { revision })], sets: [setOf(1, '1.0.0'), setOf(2, '1.1.0')] })
    const ready = async () => (await get('/readyz')).json() as { status: string; notes?: string[] }
    for (const file of ['shell/1.0.0/main.js', 'mfe-verification/1.0.0/remoteEntry.js', 'mfe-verification/1.1.0/remoteEntry.js']) {
      await mkdir(join(folder, 'assets', file, '..'), { recursive: true })
      await writeFile(join(folder, 'assets', file), script)
    }
    snapshot = snapshotText({ ...state(2, 1) }, registryKey)
    await expect.poll(ready).toEqual({ status: 'ready' })
    // Somebody plays an hour-old answer, which would be newer.
    snapshot = snapshotText({ ...state(3, 2), issuedAt: old }, registryKey)
    await askedAgain()
    expect(pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.0.0')
    // A start with nothing but an old file, and a registry that nobody reaches.
    await service.stop()
    await writeFile(join(folder, 'site', 'snapshot.json'), snapshot)
    registryDown = true
    await start()
    expect(pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.1.0')
    await expect.poll(ready).toEqual({ status: 'ready', notes: ['what is known of releases has expired'] })
    expect(await service.metrics.metrics()).toMatch(/checkin_snapshot_expired\{?[^\n]*\}? 1\n/)
    await expect.poll(() => reports.flatMap(({ body }) => body.levels?.expired ?? [])).toContain(1)
    registryDown = false
    snapshot = snapshotText({ ...state(4, 1) }, registryKey)
    await expect.poll(async () => (await ready()).notes).toBeUndefined()
  })

  it('does not believe a snapshot that another key signed, or an older one', async () => {
    const stranger = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    publish(9, [pointer('costaverde.localhost', 2)], [setOf(2, '1.1.0')], stranger)
    await askedAgain()
    expect(pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.0.0')
    publish(0, [pointer('costaverde.localhost', 2)], [setOf(2, '1.1.0')])
    await askedAgain()
    expect(pageDataOf((await get('/')).text()).modules['mfe-verification']?.version).toBe('1.0.0')
  })

  it('passes calls to the API in the tenant\'s name and says for whom, whatever the client claims', async () => {
    const answer = await get('/api/reservation/lookup?x=1', { method: 'POST', body: { a: 1 }, headers: { 'x-checkin-proxy': 'forged', 'x-checkin-key': 'forged', 'x-checkin-client': '6.6.6.6', 'x-forwarded-for': '6.6.6.6' } })
    expect([answer.status, answer.text()]).toEqual([201, '{"echo":true}'])
    expect(answer.headers['set-cookie']).toEqual(['checkin_session=abc; Path=/; HttpOnly'])
    const call = seenByApi.find((each) => each.method === 'POST')
    expect(call).toMatchObject({ url: '/api/reservation/lookup?x=1', body: '{"a":1}' })
    expect(call?.headers).toMatchObject({ host: 'costaverde.localhost', 'x-checkin-key': siteKey('proxy secret of the test', 'client-address'), 'x-checkin-client': '127.0.0.1' })
    expect(call?.headers['x-forwarded-for']).toBeUndefined()
  })

  it('refuses a body beyond the limit of its call before it travels, and passes a driver with images (DEC-81)', async () => {
    const answer = await get('/api/reservation/prelookup?x=1', { method: 'POST', body: { surname: 'x'.repeat(3_000_000) } })
    expect([answer.status, answer.json()]).toMatchObject([413, { data: null, status: 413, code: 'TooLarge' }])
    expect(seenByApi.filter((call) => call.method === 'POST')).toEqual([])
    expect((await get('/api/driver', { method: 'POST', body: { imageFront: 'x'.repeat(3_000_000) } })).status).toBe(201)
  })

  it('believes the renter\'s address of a TLS-ending proxy, keeps its cookies to https then, and makes browsers come by nothing else (SEC-13)', async () => {
    expect((await get('/')).headers['strict-transport-security']).toBeUndefined()
    await service.stop()
    await start({ trustProxy: true, demo: false })
    await get('/api/reservation/lookup', { method: 'POST', body: {}, headers: { 'x-forwarded-for': '6.6.6.6, 203.0.113.7' } })
    expect(seenByApi.find((each) => each.method === 'POST')?.headers['x-checkin-client']).toBe('203.0.113.7')
    expect(((await get('/')).headers['set-cookie'] ?? []).every((cookie) => cookie.includes('; Secure'))).toBe(true)
    for (const path of ['/', '/api/countries', '/nothing.js']) expect((await get(path)).headers['strict-transport-security'], path).toBe('max-age=63072000; includeSubDomains')
    expect((await get('/', { host: 'localhost' })).status).toBe(421)
  })

  it('for development gives every page load the newest release and a script that reloads open pages; otherwise neither', async () => {
    expect((await get('/')).text()).not.toContain('/dev/reload.js')
    expect((await get('/dev/reload.js')).status).toBe(404)
    await service.stop()
    await start({ devReload: true })
    const first = await get('/')
    expect(first.text()).toContain('<script src="/dev/reload.js" defer>')
    expect((await get('/dev/reload.js')).text()).toContain('/dev/changes')
    publish(2, [{ ...pointer('costaverde.localhost', 2), revision: 9 }, pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')])
    await askedAgain()
    const again = await get('/', { headers: { cookie: cookiesOf(first.headers) } })
    expect(pageDataOf(again.text()).modules['mfe-verification']?.version).toBe('1.1.0')
  })

  it('unpins the release and ends the session on the server at once (DEC-85)', async () => {
    const answer = await get('/session/end', { method: 'POST', headers: { cookie: 'checkin_session=abc' } })
    expect(answer.status).toBe(204)
    expect(seenByApi.at(-1)).toMatchObject({ method: 'POST', url: '/internal/v1/session/end' })
    expect((answer.headers['set-cookie'] ?? []).join()).toMatch(/release=;.*Max-Age=0/)
    expect((await get('/session/end', { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } })).status).toBe(403)
    expect((await get('/session/end', { method: 'POST', headers: { origin: 'http://evil.example' } })).status).toBe(403)
    expect((await get('/session/end', { method: 'POST', headers: { origin: 'http://costaverde.localhost' } })).status).toBe(204)
  })

  it('keeps release and session where the page that was left is not the newest tab\'s (DEC-18)', async () => {
    const ends = (reservation: string) => get('/session/end', { method: 'POST', headers: { 'content-type': 'application/json', cookie: 'checkin_session=abc' }, body: JSON.stringify({ reservation }) })
    expect((await ends('of-this-tab')).headers['set-cookie']?.join()).toMatch(/release=;/)
    const answer = await ends('of-another-tab')
    expect([answer.status, answer.headers['set-cookie'], JSON.parse(seenByApi.at(-1)?.body ?? '')]).toEqual([204, undefined, { reservation: 'of-another-tab' }])
  })

  it('serves published files for ever and compressed, and an honest 404 for any other', async () => {
    const dir = join(folder, 'assets', 'mfe-verification', '1.0.0')
    await mkdir(dir, { recursive: true })
    await writeFile(join(dir, 'remoteEntry.js'), script)
    await writeFile(join(dir, 'remoteEntry.js.br'), brotliCompressSync(script))
    const plain = await get('/assets/mfe-verification/1.0.0/remoteEntry.js')
    expect([plain.status, plain.text(), plain.headers['cache-control']]).toEqual([200, script.toString(), 'public, max-age=31536000, immutable'])
    expect((await get('/assets/mfe-verification/1.0.0/remoteEntry.js', { headers: { 'accept-encoding': 'gzip, br' } })).headers['content-encoding']).toBe('br')
    for (const path of ['/assets/mfe-verification/1.0.0/none.js', '/assets/mfe-verification/1.0.0/..%2f..%2f..%2fsite%2fsnapshot.json', '/assets/evil/1.0.0/x.js', '/robots.txt']) {
      expect((await get(path)).status).toBe(404)
    }
  })

  it('counts what pages report about module versions and drops what it cannot read', async () => {
    const report = { module: 'mfe-verification', version: '1.0.0', phase: 'load', outcome: 'last-good', reason: 'unreachable' }
    const cookie = cookiesOf((await get('/')).headers)
    for (const headers of [{ cookie }, {}, { cookie, 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }]) expect((await get('/beacon', { method: 'POST', headers, body: JSON.stringify(report) })).status).toBe(204)
    expect((await get('/beacon', { method: 'POST', headers: { cookie }, body: '{"module":"<script>"}' })).status).toBe(204)
    expect(await service.metrics.metrics()).toMatch(/checkin_module_reports_total\{tenant="costaverde.localhost",module="mfe-verification",version="1.0.0",phase="load",outcome="last-good"[^}]*\} 1\n/)
  })

  it('reports how versions do, for sessions that are really pinned to them only', async () => {
    const cookie = cookiesOf((await get('/')).headers)
    const broken = (version: string, headers: Record<string, string>) => get('/beacon', { method: 'POST', headers, body: JSON.stringify({ module: 'mfe-verification', version, phase: 'render', outcome: 'failed', reason: 'broken-view' }) })
    await broken('1.0.0', { cookie })
    await broken('1.0.0', { cookie })
    await broken('9.9.9', { cookie })
    await broken('1.0.0', {})
    await broken('1.0.0', { cookie: `${cookie}x` })
    const outcomes = () => reports.flatMap(({ body }) => body.outcomes)
    await expect.poll(outcomes).toEqual([{ host: 'costaverde.localhost', module: 'mfe-verification', version: '1.0.0', settings: '', good: 0, bad: 1 }])
    expect(reports[0]?.secret).toBe(siteKey('proxy secret of the test', 'reports'))
    expect(reports.flatMap(({ body }) => body.live)).toContainEqual({ host: 'costaverde.localhost', setId: 1, visits: 1 })
    expect(JSON.stringify(reports)).not.toContain(/visit=([^;]+)/.exec(cookie)?.[1])
  })

  it('reports how far sessions come and what their browsers measured', async () => {
    const cookie = cookiesOf((await get('/')).headers)
    const target = { module: 'mfe-verification', version: '1.0.0', step: 'verify-reservation' }
    const beacon = (report: object, headers = { cookie }) => get('/beacon', { method: 'POST', headers, body: JSON.stringify({ ...target, ...report }) })
    await beacon({ phase: 'step', outcome: 'reached' })
    await beacon({ phase: 'step', outcome: 'reached' })
    await beacon({ phase: 'step', outcome: 'left' })
    await beacon({ phase: 'step', outcome: 'left', step: 'https://x.example/?name=silva' })
    await beacon({ phase: 'step', outcome: 'left', step: 'a-screen-of-no-set' })
    await beacon({ phase: 'render', outcome: 'failed', reason: 'broken-view' })
    await beacon({ phase: 'vitals', values: { lcp: 1200 } })
    await beacon({ phase: 'vitals', values: { lcp: 1200 }, version: '9.9.9' })
    // What the renter sees is reported with the set of the sealed cookie, whichever version it was; nothing without a cookie or of another form.
    await beacon({ phase: 'load', outcome: 'failed', reason: 'threw', version: '0.9.0', trace: 'K7QF-2M9X' })
    await beacon({ phase: 'load', outcome: 'absent', reason: 'not-in-release', step: 'overview', module: 'shell', trace: 'CVX2-9KMT' })
    await beacon({ phase: 'load', outcome: 'failed', trace: '2222-2222' }, { cookie: '' })
    for (const wrong of [{ trace: 'maria@mail' }, { trace: '3333-3333', version: 'silva' }]) await beacon({ phase: 'load', outcome: 'failed', ...wrong })
    // They may leave in one batch or in several.
    const sums = () => {
      const sum = { reached: 0, left: 0, failed: 0 }
      for (const each of reports.flatMap(({ body }) => body.steps)) {
        expect(each.step).toBe('verify-reservation')
        for (const end of ['reached', 'left', 'failed'] as const) sum[end] += each[end]
      }
      return [sum, reports.flatMap(({ body }) => body.vitals).map(({ name, buckets }) => [name, buckets]), reports.flatMap(({ body }) => body.traces)]
    }
    await expect.poll(sums).toEqual([{ reached: 1, left: 1, failed: 1 }, [['lcp', [0, 0, 1, 0, 0, 0, 0]]], [
      { code: 'K7QF-2M9X', host: 'costaverde.localhost', setId: 1, module: 'mfe-verification', version: '0.9.0', phase: 'load', reason: 'threw', step: 'verify-reservation' },
      { code: 'CVX2-9KMT', host: 'costaverde.localhost', setId: 1, module: 'shell', version: '1.0.0', phase: 'load', reason: 'not-in-release', step: 'overview' },
    ]])
  })

  it('reports how it served: pages, choices of a set, and how soon it knew of a change, not of what it missed while it was down', async () => {
    await get('/')
    await get('/overview')
    await get('/', { host: 'nowhere.localhost' })
    publish(2, [pointer('costaverde.localhost', 2)], [setOf(2, '1.1.0')])
    const levels = () => reports.flatMap(({ body }) => body.levels ?? [])
    const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
    const reported = () => [sum(levels().map(({ pages }) => pages.good)), sum(levels().map(({ pages }) => pages.failed)), sum(levels().flatMap(({ resolve }) => resolve)), sum(levels().flatMap(({ propagation }) => propagation))]
    await expect.poll(reported).toEqual([2, 0, 2, 1])
    // The commit was 700 ms before the answer, however long this machine took for the rest.
    expect(sum(levels().flatMap(({ propagation }) => propagation.slice(0, 3)))).toBe(0)
    await service.stop()
    publish(3, [pointer('costaverde.localhost', 1)], [setOf(1, '1.0.0')])
    await start()
    await get('/')
    await expect.poll(reported).toEqual([3, 0, 3, 1])
  })

  it('counts a kill among the changes from its commit on, and a tab that stood still hears of it at its next call', async () => {
    const cookie = cookiesOf((await get('/')).headers)
    const next = async () => ((await get('/api/countries', { headers: { cookie } })).headers['set-cookie'] ?? []).join()
    expect(await next()).not.toContain('release-ended')
    publish(2, [pointer('costaverde.localhost', 2)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')], registryKey, [{ name: 'mfe-verification', version: '1.0.0' }])
    const times = () => reports.flatMap(({ body }) => (body.levels?.propagation ?? []).flatMap((count, bucket) => Array.from({ length: count }, () => bucket)))
    await expect.poll(() => times().length).toBe(1)
    // The commit was 700 ms before the answer, however long this machine took for the rest.
    expect(times()[0]).toBeGreaterThanOrEqual(3)
    expect(await next()).toContain('release-ended=1')
    expect(pageDataOf((await get('/overview', { headers: { cookie } })).text()).modules['mfe-verification']?.version).toBe('1.1.0')
  })

  it('one network alone breaks no version, however many visits it makes (DEC-156)', async () => {
    for (let session = 0; session < 6; session += 1) {
      const cookie = cookiesOf((await get('/')).headers)
      await get('/beacon', { method: 'POST', headers: { cookie }, body: JSON.stringify({ module: 'mfe-verification', version: '1.0.0', phase: 'load', outcome: 'failed' }) })
    }
    await expect.poll(() => reports.flatMap(({ body }) => body.errors).reduce((sum, { count }) => sum + count, 0)).toBe(6)
    expect(reports.flatMap(({ body }) => body.outcomes).reduce((sum, { bad }) => sum + bad, 0)).toBe(1)
  })

  it('tells what it set aside of a version that is suspended, and keeps the seats of the version beside it for later (DEC-351)', async () => {
    const rollout = { id: 'r', modules: { 'mfe-verification': '1.1.0' }, salt: 's', cohorts: [] }
    const share = (revision: number, percent: number): void => { publish(revision, [pointer('costaverde.localhost', 1, { revision, rollouts: [{ ...rollout, percent }], variants: [1, 2] }), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')]) }
    const fails = (version: string, cookie: string) => get('/beacon', { method: 'POST', headers: { cookie }, body: JSON.stringify({ module: 'mfe-verification', version, phase: 'load', outcome: 'failed' }) })
    share(2, 100)
    await askedAgain()
    const running = cookiesOf((await get('/')).headers)
    share(3, 0)
    await askedAgain()
    const later = cookiesOf((await get('/')).headers)
    await fails('1.1.0', running)
    await fails('1.0.0', later)
    await expect.poll(() => reports.flatMap(({ body }) => body.errors).reduce((sum, { count }) => sum + count, 0)).toBe(2)
    expect(reports.flatMap(({ body }) => body.outcomes)).toEqual([{ host: 'costaverde.localhost', module: 'mfe-verification', version: '1.1.0', settings: '', good: 0, bad: 0, aside: 1 }])
  })

  it('a visit is a renter\'s by the API\'s word alone, and each reservation is heard once, however often it is opened (DEC-309)', async () => {
    const owned = (at: number): string => `0199a000-0000-7000-8000-00000000000${at}`
    for (const [at, proved] of ['', '', owned(1), owned(1), owned(2), owned(3)].entries()) {
      provedReservation = proved
      const headers = { cookie: cookiesOf((await get('/')).headers), 'x-checkin-reservation': owned(at) }
      await get('/api/reservation/own', { headers })
      expect(seenByApi.at(-1)?.headers['x-checkin-reservation']).toBeUndefined()
      await get('/beacon', { method: 'POST', headers, body: JSON.stringify({ module: 'mfe-verification', version: '1.0.0', phase: 'load', outcome: 'failed' }) })
    }
    await expect.poll(() => reports.flatMap(({ body }) => body.errors).reduce((sum, { count }) => sum + count, 0)).toBe(6)
    expect(reports.flatMap(({ body }) => body.outcomes).reduce((sum, { bad }) => sum + bad, 0)).toBe(4)
  })

  it('counts a page for a visit that may be a renter\'s: not for robots, and not where only the head is asked for (DEC-156)', async () => {
    await get('/', { method: 'HEAD' })
    await get('/', { headers: { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)' } })
    await get('/', { headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 12; CUBOT X50) AppleWebKit/537.36' } })
    await expect.poll(() => reports.flatMap(({ body }) => body.levels ?? []).reduce((sum, { pages }) => sum + pages.good, 0)).toBe(3)
    expect(reports.flatMap(({ body }) => body.live).reduce((sum, { visits }) => sum + visits, 0)).toBe(1)
  })

  it('lets a page say that its scripts run by a script that its policy names, and lets payment pages do without (DEC-156)', async () => {
    const page = await get('/')
    const [, proof = ''] = /<script>(navigator.*?)<\/script>/.exec(page.text()) ?? []
    expect(proof).toContain('/beacon/script')
    expect(page.headers['content-security-policy']).toContain(`'sha256-${createHash('sha256').update(proof).digest('base64')}'`)
    expect((await get('/beacon/script', { method: 'POST', headers: { cookie: cookiesOf(page.headers) } })).status).toBe(204)
    const payment = await get('/overview')
    expect(payment.text()).not.toContain('/beacon/script')
    expect(payment.headers['content-security-policy']).not.toContain('sha256-')
  })

  it('shows a preview by a signed link at an origin of its own, says so on the page, and ends it, also when it was revoked (SEC-8, SEC-9, DEC-143, DEC-299)', async () => {
    const host = 'preview.costaverde.localhost'
    const link: SignedLink = { kind: 'preview', id: 'p1', host: 'costaverde.localhost', setId: 2, shows: ['mfe-verification@1.1.0'], expires: new Date(Date.now() + 3_600_000).toISOString(), issuer: 'demo-operator', console: 'http://ops.localhost:4001' }
    const nobodys = aSignedLink(link, registryKey)
    // Opened at the tenant's own address it leads there, and leaves nothing behind.
    const led = await get(`/preview/${nobodys}`, { headers: { host: 'costaverde.localhost:4000' } })
    expect([led.status, led.headers.location, led.headers['set-cookie']]).toEqual([302, `http://${host}:4000/preview/${nobodys}`, undefined])
    // The link alone shows nothing: the console is asked for one of this browser, which keeps its secret to itself (DEC-316).
    const asked = await get(`/preview/${nobodys}`, { host })
    const secret = cookiesOf(asked.headers)
    const [, browser = ''] = /^http:\/\/ops\.localhost:4001\/previews\/open\?host=costaverde\.localhost&link=p1&browser=([\w-]{43})$/.exec(asked.headers.location ?? '') ?? []
    expect(String(asked.headers['set-cookie'])).toMatch(/^preview-browser=[\w-]{22};.*HttpOnly/)
    expect(asked.headers.location).not.toContain(secret.split('=')[1])
    expect((await get('/', { host, headers: { cookie: `${secret}; preview=${nobodys}` } })).status).toBe(404)
    const token = aSignedLink({ ...link, browser }, registryKey)
    for (const cookie of ['', `preview-browser=${'B'.repeat(22)}`]) {
      const elsewhere = await get(`/preview/${token}`, { host, headers: { cookie } })
      expect([elsewhere.status, elsewhere.headers['set-cookie']]).toEqual([404, undefined])
      expect(elsewhere.text()).toContain('make one of your own at the console')
      expect((await get('/', { host, headers: { cookie: `${cookie}; preview=${token}` } })).status).toBe(404)
    }
    const opened = await get(`/preview/${token}`, { host, headers: { cookie: secret } })
    expect([opened.status, opened.headers.location]).toEqual([302, '/'])
    expect(String(opened.headers['set-cookie'])).toMatch(/^preview=.*HttpOnly/)
    const cookie = `${secret}; ${cookiesOf(opened.headers)}`
    const shown = await get('/', { host, headers: { cookie } })
    expect(shown.text()).toContain('data-preview="p1"')
    expect(shown.headers['set-cookie']).toBeUndefined()
    expect(pageDataOf(shown.text()).modules['mfe-verification']?.version).toBe('1.1.0')
    // The tenant's own site knows nothing of it, whatever its cookie says.
    expect((await get('/', { headers: { cookie } })).text()).not.toContain('data-preview')
    const ended = await get('/preview/end', { headers: { host: `${host}:4000` } })
    expect([ended.headers.location, String(ended.headers['set-cookie'])]).toEqual(['http://costaverde.localhost:4000/', expect.stringMatching(/preview=;.*Max-Age=0/)])
    for (const wrong of [`${token}x`, token.replace(/^../, 'xx'), 'nothing']) expect((await get(`/preview/${wrong}`, { host })).status).toBe(404)
    expect((await get(`/preview/${token}`, { host: 'preview.islandcars.localhost' })).status).toBe(404)
    // Somebody ended it at the registry before its hour.
    publish(2, [pointer('costaverde.localhost', 1), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')], registryKey, [], ['p1'])
    await expect.poll(async () => (await get('/', { host, headers: { cookie } })).status).toBe(404)
    expect((await get(`/preview/${token}`, { host, headers: { cookie: secret } })).status).toBe(404)
  })

  it('shows companies their own texts, asked for with a key of their own, and a draft of settings to whoever has its signed preview (DEC-324, DEC-326)', async () => {
    const textsOf = (html: string): unknown => (pageDataOf(html) as unknown as { texts?: unknown }).texts
    expect(textsOf((await get('/')).text())).toEqual({ en: { common: { Back: 'Return' } } })
    expect(textsOf((await get('/', { host: 'islandcars.localhost' })).text())).toBeUndefined()
    expect(seenByApi.find(({ url }) => url === '/internal/v1/site/texts')?.headers['x-checkin-key']).toBe(siteKey('proxy secret of the test', 'settings'))
    const shown = async (draft: string, host = 'preview.costaverde.localhost') => {
      const link = aSignedLink({ kind: 'preview', id: 'p1', host: 'costaverde.localhost', setId: 1, shows: ['a draft of settings'], draft, expires: new Date(Date.now() + 3_600_000).toISOString(), issuer: 'demo-operator', ...ofOwnBrowser }, registryKey)
      return get('/', { host, headers: { cookie: `preview-browser=${browserCookie['preview-browser']}; preview=${link}` } })
    }
    const page = await shown(aDraft)
    expect([page.status, textsOf(page.text()), pageDataOf(page.text()).config.firmName]).toEqual([200, { en: { common: { Back: 'Prepared' } } }, 'Costa Nova'])
    expect(seenByApi.find(({ url }) => url?.startsWith('/internal/v1/site/drafts/'))?.headers.host, 'of this company alone').toBe('costaverde.localhost')
    expect((await shown('00000000-0000-4000-8000-000000000000')).status, 'not the present settings under the name of a draft').toBe(503)
    expect(textsOf((await shown(aDraft, 'costaverde.localhost')).text())).toEqual({ en: { common: { Back: 'Return' } } })
  })

  it('is closed at the origin for previews to whoever has no preview: pages, calls and the end of sessions (DEC-299)', async () => {
    const host = 'preview.costaverde.localhost'
    const staff = aSignedLink({ kind: 'staff', id: 's1', host: 'costaverde.localhost', expires: new Date(Date.now() + 3_600_000).toISOString(), issuer: 'demo-operator' }, registryKey)
    seenByApi.length = 0
    const answers = [
      await get('/', { host }), await get('/overview', { host, headers: { cookie: `preview=${staff}` } }), await get('/api/countries', { host }), await get('/payment-scripts.json', { host }),
      await get('/api/payment', { host, method: 'POST', body: {} }), await get('/session/end', { host, method: 'POST', body: {} }), await get(`/preview/${staff}`, { host }),
    ]
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
    expect(seenByApi).toEqual([])
    const preview = aSignedLink({ kind: 'preview', id: 'p1', host: 'costaverde.localhost', setId: 2, shows: [], expires: new Date(Date.now() + 3_600_000).toISOString(), issuer: 'demo-operator', ...ofOwnBrowser }, registryKey)
    expect((await get('/api/countries', { host, headers: { cookie: `preview-browser=${browserCookie['preview-browser']}; preview=${preview}` } })).status).toBe(201)
    expect(seenByApi.map(({ url, headers }) => [url, headers.host])).toEqual([['/api/countries', host]])
  })

  it('leaves a killed version at the next page, but never between Pay and its final answer', async () => {
    const cookies = cookiesOf((await get('/')).headers)
    const version = async (cookie: string, path = '/overview') => pageDataOf((await get(path, { headers: { cookie } })).text()).modules['mfe-verification']?.version
    const call = async (cookie: string, path: string, method: 'GET' | 'POST') => ((await get(path, { method, headers: { cookie }, ...(method === 'POST' && { body: {} }) })).headers['set-cookie'] ?? []).join(', ')
    const pay = await call(cookies, '/api/payment', 'POST')
    expect(pay).toMatch(/paying=\d+;.*HttpOnly/)
    const paying = `${cookies}; ${pay.split(';')[0] ?? ''}`
    publish(2, [pointer('costaverde.localhost', 2), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')], registryKey, [{ name: 'mfe-verification', version: '1.0.0' }])
    await expect.poll(() => version(cookies)).toBe('1.1.0')
    expect(await version(paying)).toBe('1.0.0')
    expect(await version(cookies, '/reservation/a-link-token/success')).toBe('1.0.0')
    expect(await call(paying, '/api/countries', 'GET')).not.toContain('release-ended')
    payment = { status: 200, body: '{"paymentId":"p"}', headers: { 'x-checkin-payment': 'final' } }
    const answered = await call(paying, '/api/payment/state/CV1001', 'GET')
    expect(answered).toMatch(/paying=;.*Max-Age=0/)
    expect(answered).toContain('release-ended=1')
    expect(await call(cookies, '/api/countries', 'GET')).toContain('release-ended=1')
  })

  it('keeps a payment open that the API failed to answer, and keeps the API\'s header to itself (CODE-8)', async () => {
    const cookie = cookiesOf((await get('/')).headers)
    const call = () => get('/api/payment', { method: 'POST', headers: { cookie }, body: {} })
    expect((await call()).headers['x-checkin-payment']).toBeUndefined()
    for (const [status, header, expected] of [[503, undefined, true], [400, 'final', false], [409, undefined, false]] as const) {
      payment = { status, body: '{}', ...(header && { headers: { 'x-checkin-payment': header } }) }
      expect(((await call()).headers['set-cookie'] ?? []).some((each) => /^paying=\d/.test(each)), String(status)).toBe(expected)
    }
  })

  it('goes on with the set that the renter\'s other device is pinned to, and names its own to the API', async () => {
    const cookie = cookiesOf((await get('/')).headers)
    otherDeviceSet = '2'
    provedReservation = '0199a000-0000-7000-8000-000000000001'
    const answer = await get('/api/reservation/resume/a-link', { headers: { cookie, 'x-checkin-set': '99' } })
    expect(seenByApi.at(-1)?.headers['x-checkin-set']).toBe('1')
    expect([answer.headers['x-checkin-take-over'], answer.headers['x-checkin-journey'], answer.headers['x-checkin-currency'], answer.headers['x-checkin-reservation']]).toEqual([undefined, undefined, undefined, undefined])
    const [session = ''] = cookie.split('; ')
    const taken = (answer.headers['set-cookie'] ?? []).find((each) => each.startsWith('release='))?.split(';')[0] ?? ''
    expect(pageDataOf((await get('/reservation', { headers: { cookie: `${session}; ${taken}` } })).text()).modules['mfe-verification']?.version).toBe('1.1.0')
    otherDeviceSet = '77'
    expect((await get('/api/reservation/resume/a-link', { headers: { cookie } })).headers['set-cookie']?.some((each) => each.startsWith('release='))).toBe(false)
  })

  it('decides once more when it learns where the booking came from: once, for a rule by source only, and never within a payment', async () => {
    const rollout = { id: 'r', modules: { 'mfe-verification': '1.1.0' }, salt: 's', cohorts: [{ when: { sources: ['broker'] }, percent: 100 }], percent: 0 }
    const sets = [setOf(1, '1.0.0'), setOf(2, '1.1.0')]
    publish(2, [pointer('costaverde.localhost', 1, { revision: 2, rollouts: [rollout], variants: [1, 2] }), pointer('islandcars.localhost', 1)], sets)
    await askedAgain()
    const cookies = cookiesOf((await get('/')).headers)
    const begins = async (cookie: string, host?: string) => {
      const { headers } = await get('/api/reservation/code/123456', { headers: { cookie }, ...(host !== undefined && { host }) })
      return { headers, set: Object.fromEntries((headers['set-cookie'] ?? []).map((each) => each.split(';')[0]?.split('=') ?? [])) as Record<string, string> }
    }
    const version = async (cookie: string) => pageDataOf((await get('/reservation', { headers: { cookie } })).text()).modules['mfe-verification']?.version
    expect(await version(cookies)).toBe('1.0.0')

    expect((await begins(cookies)).set).toEqual({ checkin_session: 'abc' })
    source = 'broker'
    expect((await begins(`${cookies}; paying=${Date.now()}`)).set).toEqual({ checkin_session: 'abc' })
    const { headers, set } = await begins(cookies)
    expect(headers['x-checkin-source']).toBeUndefined()
    expect((headers['set-cookie'] ?? []).find((each) => each.startsWith('booking-source='))).toMatch(/; HttpOnly/)
    expect(set).toMatchObject({ 'release-ended': '1', release: expect.stringMatching(/^2\./), 'booking-source': expect.stringMatching(/^broker\./) })
    const [session = ''] = cookies.split('; ')
    const after = `${session}; release=${set['release']}; booking-source=${set['booking-source']}`
    expect(await version(after)).toBe('1.1.0')

    // It is asked no more, whatever the rule says then: the pin is like any other.
    publish(3, [pointer('costaverde.localhost', 1, { revision: 3, rollouts: [{ ...rollout, cohorts: [{ when: { sources: ['broker'] }, percent: 0 }], percent: 100 }], variants: [1, 2] }), pointer('islandcars.localhost', 1)], sets)
    await askedAgain()
    expect((await begins(after)).set).toEqual({ checkin_session: 'abc' })
    // Where no rule asks for the source, it is noted and nothing else happens.
    const island = cookiesOf((await get('/', { host: 'islandcars.localhost' })).headers)
    expect(Object.keys((await begins(island, 'islandcars.localhost')).set).sort()).toEqual(['booking-source', 'checkin_session'])
  })

  it('asks no rule by source where the renter\'s other device was asked already', async () => {
    publish(2, [pointer('costaverde.localhost', 1, { revision: 2, rollouts: [{ id: 'r', modules: {}, salt: 's', cohorts: [{ when: { sources: ['broker'] }, percent: 100 }], percent: 0 }], variants: [1, 2] }), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), setOf(2, '1.1.0')])
    await askedAgain()
    const cookie = cookiesOf((await get('/')).headers);
    [source, otherDeviceSet] = ['broker', '1']
    expect(String((await get('/api/reservation/resume/a-link', { headers: { cookie } })).headers['set-cookie'])).not.toMatch(/release-ended|release=2/)
  })

  it('takes a killed version out of a page that it has rendered before, also where there is nothing else', async () => {
    expect(Object.keys(pageDataOf((await get('/')).text()).modules)).toEqual(['mfe-verification'])
    publish(2, [pointer('costaverde.localhost', 1), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0')], registryKey, [{ name: 'mfe-verification', version: '1.0.0' }])
    await expect.poll(async () => Object.keys(pageDataOf((await get('/')).text()).modules)).toEqual([])
  })

  it('serves the screens of a session\'s own release set, and leads on who stands on one that is gone (DEC-195, DEC-198)', async () => {
    const park = { name: 'park', module: 'mfe-parking' as const, path: '/park', after: 'add-extras', leads: { 'parking/done': { to: 'next' as const } } }
    const before = cookiesOf((await get('/')).headers)
    const with2 = setOf(2, '1.1.0')
    const set2 = { ...with2, shell: { ...with2.shell, flow: { slots: ['add-extras'], screens: routes.map(sparse) } }, modules: { ...with2.modules, 'mfe-parking': { ...manifest('mfe-parking', '1.0.0'), steps: ['park'], screens: [park] } } }
    expect((await get('/park')).status, 'no set has it').toBe(404)
    publish(2, [pointer('costaverde.localhost', 2), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), set2])
    await expect.poll(async () => (await get('/park')).status).toBe(200)
    const { headers, ...page } = await get('/park')
    expect(pageDataOf(page.text())).toMatchObject({ screens: [park] })
    expect(page.text()).toContain('/assets/mfe-parking/1.0.0/remoteEntry.js')
    const where = async (cookie: string, host?: string) => { const answer = await get('/park', { headers: { cookie }, ...(host !== undefined && { host }) }); return [answer.status, answer.headers['location']] }
    expect(await where(before), 'a session of another set').toEqual([302, '/'])
    expect(await where(`${before}; checkin_session=abc`)).toEqual([302, '/reservation'])
    expect((await get('/parking')).status).toBe(404)
    publish(3, [pointer('costaverde.localhost', 1, { revision: 2 }), pointer('islandcars.localhost', 1)], [setOf(1, '1.0.0'), set2], registryKey, [{ name: 'mfe-parking', version: '1.0.0' }])
    await expect.poll(() => where(`${cookiesOf(headers)}; checkin_session=abc`), { message: 'its module was withdrawn' }).toEqual([302, '/reservation'])
  })

  it('sends a strict policy with every page', async () => {
    const { headers } = await get('/')
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'")
    expect(headers['content-security-policy']).toContain('mfe_verification_1_0_0')
    expect(headers['content-security-policy']).not.toContain('unsafe-eval')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })
})
