import { internalFetch, type RequestLimits, type Service } from '@checkin/server'
import { slowClient, type HalfSent, type SlowClient } from '@checkin/testing/slow-clients'
import { afterEach, describe, expect, it } from 'vitest'
import { anApi, tenant, wholeSite, type WholeSite } from '../../test/whole-site.fixture.ts'

const patience = { timeout: 50_000, interval: 200 }
let site: WholeSite | undefined
let api: Service | undefined
const slow: SlowClient[] = []
afterEach(async () => {
  for (const each of slow.splice(0)) each.stop()
  await site?.stop()
  await api?.stop()
})

async function started(requestLimits: Partial<RequestLimits>): Promise<number> {
  api = anApi()
  api.app.post('/api/reservation/prelookup', () => ({ found: true }))
  api.app.post('/api/driver', { bodyLimit: 64 * 1024 * 1024 }, (request) => ({ bytes: JSON.stringify(request.body).length }))
  const apiPort = await api.listen({ port: 0 })
  site = await wholeSite({
    // Twenty renters share this machine's address, each with one upload at a time.
    apiPort, limits: { connectionsPerNetwork: 100, bodiesPerNetwork: 50, uploadsPerNetwork: 20 }, requestLimits,
  })
  return site.port
}

// Only Linux has all of 127.0.0.0/8, and so clients of several networks on one machine.
describe.skipIf(process.platform !== 'linux')('clients of one network that never complete a request', () => {
  const attack = async (port: number, parts: readonly (readonly [count: number, halfSent: HalfSent, path: string])[]): Promise<void> => {
    for (const [count, halfSent, path] of parts) {
      for (let at = 0; at < count; at += 1) slow.push(slowClient({ port, halfSent, path, from: '127.0.2.2' }))
    }
    await expect.poll(() => slow.filter((each) => each.isOpen() || each.isClosed()).length, patience).toBe(slow.length)
  }

  it('a thousand of them keep nobody else from pages, calls and uploads, even while none of them is given up (SEC-1)', async () => {
    const port = await started({ headerMs: 600_000, bodyMs: 600_000, bodyStallMs: 600_000 })
    await attack(port, [[200, 'headers', '/api/config'], [400, 'body', '/api/reservation/prelookup'], [200, 'chunks', '/api/reservation/prelookup'], [200, 'chunks', '/api/driver']])
    const asked = (method: string, path: string, body?: object) =>
      internalFetch(`http://127.0.0.1:${port}${path}`, { method, headers: { host: tenant }, timeoutMs: 40_000, ...(body && { body }) }).then(({ status }) => status, () => 0)
    const renters = Array.from({ length: 20 }, async () => [
      await asked('GET', '/'), await asked('GET', '/api/config'), await asked('POST', '/api/reservation/prelookup', { reference: 'X' }),
      await asked('POST', '/api/driver', { picture: 'x'.repeat(500_000) }), await asked('GET', '/api/config'),
    ])
    expect(await Promise.all(renters)).toEqual(renters.map(() => [200, 200, 200, 200, 200]))
    // No more than one network may hold: connections without a request, and bodies.
    await expect.poll(() => slow.filter((each) => !each.isClosed()).length, patience).toBeLessThanOrEqual(100 + 50)
  })

  it('are closed: at once beyond what one network may hold, the others when their time is over', async () => {
    const port = await started({ headerMs: 2000, bodyMs: 2000, bodyStallMs: 2000 })
    await attack(port, [[40, 'headers', '/api/config'], [60, 'body', '/api/reservation/prelookup'], [20, 'chunks', '/api/driver']])
    await expect.poll(() => slow.filter((each) => !each.isClosed()).length, patience).toBe(0)
    expect(new Set(slow.map((each) => each.heard().split(' ')[1] ?? 'closed'))).toEqual(new Set(['408', '429']))
  })
})
