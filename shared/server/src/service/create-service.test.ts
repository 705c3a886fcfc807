import { logWords } from '@checkin/testing/log-words'
import * as z from 'zod'
import { afterEach, describe, expect, it } from 'vitest'
import { internalFetch } from '../http/internal-fetch.ts'
import { createService, type Service, type ServiceOptions } from './create-service.ts'
import { DatabaseUnavailable, OutcomeUnknown } from '../database/database-trouble.ts'
import { ServiceError } from './error-body.ts'
import { requestHost } from '../http/addresses.ts'

const running: Service[] = []
afterEach(async () => { await Promise.all(running.splice(0).map((service) => service.stop())) })

function service(options: Partial<ServiceOptions> = {}): { service: Service; lines: () => string } {
  const written: string[] = []
  const made = createService({
    name: 'trial',
    log: { level: 'info', destination: { write: (line: string) => Boolean(written.push(line)) } },
    ...options,
  })
  running.push(made)
  made.app.get('/api/validate/:code', () => ({ ok: true }))
  made.app.get('/api/driver', () => ({ ok: true }))
  made.app.post('/api/things', (request) => z.object({ name: z.string() }).parse(request.body))
  made.app.get('/api/broken', () => { throw new Error('secret detail of the inside') })
  made.app.get('/api/refused', () => { throw new ServiceError(429, 'TooManyRequests', 'Too many tries', { headers: { 'retry-after': '60' } }) })
  made.app.get('/api/away', () => { throw new DatabaseUnavailable('away', Object.assign(new Error('secret detail of the inside'), { code: '57P01' })) })
  made.app.post('/api/cut', () => { throw new OutcomeUnknown(new DatabaseUnavailable('away')) })
  made.app.get('/api/cut', () => { throw new OutcomeUnknown(new DatabaseUnavailable('away')) })
  made.app.get('/api/host', (request) => ({ host: requestHost(request) }))
  return { service: made, lines: () => written.join('') }
}

describe('answers to what goes wrong', () => {
  it.each([
    ['malformed JSON', { method: 'POST', url: '/api/things', headers: { 'content-type': 'application/json' }, payload: '{"name":' }, 400, 'MalformedJson'],
    ['an empty body', { method: 'POST', url: '/api/things', headers: { 'content-type': 'application/json' }, payload: '' }, 400, 'MalformedJson'],
    ['a body with __proto__', { method: 'POST', url: '/api/things', headers: { 'content-type': 'application/json' }, payload: '{"__proto__":{}}' }, 400, 'MalformedJson'],
    ['an unknown type of body', { method: 'POST', url: '/api/things', headers: { 'content-type': 'text/csv' }, payload: 'a,b' }, 415, 'InvalidRequest'],
    ['a body that is too large', { method: 'POST', url: '/api/things', headers: { 'content-type': 'application/json' }, payload: JSON.stringify('x'.repeat(70_000)) }, 413, 'TooLarge'],
    ['an unknown call', { method: 'GET', url: '/api/nothing' }, 404, 'NotFound'],
    ['a broken address', { method: 'GET', url: '/api/%ZZ' }, 400, 'InvalidRequest'],
    ['a refusal of the handler', { method: 'GET', url: '/api/refused' }, 429, 'TooManyRequests'],
    ['a fault of our own', { method: 'GET', url: '/api/broken' }, 500, 'Internal'],
    ['a database that is away', { method: 'GET', url: '/api/away' }, 503, 'DatabaseUnavailable'],
    ['a change that broke off at its commit', { method: 'POST', url: '/api/cut' }, 504, 'OutcomeUnknown'],
    ['a question that broke off at its commit, which decides nothing', { method: 'GET', url: '/api/cut' }, 503, 'DatabaseUnavailable'],
  ] as const)('%s', async (_case, call, status, code) => {
    const { service: { app } } = service()
    const answer = await app.inject(call)
    expect(answer.statusCode).toBe(status)
    expect(answer.json()).toEqual({ data: null, status, title: expect.any(String), code, requestId: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(answer.body).not.toMatch(/secret detail|at .*\.ts|node_modules/)
  })

  it('a fault without known cause has no message that a page could take for words to the renter (SHELL-60)', async () => {
    const { service: { app } } = service()
    expect((await app.inject('/api/broken')).json()).toMatchObject({ code: 'Internal', title: '' })
  })

  it('a throttled call says when to come back', async () => {
    const { service: { app } } = service()
    expect((await app.inject('/api/refused')).headers['retry-after']).toBe('60')
  })
})

describe('an outage of the database', () => {
  it('is told to each caller with when to come back, and in the log by one short line with its cause', async () => {
    const { service: { app }, lines } = service()
    expect((await app.inject('/api/away')).headers['retry-after']).toBe('2')
    const logged = lines().trim().split('\n').map((line) => JSON.parse(line) as Record<string, unknown>).filter(({ msg }) => msg !== 'call')
    expect(logged).toMatchObject([{ code: 'DatabaseUnavailable', cause: '57P01' }])
    expect(lines()).not.toMatch(/secret detail|stack/)
  })
})

describe('logs (DEC-80)', () => {
  it.each(['/api/validate/123456', '/api/driver?name=Maria&email=maria.silva@example.com', '/api/nowhere/Kx81-token-9', '/api/nothing?code=123456'])(
    'hold one line for %s, and nothing of what the renter typed', async (address) => {
      const { service: { app }, lines } = service()
      await app.inject(address)
      expect(lines().trim().split('\n')).toHaveLength(1)
      expect(lines()).toContain('"msg":"call"')
      expect(logWords(lines())).not.toMatch(/123456|Maria|maria|Kx81/)
    })

  it('hold the stack of a fault, so that an operator can find it by the request id', async () => {
    const { service: { app }, lines } = service()
    const { requestId } = (await app.inject('/api/broken')).json<{ requestId: string }>()
    expect(lines()).toContain('secret detail of the inside')
    expect(lines()).toContain(requestId)
  })

  it('say nothing about probes', async () => {
    const { service: { app }, lines } = service()
    await app.inject('/healthz')
    await app.inject('/metrics')
    expect(lines()).toBe('')
  })
})

describe('probes', () => {
  it('tell alive from ready', async () => {
    let databaseIsUp = false
    const { service: { app } } = service({ ready: () => { if (!databaseIsUp) throw new Error('no database') } })
    expect((await app.inject('/healthz')).statusCode).toBe(200)
    expect((await app.inject('/readyz')).statusCode).toBe(503)
    databaseIsUp = true
    expect((await app.inject('/readyz')).statusCode).toBe(200)
  })

  it('count calls by route pattern', async () => {
    const { service: { app } } = service()
    await app.inject('/api/validate/123456')
    const { body } = await app.inject('/metrics')
    expect(body).toContain('route="/api/validate/:code"')
    // Counts and seconds may have any digits.
    expect(body.replaceAll(/ [\d.e+-]+$/gm, '')).not.toContain('123456')
  })

  it('keep the numbers off a public port and serve them on the internal one', async () => {
    const { service: made } = service({ publicPort: true })
    const port = await made.listen({ port: 0, internalPort: 0 })
    expect((await internalFetch(`http://localhost:${port}/metrics`)).status).toBe(404)
    expect((await internalFetch(`http://localhost:${port}/healthz`)).status).toBe(200)
  })
})

describe('the host that was asked for (DEC-06)', () => {
  it.each([
    ['costaverde.localhost', 'costaverde.localhost'],
    ['CostaVerde.localhost:4000', 'costaverde.localhost'],
    ['costaverde.localhost.', ''],
    ['a b', ''],
    ['costaverde.localhost@evil.example', ''],
    ['[::1]:4000', ''],
  ])('%s is the tenant name "%s"', async (host, name) => {
    const { service: { app } } = service()
    expect((await app.inject({ url: '/api/host', headers: { host } })).json()).toEqual({ host: name })
  })

  it('reaches a service by any name below localhost, with its own Host header', async () => {
    const { service: made } = service()
    const port = await made.listen({ port: 0 })
    expect((await internalFetch(`http://alpen.localhost:${port}/api/host`)).json()).toEqual({ host: 'alpen.localhost' })
    expect((await internalFetch(`http://127.0.0.1:${port}/api/host`, { headers: { host: 'costaverde.localhost' } })).json()).toEqual({ host: 'costaverde.localhost' })
  })
})
