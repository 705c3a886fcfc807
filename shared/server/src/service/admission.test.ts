import { request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { Admission } from './admission.ts'
import { createService, type Service } from './create-service.ts'

const running: Service[] = []
afterEach(async () => { await Promise.all(running.splice(0).map((service) => service.stop())) })

/** A machine that works on calls one after another, for so long each; answers what the last hundred that were taken took, with as many coming as it can do three times. */
function underThreefoldLoad(admission: Admission, workMs: number, calls: number): { readonly taken: readonly number[]; readonly refused: number } {
  const taken: number[] = []
  const waiting: number[] = []
  let [refused, freeAt] = [0, 0]
  for (let at = 0; at < calls; at += 1) {
    const now = (at * workMs) / 3
    while (waiting.length > 0 && Math.max(freeAt, waiting[0] ?? 0) + workMs <= now) {
      const came = waiting.shift() ?? 0
      freeAt = Math.max(freeAt, came) + workMs
      taken.push(freeAt - came)
      admission.done(freeAt - came, freeAt)
    }
    if (admission.hasPlace(false)) {
      admission.begin()
      waiting.push(now)
    } else refused += 1
  }
  return { taken: taken.slice(-100), refused }
}

describe('calls that are more than a process can do (REL-11)', () => {
  it.each([1, 5, 20])('wait a bounded time at three times the load, whether one takes %i ms, because the others are turned away', (workMs) => {
    const { taken, refused } = underThreefoldLoad(new Admission({ least: 4 }), workMs, 20_000)
    expect(Math.max(...taken)).toBeLessThan(500)
    expect(refused / 20_000).toBeGreaterThan(0.6)
  })

  it('are more again once they are quick', () => {
    const admission = new Admission({ first: 100, least: 10 })
    for (let at = 0; at < 20; at += 1) { admission.begin(); admission.done(1000, at * 1000) }
    expect(admission.limit).toBe(10)
    for (let at = 0; at < 50; at += 1) {
      const places = admission.limit
      for (let call = 0; call < places; call += 1) admission.begin()
      for (let call = 0; call < places; call += 1) admission.done(5, 100_000 + at * 1000)
    }
    expect(admission.limit).toBeGreaterThan(100)
  })

  it('are answered 503 with when to come again before anything was begun, payments last and probes always', async () => {
    const service = createService({ name: 'trial', log: { level: 'silent' }, admission: { refusedLast: (path) => path.startsWith('/pay'), settings: { first: 1, least: 1 } } })
    running.push(service)
    let [begun, answer] = [0, (): void => undefined]
    const gate = new Promise<void>((open) => { answer = open })
    for (const path of ['/things', '/pay']) service.app.get(path, async () => { begun += 1; await gate; return { ok: true } })
    const first = service.app.inject('/things')
    while (begun < 1) await delay(1)
    const second = await service.app.inject('/things')
    expect([second.statusCode, second.headers['retry-after'], second.json<{ code: string }>().code, begun]).toEqual([503, '2', 'Busy', 1])
    expect((await service.app.inject('/healthz')).statusCode).toBe(200)
    const payment = service.app.inject('/pay')
    while (begun < 2) await delay(1)
    expect((await service.app.inject('/pay')).statusCode).toBe(503)
    expect(await service.metrics.metrics()).toMatch(/checkin_calls_refused_total\{[^}]*\} 2\n/)
    answer()
    expect([(await first).statusCode, (await payment).statusCode, (await service.app.inject('/things')).statusCode]).toEqual([200, 200, 200])
  })

  it('do not wait for those who send their bodies slowly', async () => {
    const service = createService({ name: 'trial', log: { level: 'silent' }, admission: { refusedLast: () => false, settings: { first: 1, least: 1 } } })
    running.push(service)
    service.app.post('/things', () => ({ ok: true }))
    const port = await service.listen({ port: 0 })
    const slow = request({ port, method: 'POST', path: '/things', headers: { 'content-type': 'application/json', 'content-length': '20' } })
    slow.on('error', () => undefined)
    slow.write('{')
    await delay(50)
    expect((await service.app.inject({ method: 'POST', url: '/things', payload: {} })).statusCode).toBe(200)
    slow.destroy()
  })

  it('are turned away by nobody who sends pictures: what takes seconds has places of its own', async () => {
    const service = createService({ name: 'trial', log: { level: 'silent' }, admission: { refusedLast: () => false, settings: { first: 1, least: 1 } } })
    running.push(service)
    let [begun, answer] = [0, (): void => undefined]
    const gate = new Promise<void>((open) => { answer = open })
    service.app.post('/pictures', { bodyLimit: 1024 * 1024 }, async () => { begun += 1; await gate; return { ok: true } })
    service.app.get('/things', () => ({ ok: true }))
    const send = () => service.app.inject({ method: 'POST', url: '/pictures', payload: { picture: 'x'.repeat(300 * 1024) } })
    const sent = Array.from({ length: 16 }, send)
    while (begun < sent.length) await delay(1)
    expect((await send()).json<{ code: string }>().code).toBe('Busy')
    expect((await service.app.inject('/things')).statusCode).toBe(200)
    answer()
    expect((await Promise.all(sent)).map(({ statusCode }) => statusCode)).toEqual(sent.map(() => 200))
  })
})
