import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { selfSigned } from '@checkin/testing/tls-server'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { internalFetch } from '../http/internal-fetch.ts'
import { createService } from './create-service.ts'
import { probeTls } from './probe-tls.ts'

let folder: string
let certificate: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-probes-'))
  const made = await selfSigned({ name: 'probes.example' })
  certificate = made.cert
  await writeFile(join(folder, 'cert.pem'), made.cert)
  await writeFile(join(folder, 'key.pem'), made.key)
})
afterEach(() => { vi.unstubAllEnvs() })
afterAll(() => rm(folder, { recursive: true }))

const files = () => ({ CHECKIN_PROBE_CERTIFICATE: join(folder, 'cert.pem'), CHECKIN_PROBE_KEY: join(folder, 'key.pem') })

const freePort = (): Promise<number> => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = server.address() as AddressInfo
    server.close(() => { resolve(port) })
  })
})

it('metrics and probes are answered over TLS by the certificate that they are given, and not in clear (ASVS 12.3.1)', async () => {
  for (const [name, file] of Object.entries(files())) vi.stubEnv(name, file)
  const port = await freePort()
  const service = createService({ name: 'test', log: { level: 'silent' } })
  await service.listenForProbes({ port, host: '127.0.0.1' })
  const asked = (address: string, pinned?: string) => internalFetch(`${address}://127.0.0.1:${port}/metrics`, pinned === undefined ? {} : { pinned }).then(({ status }) => status, () => 'nothing')
  expect([await asked('https', certificate), await asked('https'), await asked('http')]).toEqual([200, 'nothing', 'nothing'])
  await service.stop()
})

it('production answers them in clear on this machine alone, unless a mesh encrypts (ASVS 12.3.1)', () => {
  const open = { CHECKIN_MODE: 'production', CHECKIN_PROBE_HOST: '0.0.0.0' }
  expect(() => probeTls(open)).toThrow(/CHECKIN_PROBE_CERTIFICATE: is needed/)
  expect(probeTls({ ...open, CHECKIN_PLAIN_HOPS: 'true' })).toBeNull()
  expect(probeTls({ ...open, CHECKIN_PROBE_HOST: '127.0.0.1' })).toBeNull()
  expect(probeTls({ ...open, ...files() })?.cert).toBe(certificate)
})

it('a file that is missing or none is told by the name of its setting', () => {
  expect(() => probeTls({ ...files(), CHECKIN_PROBE_KEY: '' })).toThrow(/CHECKIN_PROBE_KEY: is needed/)
  expect(() => probeTls({ ...files(), CHECKIN_PROBE_KEY: join(folder, 'cert.pem') })).toThrow(/CHECKIN_PROBE_KEY: is no file/)
})
