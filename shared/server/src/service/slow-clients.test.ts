import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { byHand, slowClient, type SlowClient } from '@checkin/testing/slow-clients'
import { afterEach, describe, expect, it } from 'vitest'
import { internalFetch } from '../http/internal-fetch.ts'
import { createService, type Service, type ServiceOptions } from './create-service.ts'
import { ServiceError } from './error-body.ts'

const patience = { timeout: 30_000, interval: 100 }
const running: Service[] = []
const slow: SlowClient[] = []
afterEach(async () => {
  for (const each of slow.splice(0)) each.stop()
  await Promise.all(running.splice(0).map((service) => service.stop()))
})

async function serving(options: Partial<ServiceOptions> = {}): Promise<{ readonly service: Service; readonly port: number }> {
  const service = createService({ name: 'trial', log: { level: 'silent' }, bodyLimit: 1024 * 1024, limits: { headerMs: 2000, bodyMs: 600, bodyStallMs: 600, bodyBytesPerSecond: 1000 }, ...options })
  running.push(service)
  service.app.get('/api/config', () => ({ ok: true }))
  service.app.post('/api/things', (request) => ({ bytes: JSON.stringify(request.body).length }))
  service.app.post('/api/closed', { onRequest: () => { throw new ServiceError(401, 'Unauthorized', 'Nobody comes in here') } }, () => ({}))
  return { service, port: await service.listen({ port: 0 }) }
}
const slowly = (count: number, options: Parameters<typeof slowClient>[0]): readonly SlowClient[] => {
  const clients = Array.from({ length: count }, () => slowClient(options))
  slow.push(...clients)
  return clients
}

describe('a client that sends half a request', () => {
  it.each(['headers', 'body', 'chunks'] as const)('is told 408 and closed, when it stops within its %s, while others are served', async (halfSent) => {
    const { port, service } = await serving()
    const clients = slowly(20, { port, halfSent, path: '/api/things', dripMs: 300 })
    expect((await internalFetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
    await expect.poll(() => clients.filter((each) => !each.isClosed()).length, patience).toBe(0)
    expect(clients.map(({ heard }) => heard().split(' ')[1])).toEqual(clients.map(() => '408'))
    expect(clients[0]?.heard()).toContain('"code":"RequestTimeout"')
    expect(await service.metrics.metrics()).toMatch(new RegExp(`http_slow_requests_total\\{part="${halfSent === 'headers' ? 'headers' : 'body'}"[^}]*\\} 20\n`))
  })

  it('is closed too when its request was answered before its body, and when the address cannot be read', async () => {
    const { port } = await serving()
    const clients = [...slowly(1, { port, halfSent: 'body', path: '/api/closed' }), ...slowly(1, { port, halfSent: 'chunks', path: '/api/%ZZ' })]
    await expect.poll(() => clients.every((each) => each.isClosed()), patience).toBe(true)
    expect(clients.map(({ heard }) => heard().split(' ')[1])).toEqual(['401', '400'])
  })

  it('holds no more connections than its network may, and another network has its own', async () => {
    const { port } = await serving({ connectionsPerNetwork: 5 })
    const clients = slowly(12, { port, halfSent: 'headers', path: '/', from: '127.0.2.2' })
    await expect.poll(() => clients.filter((each) => each.isClosed() && each.heard() === '').length, patience).toBe(7)
    expect((await internalFetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
    await expect.poll(() => clients.filter((each) => !each.isClosed()).length, patience).toBe(0)
  })
})

describe('a slow but honest upload', () => {
  it('passes while it keeps the least rate, also when it takes longer than a small body may', async () => {
    const { port } = await serving({ limits: { headerMs: 2000, bodyMs: 1000, bodyStallMs: 4000, bodyBytesPerSecond: 1000 } })
    const body = JSON.stringify({ picture: 'x'.repeat(40_000) })
    const answer = await new Promise<string>((resolve, reject) => {
      let heard = ''
      let at = 0
      const socket = connect(port, '127.0.0.1', () => { socket.write(`POST /api/things HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`) })
      const timer = setInterval(() => { socket.write(body.slice(at, at += 4000)); if (at >= body.length) clearInterval(timer) }, 250)
      socket.on('data', (part: Buffer) => { heard += part.toString() })
      socket.on('error', reject)
      socket.on('close', () => { clearInterval(timer); resolve(heard) })
    })
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a service that is told to stop', () => {
  it('says at once that it is not ready, and does not wait longer for half a body than it may', async () => {
    const { service, port } = await serving({ limits: { headerMs: 60_000, bodyMs: 60_000, bodyStallMs: 60_000, drainMs: 500, unreadyMs: 500 } })
    const [client] = slowly(1, { port, halfSent: 'body', path: '/api/things' })
    await internalFetch(`http://127.0.0.1:${port}/api/config`)
    const stopped = service.stop()
    expect((await internalFetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(503)
    expect((await internalFetch(`http://127.0.0.1:${port}/api/config`)).status).toBe(200)
    await stopped
    await expect.poll(() => client?.isClosed(), patience).toBe(true)
  })

  it('answers what still comes, and lets no connection be used for a further call (REL-12)', async () => {
    const { service, port } = await serving({ limits: { headerMs: 60_000, bodyMs: 60_000, bodyStallMs: 60_000, drainMs: 5000, unreadyMs: 1500 } })
    const [early, late] = [byHand(port), byHand(port)]
    early.write('GET /api/config HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(early.heard, patience).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: keep-alive/i)
    late.write('POST /api/things HTTP/1.1\r\nHost: a\r\n')
    const stopped = service.stop()
    early.write('GET /api/config HTTP/1.1\r\nHost: a\r\n\r\n')
    await expect.poll(early.heard, patience).toMatch(/HTTP\/1\.1 200 OK[^]*HTTP\/1\.1 200 OK[^]*connection: close/i)
    // No new connection is taken any more, and the call whose headers were under way is still answered.
    await expect.poll(() => service.app.server.listening, patience).toBe(false)
    late.write('Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}')
    await expect.poll(late.heard, patience).toMatch(/^HTTP\/1\.1 200 OK[^]*connection: close/i)
    await stopped
  })

  it('ends its process after SIGTERM with half a body open', async () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../test/stopping.fixture.ts')], { env: { ...process.env, CHECKIN_DRAIN_SECONDS: '0.5' }, stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'exit')
    const [said] = await once(child.stdout, 'data') as [Buffer]
    const [client] = slowly(1, { port: Number(/port (\d+)/.exec(said.toString())?.[1]), halfSent: 'body', path: '/api/things' })
    await expect.poll(() => client?.isOpen(), patience).toBe(true)
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    await expect.poll(() => client?.isClosed(), patience).toBe(true)
  })
})
