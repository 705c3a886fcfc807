import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** A call to a provider in a process of its own: the list of hosts is read once. */
async function calledWith(env: Readonly<Record<string, string>>) {
  vi.resetModules()
  for (const [name, value] of Object.entries({ CHECKIN_MODE: 'production', ...env })) vi.stubEnv(name, value)
  const { callProvider } = await import('./provider-call.ts')
  return callProvider({ method: 'GET', url: 'https://card.example/status', headers: {} }, { connectMs: 1000, answerMs: 1000 })
}

it('a host that may not be called is one that was not reached', async () => {
  expect(await calledWith({ CHECKIN_OUTBOUND_HOSTS: 'other.example' })).toEqual({ kind: 'unreached' })
})

it('a setting that is missing or wrong is told as such, and is no provider that is away (ASVS 16.5.3)', async () => {
  await expect(calledWith({})).rejects.toMatchObject({ name: 'SettingsError', message: expect.stringContaining('CHECKIN_OUTBOUND_HOSTS') })
  await expect(calledWith({ CHECKIN_OUTBOUND_HOSTS: 'not a host!' })).rejects.toMatchObject({ name: 'SettingsError' })
})

it('a standstill of this process is no silence of the provider: what was reached meanwhile is not given up', async () => {
  const provider = createServer((_request, response) => { response.end('{"state":"paid"}') })
  await new Promise<void>((resolve) => { provider.listen(0, '127.0.0.1', resolve) })
  const { callProvider } = await import('./provider-call.ts')
  const reply = callProvider({ method: 'GET', url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/status`, headers: {} }, { connectMs: 50, answerMs: 10_000 })
  // The connection is begun in this turn of the event loop, and made while nobody looks.
  for (let ticks = 0; ticks < 5; ticks += 1) await new Promise<void>((resolve) => { process.nextTick(resolve) })
  for (const since = performance.now(); performance.now() - since < 300;);
  expect(await reply).toMatchObject({ kind: 'answer', status: 200, json: { state: 'paid' } })
  provider.close()
})
