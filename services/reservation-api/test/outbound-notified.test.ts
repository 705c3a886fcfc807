import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { callProvider as CallProvider } from '../src/payments/providers/provider-call.ts'
import type { WholeApi } from './fixtures/whole-api.fixture.ts'

// The rules of a process are read once, so the service is loaded after they are set.
let api: WholeApi
let callProvider: typeof CallProvider
beforeAll(async () => {
  vi.stubEnv('CHECKIN_OUTBOUND_HOSTS', 'api.card.example, localhost:9')
  vi.resetModules()
  ;({ callProvider } = await import('../src/payments/providers/provider-call.ts'))
  api = await (await import('./fixtures/whole-api.fixture.ts')).wholeApi()
})
afterAll(async () => {
  await api.stop()
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** What the service wrote since `before` of calls that it did not make. */
const linesSince = (before: number) => api.logs().slice(before).split('\n').filter((line) => line.includes('outbound.refused') || line.includes('was not called')).map((line) => JSON.parse(line) as object)

it.each([
  ['that is not on the list', 'https://pay.other.example/payments?card=tok-needle', 'pay.other.example:443', 'is not on the list'],
  ['whose name leads inside', 'https://localhost:9/payments', 'localhost:9', 'leads inside'],
])('a payment provider %s is not reached, and the operator reads which host was refused by which setting (DEC-302, ASVS 16.3.3)', async (_what, url, host, why) => {
  const before = api.logs().length
  const reply = await callProvider({ method: 'POST', url, headers: { authorization: 'Basic c2VjcmV0' }, body: '{"card":"tok-needle"}' }, { connectMs: 5000, answerMs: 5000 })
  expect(reply).toEqual({ kind: 'unreached' })
  expect(linesSince(before)).toMatchObject([
    { msg: 'a system of somebody else was not called', host, why, setting: 'CHECKIN_OUTBOUND_HOSTS' }, { 'event.name': 'outbound.refused', 'service.name': 'reservation-api' },
  ])
  expect(api.logs().slice(before)).not.toMatch(/tok-needle|c2VjcmV0|\/payments/)
})
