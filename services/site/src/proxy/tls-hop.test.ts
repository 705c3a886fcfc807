import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { createService, internalFetch } from '@checkin/server'
import { certificateAuthority, startTlsServer } from '@checkin/testing/tls-server'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { tenant, wholeSite } from '../../test/whole-site.fixture.ts'

afterEach(() => { vi.unstubAllEnvs() })

it('an API with an https address is called with TLS, by its own name: no secret and no tenant is to be read on the way (SEC-13)', async () => {
  const heard: Buffer[] = []
  const listener = createServer((socket) => { socket.once('data', (part: Buffer) => { heard.push(part); socket.destroy() }).on('error', () => undefined) })
  await new Promise<void>((resolve) => { listener.listen(0, '127.0.0.1', resolve) })
  const site = await wholeSite({ apiPort: (listener.address() as AddressInfo).port, apiIsTls: true })
  const { status } = await internalFetch(`http://127.0.0.1:${site.port}/api/countries`, { headers: { host: tenant } })
  await site.stop()
  listener.close()
  expect(status).toBe(503)
  expect(heard.length).toBeGreaterThan(0)
  // 22: the first record of a handshake.
  expect(new Set(heard.map(([first]) => first))).toEqual(new Set([22]))
  expect(Buffer.concat(heard).toString('latin1')).not.toContain(tenant)
})

it('an API whose certificate nobody trusts gets no call of a renter (ASVS 12.3.2)', async () => {
  const api = await startTlsServer()
  const site = await wholeSite({ apiPort: api.port, apiIsTls: true })
  const { status } = await internalFetch(`http://127.0.0.1:${site.port}/api/countries`, { headers: { host: tenant } })
  await site.stop()
  api.stop()
  expect([status, api.requests()]).toEqual([503, 0])
})

it('an API that the installation\'s own authority vouches for is called, and none that another does (ASVS 12.3.4)', async () => {
  const [api, other] = [await startTlsServer(), await startTlsServer({ name: 'other.example' })]
  const folder = await mkdtemp(join(tmpdir(), 'checkin-hop-'))
  const statusWith = async (certificate: string, name: string): Promise<number> => {
    await writeFile(join(folder, name), certificate)
    vi.stubEnv('CHECKIN_INTERNAL_CA', join(folder, name))
    const site = await wholeSite({ apiPort: api.port, apiIsTls: true })
    const { status } = await internalFetch(`http://127.0.0.1:${site.port}/api/countries`, { headers: { host: tenant } })
    await site.stop()
    return status
  }
  expect([await statusWith(other.certificate, 'other.pem'), api.requests()]).toEqual([503, 0])
  expect(await statusWith(api.certificate, 'own.pem')).toBe(200)
  for (const server of [api, other]) server.stop()
  await rm(folder, { recursive: true })
})

it('an API that takes renters\' calls from a site alone is shown the site\'s certificate, and turns a stranger away (ASVS 13.2.1)', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-mutual-'))
  const authority = await certificateAuthority()
  const file = async (name: string, text: string): Promise<string> => {
    await writeFile(join(folder, name), text)
    return join(folder, name)
  }
  const [served, shown] = [await authority.issue({ name: 'api.example' }), await authority.issue({ name: 'site.example' })]
  vi.stubEnv('CHECKIN_INTERNAL_CA', await file('ca.pem', authority.certificate))
  const own = { CHECKIN_TLS_CERTIFICATE: await file('api.pem', served.cert), CHECKIN_TLS_KEY: await file('api.key', served.key), CHECKIN_CALLERS: 'site=site.example' }
  for (const [name, value] of Object.entries(own)) vi.stubEnv(name, value)
  const api = createService({ name: 'reservation-api', log: { level: 'silent' }, callersOf: () => ['site'] })
  api.app.get('/api/countries', () => [])
  const apiPort = await api.listen({ port: 0 })
  for (const name of Object.keys(own)) vi.stubEnv(name, '')
  const statusThroughSite = async (): Promise<number> => {
    const site = await wholeSite({ apiPort, apiIsTls: true })
    const { status } = await internalFetch(`http://127.0.0.1:${site.port}/api/countries`, { headers: { host: tenant } })
    await site.stop()
    return status
  }
  const withoutCertificate = await statusThroughSite()
  vi.stubEnv('CHECKIN_CALL_CERTIFICATE', await file('site.pem', shown.cert))
  vi.stubEnv('CHECKIN_CALL_KEY', await file('site.key', shown.key))
  expect([withoutCertificate, await statusThroughSite()]).toEqual([403, 200])
  await api.stop()
  await rm(folder, { recursive: true })
})
