import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { siteLimits } from '../settings.ts'
import { apiConnections, type ApiCall } from './api-connections.ts'

const api = createServer((_request, response) => { response.end('{}') })
beforeAll(() => new Promise<void>((resolve) => { api.listen(0, '127.0.0.1', resolve) }))
afterAll(() => { api.close() })

const aCall = (): ApiCall => ({ host: '127.0.0.1', port: (api.address() as AddressInfo).port, isTls: false, method: 'POST', path: '/api/payment', headers: {}, kind: 'write', body: { kind: 'none' } })
const standsStill = (ms: number): void => {
  for (const since = performance.now(); performance.now() - since < ms;);
}

describe('connections to the API', () => {
  it('take a standstill of this process for no silence of the API: what was reached meanwhile is not given up (decision 0030)', async () => {
    const call = apiConnections({ ...siteLimits({}), connectMs: 50 })
    const answer = call(aCall())
    // The connection is begun in this turn of the event loop, and made while nobody looks.
    for (let ticks = 0; ticks < 5; ticks += 1) await new Promise<void>((resolve) => { process.nextTick(resolve) })
    standsStill(300)
    expect((await answer).statusCode).toBe(200)
  })
})
