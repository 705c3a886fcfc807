import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callerCertificateHeader, createService, internalFetch, type CallTls, type Service } from '@checkin/server'
import { certificateAuthority, selfSigned, type CertificateAuthority } from '@checkin/testing/tls-server'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { freePorts, projectRoot } from '../chaos/processes.ts'
import { callersOf } from '../../src/http/callers.ts'
import { nginxProgram, startNginx } from './nginx.fixture.ts'

if (nginxProgram === null) console.log('certificates through nginx: SKIPPED, nginx is not installed')

/** Lines for TLS of deploy/nginx/checkin/inside.conf, which stand there as remarks. */
const shipped = readFileSync(join(projectRoot, 'deploy/nginx/checkin/inside.conf'), 'utf8').split('\n').flatMap((line) => /^# {3}(.+;)$/.exec(line)?.[1] ?? [])
const folder = mkdtempSync(join(tmpdir(), 'checkin-proxy-'))
const kept = (name: string, text: string): string => { writeFileSync(join(folder, name), text); return join(folder, name) }

let api: Service
let own: CertificateAuthority
let other: CertificateAuthority
const proxies: { readonly stop: () => Promise<void> }[] = []
/** Ports of nginx as it is shipped, and as somebody may have set it who asks for a certificate and does not look at it. */
let strict: number
let careless: number

/** nginx as in the manual before the API on a port, with one line of it changed. */
async function proxyTo(apiPort: number, verify: string): Promise<number> {
  const at = await freePorts(1)
  const lines = shipped.map((line) => line.replaceAll('/etc/nginx/checkin/', `${folder}/`).replace('ssl_verify_client on;', `ssl_verify_client ${verify};`))
  proxies.push(await startNginx(nginxProgram ?? '', {
    folder: mkdtempSync(join(folder, 'nginx-')), listen: { public: [`listen unix:${join(folder, `public-${at}.sock`)};`], inside: [`listen 127.0.0.1:${at} ssl;`, ...lines] }, insidePort: at, sites: [apiPort], apis: [apiPort], insideByTls: true,
  }))
  return at
}

describe.skipIf(nginxProgram === null)('a service that proves itself through nginx (DEC-340, ASVS 13.2.1)', () => {
  beforeAll(async () => {
    ;[own, other] = [await certificateAuthority(), await certificateAuthority('elsewhere.example')]
    const [served, inside] = [await own.issue({ name: 'api.checkin.internal' }), await own.issue({ name: 'inside.example' })]
    for (const [name, text] of [['inside.crt', inside.cert], ['inside.key', inside.key]] as const) kept(name, text)
    const env = { CHECKIN_TLS_CERTIFICATE: kept('api.crt', served.cert), CHECKIN_TLS_KEY: kept('api.key', served.key), CHECKIN_INTERNAL_CA: kept('ca.pem', own.certificate), CHECKIN_CALLERS: 'site=site.example,console=console.example,proxy=inside.example' }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    // The API's base with its own rules of who may make which call; what a call does lies behind them.
    api = createService({ name: 'reservation-api', log: { level: 'silent' }, callersOf })
    vi.unstubAllEnvs()
    for (const path of ['/api/config', '/internal/v1/tenants']) api.app.get(path, ({ headers }) => ({ host: headers.host }))
    const port = await api.listen({ port: 0 })
    strict = await proxyTo(port, 'on')
    careless = await proxyTo(port, 'optional_no_ca')
  })
  afterAll(async () => {
    for (const { stop } of proxies) await stop()
    await api.stop()
    rmSync(folder, { recursive: true, force: true })
  })

  /** What a call of a site, or with another path of the console, gets through nginx. */
  const through = async (port: number, shown: CallTls, { path = '/api/config', headers = {} }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {}): Promise<string> => {
    const answer = await internalFetch(`https://localhost:${port}${path}`, { tls: { ca: own.certificate, ...shown }, headers: { host: 'costaverde.localhost', ...headers } })
    return /"code":"(\w+)"/.exec(answer.text())?.[1] ?? String(answer.status)
  }
  const says = ({ cert }: { readonly cert: string }) => ({ headers: { [callerCertificateHeader]: encodeURIComponent(cert) } })
  const site = () => own.issue({ name: 'site.example' })

  it('is taken with its certificate, and for its own calls alone', async () => {
    expect(await through(strict, await site())).toBe('200')
    expect(await through(strict, await site(), { path: '/internal/v1/tenants' })).toBe('WrongCaller')
    expect(await through(strict, await own.issue({ name: 'console.example' }), { path: '/internal/v1/tenants' })).toBe('200')
  })

  it('is refused by nginx itself without a certificate, with one of another authority and one that is over', async () => {
    for (const shown of [{}, await other.issue({ name: 'site.example' }), await own.issue({ name: 'site.example', isOver: true })]) expect(await through(strict, shown)).toBe('400')
  })

  it('is not who names a certificate in a header: nginx says what it saw itself', async () => {
    const right = says(await site())
    expect(await through(strict, await own.issue({ name: 'somebody.example' }), right)).toBe('WrongCaller')
    expect(await through(strict, await own.issue({ name: 'console.example' }), right)).toBe('WrongCaller')
    expect(await through(careless, {}, right)).toBe('WrongCaller')
  })

  it('is nobody who shows a certificate that nginx only asks for and does not look at', async () => {
    expect(await through(careless, await site())).toBe('200')
    for (const [whose, shown] of [['another authority', await other.issue({ name: 'site.example' })], ['its own word', await selfSigned({ name: 'site.example' })]] as const) expect(await through(careless, shown), whose).toBe('WrongCaller')
  })
})
