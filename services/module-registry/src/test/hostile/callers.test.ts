import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { callerCertificateHeader, internalFetch, signPerson, type CallTls, type Service } from '@checkin/server'
import { testDatabase, type TestDatabase } from '@checkin/server/testing'
import { holds } from '@checkin/testing/hostile'
import { certificateAuthority, selfSigned, type CertificateAuthority } from '@checkin/testing/tls-server'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { registryService } from '../../app.ts'
import type { Tables } from '../../storage/tables.ts'
import { newKey } from '../test-registry.ts'

let database: TestDatabase<Tables>
let service: Service
let folder: string
let port: number
let own: CertificateAuthority
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'checkin-hostile-callers-'))
  own = await certificateAuthority()
  const { cert, key } = await own.issue({ name: 'registry.example' })
  const files = { CHECKIN_TLS_CERTIFICATE: cert, CHECKIN_TLS_KEY: key, CHECKIN_INTERNAL_CA: own.certificate }
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(folder, name), text)
    vi.stubEnv(name, join(folder, name))
  }
  vi.stubEnv('CHECKIN_CALLERS', 'site=site.example,console=console.example,proxy=inside.example')
  database = await testDatabase<Tables>({ schema: 'registry', migrations: fileURLToPath(new URL('../../../migrations', import.meta.url)) })
  service = await registryService({ database, assetsDir: folder, signingKey: newKey(), demo: true, log: { level: 'silent' }, tickMs: 3_600_000 })
  port = await service.listen({ port: 0 })
  vi.unstubAllEnvs()
})
afterAll(async () => {
  await service.stop()
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

interface Call {
  readonly what: string
  readonly path: string
  readonly token?: string
  readonly body?: object
}

const reports: Call = { what: 'reports', path: '/reports', body: { outcomes: [], errors: [], vitals: [] } }
const ofSite: readonly Call[] = [{ what: 'releases', path: '/snapshot' }, reports]
const ofConsole: readonly Call[] = [
  { what: 'a new session', path: '/console-sessions', token: 'demo-operator', body: { hash: 'a'.repeat(64), agent: 'Firefox', refresh: null } },
  { what: 'a stolen session', path: '/tenants', token: 'cse_stolen' },
  { what: 'a person whom the console vouches for', path: '/tenants', token: signPerson('secret of the test', { label: 'olga', role: 'operator', hosts: null }, Date.now() + 60_000) },
]

/** The code of the answer, or its status where it has none. Nothing of a refusal by TLS itself. */
async function ask({ path, token, body }: Call, shown: CallTls, headers: Readonly<Record<string, string>> = {}, scheme = 'https'): Promise<string> {
  const answer = await internalFetch(`${scheme}://localhost:${port}/registry/v1${path}`, {
    tls: { ca: own.certificate, ...shown }, headers: { ...headers, ...(token !== undefined && { authorization: `Bearer ${token}` }) }, ...(body && { method: 'POST', body }),
  }).catch(() => null)
  return answer === null ? 'WrongCaller' : answer.status < 400 ? String(answer.status) : (answer.json() as { code: string }).code
}

it('nobody makes a call of site or console without the certificate of that service, whatever else he has (DEC-247, DEC-340, ASVS 13.2.1)', () => holds('callers by certificate', async (tried) => {
  const elsewhere = await certificateAuthority('elsewhere.example')
  const [site, ops, proxy] = [await own.issue({ name: 'site.example' }), await own.issue({ name: 'console.example' }), await own.issue({ name: 'inside.example' })]
  for (const [calls, right] of [[ofSite, site], [ofConsole, ops]] as const) for (const call of calls) expect(await ask(call, right), call.what).not.toBe('WrongCaller')

  for (const [calls, name, other, right] of [[ofSite, 'site.example', ops, site], [ofConsole, 'console.example', site, ops]] as const) {
    const forged = await elsewhere.issue({ name })
    const over = await own.issue({ name, isOver: true })
    const faults: Readonly<Record<string, CallTls>> = {
      'no certificate': {}, 'another authority': forged, 'its own word': await selfSigned({ name }), 'a certificate that is over': over, 'the other service': other, 'the server itself': await own.issue({ name: 'registry.example' }),
      'a name below': await own.issue({ name: `evil.${name}` }), 'a name with more behind': await own.issue({ name: `${name}.evil.example` }), 'an address of that name': await own.issue({ name: 'evil.example', address: `spiffe://${name}` }), 'a proxy that names nobody': proxy,
    }
    const says = ({ cert }: { readonly cert: string }) => ({ [callerCertificateHeader]: encodeURIComponent(cert) })
    const said: Readonly<Record<string, readonly [CallTls, Readonly<Record<string, string>>]>> = {
      'the right certificate named by nobody': [{}, says(right)], 'named by the other service': [other, says(right)], 'named by a proxy of another authority': [await elsewhere.issue({ name: 'inside.example' }), says(right)],
      'named by a proxy that is over': [await own.issue({ name: 'inside.example', isOver: true }), says(right)], 'one that is over, named by the proxy': [proxy, says(over)], 'the other service, named by the proxy': [proxy, says(other)],
      'one of another authority, named by the proxy': [proxy, says(forged)], 'its own word, named by the proxy': [proxy, says(await selfSigned({ name }))],
      'words instead of a certificate': [proxy, { [callerCertificateHeader]: name }], 'half of one': [proxy, { [callerCertificateHeader]: encodeURIComponent(right.cert.slice(0, 200)) }], 'broken escapes': [proxy, { [callerCertificateHeader]: '%E0%A4%A' }],
      'a proxy by the names of others': [other, { 'x-forwarded-client-cert': encodeURIComponent(right.cert), 'x-ssl-client-cert': encodeURIComponent(right.cert), 'x-ssl-client-verify': 'SUCCESS', 'x-checkin-caller': name }],
    }
    for (const call of calls) {
      for (const [what, shown] of Object.entries(faults)) tried(`${call.what}: ${what}`, await ask(call, shown) !== 'WrongCaller')
      for (const [what, [shown, headers]] of Object.entries(said)) tried(`${call.what}: ${what}`, await ask(call, shown, headers) !== 'WrongCaller')
      tried(`${call.what}: in clear to the port of TLS`, await ask(call, {}, says(right), 'http') !== 'WrongCaller')
    }
  }
}))
