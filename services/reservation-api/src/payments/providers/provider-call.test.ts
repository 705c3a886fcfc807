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
