import Fastify, { type FastifyInstance } from 'fastify'
import { Registry } from 'prom-client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { policyReportPath, policyReportRoute, readPolicyReports } from './policy-reports.ts'

const host = 'costaverde.localhost'
let app: FastifyInstance
let metrics: Registry
let events: string[]
beforeEach(() => {
  app = Fastify()
  metrics = new Registry()
  events = []
  policyReportRoute(app, {
    metrics, securityEvent: (name, work = '') => { events.push(`${name}: ${work}`) }, event: 'page.policy.refused', scheme: 'https', isOwn: (name) => name === host, address: ({ headers }) => String(headers['x-test-address'] ?? '203.0.113.7'),
  })
})
afterEach(() => app.close())

const send = async (body: object | string, { type = 'application/csp-report', to = host, from = '203.0.113.7', headers = {} } = {}): Promise<number> =>
  (await app.inject({ method: 'POST', url: policyReportPath, headers: { host: to, 'content-type': type, 'x-test-address': from, ...headers }, payload: typeof body === 'string' ? body : JSON.stringify(body) })).statusCode
const former = (directive: string, blocked: string) => ({ 'csp-report': { 'document-uri': `https://${host}/?code=123456`, 'effective-directive': directive, 'blocked-uri': blocked, 'script-sample': 'Maria Silva' } })
const present = (directive: string, blocked: string) => ({ type: 'csp-violation', url: `https://${host}/?code=123456`, body: { effectiveDirective: directive, blockedURL: blocked, sample: 'Maria Silva' } })

describe('what a page\'s policy refused, as browsers report it (DEC-341)', () => {
  it('is counted and told in both forms, by directive and kind, with nothing of the report', async () => {
    expect(await send(former('script-src-elem', 'https://evil.example/x.js?token=secret'))).toBe(204)
    expect(await send([present('connect-src', `https://${host}/x`), present('script-src', 'inline'), present('img-src', 'data:image/png;base64,AAAA')], { type: 'application/reports+json' })).toBe(204)
    expect(events).toEqual(['page.policy.refused: script-src-elem foreign', 'page.policy.refused: connect-src own', 'page.policy.refused: script-src inline', 'page.policy.refused: img-src data'])
    const shown = await metrics.metrics()
    expect(shown).toContain('checkin_policy_reports_total{directive="script-src-elem",blocked="foreign"} 1')
    // Counts and seconds may have any digits.
    expect(shown.replaceAll(/ [\d.e+-]+$/gm, '') + events.join('')).not.toMatch(/evil|secret|123456|Silva/)
  })

  it('of an extension is counted and no event: it is the renter\'s own', async () => {
    await send(former('script-src', 'moz-extension://0f/x.js'))
    expect([events, (await metrics.metrics()).includes('blocked="extension"} 1')]).toEqual([[], true])
  })

  it('makes no name of its own, whatever strangers write', async () => {
    for (const word of ['evil-src', '__proto__', 'script-src"} 9', 'x'.repeat(3000)]) await send(former(word, word))
    expect(new Set(events)).toEqual(new Set(['page.policy.refused: other other']))
  })

  it('has an allowance for each network and for all together, so that strangers fill no log', async () => {
    const many = Array.from({ length: 100 }, () => present('script-src', 'inline'))
    for (let at = 0; at < 5; at += 1) await send(many, { type: 'application/reports+json' })
    expect(events).toHaveLength(20)
    for (let at = 0; at < 60; at += 1) await send(many, { type: 'application/reports+json', from: `198.51.${at}.1` })
    expect(events).toHaveLength(500)
  })

  it('is read to the twentieth of a body, whatever allowance there is', () => {
    expect(readPolicyReports(Array.from({ length: 100 }, () => present('script-src', 'inline')), host)).toHaveLength(20)
  })

  it('is dropped when it cannot be read, comes by another name or is too long', async () => {
    for (const body of ['{', 'null', '[]', '{"csp-report":{"blocked-uri":{}}}', JSON.stringify([{ type: 'crash', body: {} }])]) expect(await send(body)).toBe(204)
    expect(await send(former('script-src', 'inline'), { to: 'elsewhere.example' })).toBe(204)
    expect(await send('x'.repeat(20_000))).toBe(413)
    expect(events).toEqual([])
  })

  it.each([
    ['without a word of where it comes from', {}], ['of the own origin', { origin: `https://${host}` }], ['of a browser that says so', { 'sec-fetch-site': 'same-origin' }],
    ['of a page that sends no Referer', { origin: 'null', 'sec-fetch-site': 'same-origin' }], ['of such a page in a browser that says nothing more', { origin: 'null' }],
  ])('is taken %s (DEC-349)', async (_whose, headers) => {
    expect(await send(former('script-src', 'inline'), { headers })).toBe(204)
    expect(events).toHaveLength(1)
  })

  it.each([
    ['another origin', { origin: 'https://evil.example' }], ['the same host without TLS', { origin: `http://${host}` }], ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another name of the same site', { 'sec-fetch-site': 'same-site' }], ['a frame without an origin', { origin: 'null', 'sec-fetch-site': 'cross-site' }], ['an address that somebody typed', { 'sec-fetch-site': 'none' }],
  ])('is dropped when the browser was sent by %s (DEC-349)', async (_whose, headers) => {
    expect(await send(former('script-src', 'inline'), { headers })).toBe(204)
    expect([events, (await metrics.metrics()).includes('directive=')]).toEqual([[], false])
  })
})
