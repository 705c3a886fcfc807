import { createService, internalFetch } from '@checkin/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { serveByHost, type Composed } from './compose.ts'

const sandbox = (name: string) => {
  const service = createService({ name, log: { level: 'silent' } })
  service.app.get('/who', () => name)
  service.app.get('/never', (_request, reply) => reply.hijack())
  return { host: `${name}.localhost`, service }
}
let composed: Composed
beforeAll(async () => { composed = await serveByHost([sandbox('card'), sandbox('wallet')], 0) })
afterAll(() => composed.stop())
const ask = (host: string, path = '/who') => internalFetch(`http://127.0.0.1:${composed.port}${path}`, { headers: { host } })

it.each([['card.localhost', 'card'], ['wallet.localhost:4002', 'wallet'], ['WALLET.localhost', 'wallet']])('answers %s as that provider', async (host, name) => {
  expect((await ask(host)).text()).toBe(name)
})

it.each(['127.0.0.1', 'evil.example', 'card.localhost.evil.example'])('serves nobody by the name %s', async (host) => {
  expect((await ask(host)).status).toBe(421)
})

it('stops although somebody still waits for an answer that never comes', async () => {
  const other = await serveByHost([sandbox('card')], 0)
  const waiting = internalFetch(`http://127.0.0.1:${other.port}/never`, { headers: { host: 'card.localhost' } })
  const broken = expect(waiting).rejects.toThrow()
  await ask('card.localhost')
  await internalFetch(`http://127.0.0.1:${other.port}/who`, { headers: { host: 'card.localhost' } })
  await other.stop()
  await broken
})
