import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect, type TLSSocket } from 'node:tls'
import { certificateAuthority, selfSigned, type CertificateAuthority, type CertificateHolder } from '@checkin/testing/tls-server'
import { afterEach, beforeAll, afterAll, describe, expect, it, vi } from 'vitest'
import { internalFetch } from '../http/internal-fetch.ts'
import { createService, type Service } from '../service/create-service.ts'
import { callerCertificateHeader, listenSettings } from './callers.ts'
import { callTls } from './own-certificates.ts'

let folder: string
let own: CertificateAuthority
let other: CertificateAuthority
let service: Service
let port: number
let count = 0
const lines: string[] = []

/** Files of a certificate and its key. */
async function filesOf(authority: CertificateAuthority, holder: CertificateHolder): Promise<{ cert: string; key: string }> {
  const made = await authority.issue(holder)
  const at = join(folder, `${count += 1}`)
  await writeFile(`${at}.pem`, made.cert)
  await writeFile(`${at}.key`, made.key)
  return { cert: `${at}.pem`, key: `${at}.key` }
}
const issued = (holder: CertificateHolder, authority = own) => authority.issue(holder)
const callers = 'site=site.example,console=console.example,administrator=spiffe://checkin.example/admin,proxy=inside.example'

let listening: { cert: string; key: string }
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-callers-'))
  ;[own, other] = [await certificateAuthority(), await certificateAuthority('elsewhere.example')]
  await writeFile(join(folder, 'ca.pem'), own.certificate)
  listening = await filesOf(own, { name: 'api.example' })
  const env = { CHECKIN_TLS_CERTIFICATE: listening.cert, CHECKIN_TLS_KEY: listening.key, CHECKIN_INTERNAL_CA: join(folder, 'ca.pem'), CHECKIN_CALLERS: callers }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  service = createService({
    name: 'reservation-api', log: { level: 'info', destination: { write: (line) => { lines.push(line) } } },
    callersOf: ({ routeOptions: { url } }) => ({ '/sites': ['site' as const], '/operators': ['console' as const, 'administrator' as const] })[url ?? ''] ?? null,
  })
  for (const path of ['/sites', '/operators', '/public']) service.app.get(path, () => ({ served: path }))
  port = await service.listen({ port: 0 })
})
afterEach(() => { vi.unstubAllEnvs() })
afterAll(async () => {
  await service.stop()
  await rm(folder, { recursive: true })
})

const ask = async (path: string, shown: { readonly cert?: string; readonly key?: string } = {}, headers: Record<string, string> = {}): Promise<number> =>
  (await internalFetch(`https://localhost:${port}${path}`, { tls: { ca: own.certificate, ...shown }, headers })).status

describe('a call that is for a service of the installation alone (ASVS 12.1.3, 13.2.1)', () => {
  it('is taken from who holds the certificate of that service', async () => {
    const [site, ops] = [await issued({ name: 'site.example' }), await issued({ name: 'console.example' })]
    expect([await ask('/sites', site), await ask('/operators', ops)]).toEqual([200, 200])
    expect(await ask('/operators', await issued({ name: 'laptop.example', address: 'spiffe://checkin.example/admin' }))).toBe(200)
  })

  it('is refused with no certificate, and with one of another authority, of another service or whose time is over', async () => {
    const faults = {
      none: {}, other: await issued({ name: 'site.example' }, other), name: await issued({ name: 'console.example' }), unknown: await issued({ name: 'somebody.example' }), over: await issued({ name: 'site.example', isOver: true }),
    }
    lines.length = 0
    for (const [fault, shown] of Object.entries(faults)) expect(await ask('/sites', shown), fault).toBe(403)
    expect(lines.filter((line) => line.includes('"caller.refused"'))).toHaveLength(5)
    const shownFaults = lines.flatMap((line) => (JSON.parse(line) as { fault?: string }).fault ?? [])
    expect(shownFaults).toEqual(['none', expect.stringMatching(/UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER/), 'name', 'name', 'CERT_HAS_EXPIRED'])
  })

  it('is refused again on a connection that is resumed without a certificate', async () => {
    const connectWith = (session?: Buffer) => new Promise<{ socket: TLSSocket; ticket: Promise<Buffer> }>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: own.certificate, ...(session && { session }) })
      const ticket = new Promise<Buffer>((got) => { socket.once('session', got) })
      socket.once('secureConnect', () => { resolve({ socket, ticket }) }).once('error', reject)
    })
    const first = await connectWith()
    const ticket = await first.ticket
    first.socket.destroy()
    const { socket } = await connectWith(ticket)
    expect(socket.isSessionReused()).toBe(true)
    const status = await new Promise((resolve, reject) => {
      request({ createConnection: () => socket, path: '/sites', host: 'localhost' }, (answer) => { answer.resume(); resolve(answer.statusCode) }).on('error', reject).end()
    })
    socket.destroy()
    expect(status).toBe(403)
  })

  it('leaves probes, and who proves himself otherwise, without one', async () => {
    expect([await ask('/public'), await ask('/readyz'), await ask('/metrics'), await ask('/nothing')]).toEqual([200, 200, 200, 404])
  })

  it('is taken by way of a proxy that passes on whose certificate it saw, and from nobody else who says so', async () => {
    const [site, ops, proxy] = [await issued({ name: 'site.example' }), await issued({ name: 'console.example' }), await issued({ name: 'inside.example' })]
    const says = ({ cert }: { cert: string }) => ({ [callerCertificateHeader]: encodeURIComponent(cert) })
    expect([await ask('/sites', proxy, says(site)), await ask('/sites', proxy, says(ops)), await ask('/sites', proxy), await ask('/sites', proxy, { [callerCertificateHeader]: 'x' })]).toEqual([200, 403, 403, 403])
    expect([await ask('/sites', {}, says(site)), await ask('/sites', ops, says(site)), await ask('/sites', proxy, says(await issued({ name: 'site.example', isOver: true })))]).toEqual([403, 403, 403])
    // A proxy that asks for a certificate and does not look who signed it passes on any.
    expect([await ask('/sites', proxy, says(await issued({ name: 'site.example' }, other))), await ask('/sites', proxy, says(await selfSigned({ name: 'site.example' })))]).toEqual([403, 403])
  })
})

describe('certificates that are renewed while a service runs (DEC-340)', () => {
  it('are shown and trusted without a restart, and half of a pair leaves the one before', async () => {
    const next = await issued({ name: 'renewed.example' })
    const seen = () => new Promise<string>((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: own.certificate }, () => { resolve(socket.getPeerX509Certificate()?.subject ?? ''); socket.destroy() }).on('error', reject)
    })
    await writeFile(listening.cert, next.cert)
    await expect.poll(() => lines.join('')).toContain('the renewed certificate cannot be used')
    expect(await seen()).toContain('api.example')
    await writeFile(listening.key, next.key)
    await expect.poll(seen).toContain('renewed.example')
    expect(await ask('/sites', await issued({ name: 'site.example' }))).toBe(200)
  })

  it('of who calls are shown with the next call', async () => {
    const files = await filesOf(own, { name: 'site.example' })
    const env = { CHECKIN_CALL_CERTIFICATE: files.cert, CHECKIN_CALL_KEY: files.key, CHECKIN_INTERNAL_CA: join(folder, 'ca.pem') }
    expect(await ask('/operators', callTls(env))).toBe(403)
    const next = await issued({ name: 'console.example' })
    await writeFile(files.cert, next.cert)
    await writeFile(files.key, next.key)
    await expect.poll(() => ask('/operators', callTls(env))).toBe(200)
  })
})

describe('half of the settings', () => {
  it('is told by the name of what is missing or wrong', async () => {
    const [one, two] = [await filesOf(own, { name: 'a.example' }), await filesOf(own, { name: 'b.example' })]
    expect(() => listenSettings({ CHECKIN_TLS_CERTIFICATE: one.cert })).toThrow(/CHECKIN_TLS_KEY: is needed/)
    expect(() => callTls({ CHECKIN_CALL_KEY: one.key })).toThrow(/CHECKIN_CALL_CERTIFICATE: is needed/)
    expect(() => listenSettings({ CHECKIN_TLS_CERTIFICATE: one.cert, CHECKIN_TLS_KEY: two.key })).toThrow(/CHECKIN_TLS_KEY: is not the key/)
    expect(() => listenSettings({ CHECKIN_TLS_CERTIFICATE: one.key, CHECKIN_TLS_KEY: one.key })).toThrow(/CHECKIN_TLS_CERTIFICATE: is no file/)
    expect(() => listenSettings({ CHECKIN_CALLERS: callers })).toThrow(/CHECKIN_TLS_CERTIFICATE: is needed[^]*CHECKIN_INTERNAL_CA: is needed/)
    expect(() => listenSettings({ CHECKIN_CALLERS: 'everybody=site.example' })).toThrow(/CHECKIN_CALLERS: must be like/)
    expect(listenSettings({})).toBeNull()
  })
})
