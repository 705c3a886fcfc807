import { generateKeyPairSync } from 'node:crypto'
import { connect } from 'node:net'
import { internalFetch, type Service } from '@checkin/server'
import { holds } from '@checkin/testing/hostile'
import { slowClient } from '@checkin/testing/slow-clients'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedLink } from '@checkin/releases'
import { aSignedLink, registryKey } from '../release.fixture.ts'
import { anApi, tenant, wholeSite, type WholeSite } from '../whole-site.fixture.ts'

let api: Service
let site: WholeSite
/** Calls that reached the API, with who they said they were. */
const seen: { readonly line: string; readonly headers: Readonly<Record<string, unknown>> }[] = []
beforeAll(async () => {
  api = anApi({ drainMs: 100 })
  api.app.addHook('onRequest', (request, _reply, done) => { seen.push({ line: `${request.method} ${request.url}`, headers: request.headers }); done() })
  api.app.post('/api/reservation/prelookup', () => ({ taken: true }))
  api.app.get('/internal/v1/tenants', () => ({ secret: 'of the inside' }))
  site = await wholeSite({ apiPort: await api.listen({ port: 0 }), requestLimits: { headerMs: 2000, bodyMs: 2000, bodyStallMs: 2000 } })
})
afterAll(async () => { await site.stop(); await api.stop() })

const patience = { timeout: 30_000, interval: 50 }
/** What a connection hears of a text that is no proper request, until the server closes it: its last request says that it is. */
function heardOf(text: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(site.port, '127.0.0.1', () => { socket.write(text) })
    socket.on('data', (part: Buffer) => { heard += part.toString() })
    socket.on('error', () => { socket.destroy() })
    socket.on('close', () => { resolve(heard) })
  })
}
const statusOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => internalFetch(`http://127.0.0.1:${site.port}${path}`, { headers: { host: tenant, ...headers } })

describe('requests that are none', () => {
  it('smuggle nothing past the site, and name no other host or renter (DEC-247, SEC-19)', () => holds('malformed HTTP', async (tried) => {
    const end = '\r\nConnection: close\r\n\r\n'
    const hidden = `GET /internal/v1/tenants HTTP/1.1\r\nHost: ${tenant}${end}`
    const post = (...headers: string[]) => [`POST /api/reservation/prelookup HTTP/1.1`, `Host: ${tenant}`, `Origin: http://${tenant}`, 'Content-Type: application/json', ...headers].join('\r\n')
    const texts: Readonly<Record<string, string>> = {
      'length and chunks': `${post('Content-Length: 4', 'Transfer-Encoding: chunked')}${end}0\r\n\r\n${hidden}`, 'chunks and length': `${post('Transfer-Encoding: chunked', 'Content-Length: 200')}${end}0\r\n\r\n${hidden}`,
      'two lengths': `${post('Content-Length: 2', 'Content-Length: 90')}${end}{}${hidden}`, 'a length with a sign': `${post('Content-Length: +2')}${end}{}${hidden}`, 'chunked twice': `${post('Transfer-Encoding: chunked, chunked')}${end}0\r\n\r\n${hidden}`,
      'an encoding of its own': `${post('Transfer-Encoding: xchunked')}${end}0\r\n\r\n${hidden}`, 'a space before the colon': `${post('Content-Length : 2')}${end}{}${hidden}`, 'a folded header': `${post('Transfer-Encoding:\r\n chunked')}${end}0\r\n\r\n${hidden}`,
      'a bare line feed': `${post('X: a\nTransfer-Encoding: chunked')}${end}0\r\n\r\n${hidden}`, 'a chunk of negative size': `${post('Transfer-Encoding: chunked')}${end}-1\r\n\r\n${hidden}`,
      'two hosts': `GET / HTTP/1.1\r\nHost: ${tenant}\r\nHost: evil.example${end}`, 'an absolute target': `GET http://evil.example/ HTTP/1.1\r\nHost: ${tenant}${end}`, 'no host': `GET / HTTP/1.1${end}`,
      'a null byte in a header': `GET / HTTP/1.1\r\nHost: ${tenant}\r\nX: a\0b${end}`, 'a trace': `TRACE / HTTP/1.1\r\nHost: ${tenant}${end}`, 'a method of its own': `SMUGGLE / HTTP/1.1\r\nHost: ${tenant}${end}`, 'a tunnel': `CONNECT 127.0.0.1:4005 HTTP/1.1\r\nHost: ${tenant}${end}`,
      'a header without end': `GET / HTTP/1.1\r\nHost: ${tenant}\r\nX: ${'a'.repeat(40_000)}${end}`,
    }
    for (const [what, text] of Object.entries(texts)) {
      seen.length = 0
      const heard = await heardOf(text)
      tried(what, seen.some(({ line }) => line.includes('/internal/')) || heard.includes('of the inside') || /^HTTP\/1\.1 [2]/.test(heard))
    }
    seen.length = 0
    await statusOf('/api/config', { 'x-checkin-client': '10.9.9.9', 'x-checkin-key': 'guess', 'x-checkin-set': '7', 'x-checkin-proxy': 'guess', 'x-forwarded-for': '10.9.9.9' })
    tried('a renter\'s address of one\'s own', seen.some(({ headers }) => headers['x-checkin-client'] === '10.9.9.9' || headers['x-checkin-set'] === '7'))
  }))

  it('that are never completed are closed, and nobody waits for them (DEC-247, SEC-1)', () => holds('slow bodies', async (tried) => {
    for (const halfSent of ['headers', 'body', 'chunks'] as const) {
      const slow = Array.from({ length: 30 }, () => slowClient({ port: site.port, halfSent, path: '/api/reservation/prelookup' }))
      const others = await Promise.all(Array.from({ length: 10 }, () => statusOf('/api/config')))
      await expect.poll(() => slow.filter((each) => !each.isClosed()).length, patience).toBe(0)
      tried(halfSent, others.some(({ status }) => status !== 200))
      for (const each of slow) each.stop()
    }
  }))

  it('lead neither to files, to inner calls nor away from the site (DEC-247, SEC-17)', () => holds('paths of the site', async (tried) => {
    const inner = ['/internal/v1/tenants', '/api/../internal/v1/tenants', '/api/..%2finternal/v1/tenants', '/api/%2e%2e/internal/v1/tenants', '/api/%252e%252e/internal/v1/tenants', '//internal/v1/tenants', '/api//../internal/v1/tenants', '/api/;/../internal/v1/tenants', '/fleet/v1/reservations/CV1', '/provider/v1/card/callback/costaverde', '/api\\..\\internal\\v1\\tenants', '/metrics']
    const files = ['/assets/../../../../etc/passwd', '/assets/%2e%2e/%2e%2e/etc/passwd', '/assets/..%2f..%2f..%2fetc%2fpasswd', '/assets/....//....//etc/passwd', '/assets/%00', '/assets/mfe-driver/1.0.0/%2e%2e%2f%2e%2e%2fpackage.json', '/.env', '/.git/config', '/package.json']
    const away = ['//evil.example', '/\\evil.example', '/%2f%2fevil.example', '/?next=https://evil.example', '/%0d%0aSet-Cookie:x=1', '/overview%0d%0aLocation:%20https://evil.example', '/link/https://evil.example', '/%5cevil.example']
    for (const path of [...inner, ...files, ...away]) {
      seen.length = 0
      const heard = await heardOf(`GET ${path} HTTP/1.1\r\nHost: ${tenant}\r\nConnection: close\r\n\r\n`)
      const [head = ''] = heard.split('\r\n\r\n')
      tried(path, seen.some(({ line }) => !line.includes(' /api/') || line.includes('..')) || /of the inside|root:|"private": true/.test(heard) || /^location: *(?:https?:)?(?:\/\/|\\)?[^\r]*evil/im.test(head) || /^set-cookie: x=1/im.test(head))
    }
  }))
})

describe('what the registry has not signed', () => {
  it('is shown to nobody (DEC-247, SEC-9)', () => holds('forged previews and release cookies', async (tried) => {
    const strangersKey = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const link: SignedLink = { kind: 'staff', host: tenant, id: 'forged', expires: new Date(Date.now() + 3_600_000).toISOString(), issuer: 'nobody' }
    const genuine = aSignedLink(link)
    const forged = aSignedLink(link, strangersKey)
    const elsewhere = aSignedLink({ ...link, host: 'alpen.localhost' }, registryKey)
    const isStaff = async (token: string) => /staff=/.test(String((await statusOf(`/preview/${token}`)).headers['set-cookie'] ?? ''))
    expect(await isStaff(genuine)).toBe(true)
    const over = aSignedLink({ ...link, expires: '2020-01-01T00:00:00Z' })
    for (const [what, token] of [['another key', forged], ['another site', elsewhere], ['after its time', over], ['another text', `${genuine.split('.')[0] ?? ''}.${elsewhere.split('.')[1] ?? ''}`]] as const) tried(what, await isStaff(token))
    const shown = (await statusOf('/')).text()
    for (const cookie of ['release=forged', `checkin_release=${'A'.repeat(60)}`, '__Host-release=e30.e30']) {
      const { status, text } = await statusOf('/', { cookie })
      tried(`cookie ${cookie.slice(0, 12)}`, status !== 200 || /"set":\s*(\d+)/.exec(text())?.[1] !== /"set":\s*(\d+)/.exec(shown)?.[1])
    }
  }))
})
