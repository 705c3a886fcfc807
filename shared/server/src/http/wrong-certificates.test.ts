import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startTlsServer, type CertificateFault } from '@checkin/testing/tls-server'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { internalFetch, serviceFetch } from './internal-fetch.ts'
import { internalSigners } from './internal-signers.ts'

const codeOf = (call: Promise<unknown>): Promise<string> => call.then(() => 'answered', (error: unknown) => String((error as { readonly code?: string }).code))

/** Calls a server with such a certificate, whose signer is trusted or not. */
async function call(fault: CertificateFault, isTrusted: boolean): Promise<{ readonly outcome: string; readonly requests: number }> {
  const server = await startTlsServer(fault)
  const before = getCACertificates('default')
  if (isTrusted) setDefaultCACertificates([...before, server.certificate])
  try {
    return { outcome: await codeOf(internalFetch(`https://localhost:${server.port}/`)), requests: server.requests() }
  } finally {
    setDefaultCACertificates(before)
    server.stop()
  }
}

describe('a service that is called with TLS shows a certificate (ASVS 12.3.2)', () => {
  it('that is right and whose signer is trusted: it is answered', async () => {
    expect(await call({}, true)).toEqual({ outcome: 'answered', requests: 1 })
  })

  it.each([
    ['whose signer nobody trusts', {}, false, 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['of another name', { name: 'elsewhere.example' }, true, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['whose time is over', { isOver: true }, true, 'CERT_HAS_EXPIRED'],
  ] as const)('%s: nothing of the call leaves', async (_which, fault, isTrusted, outcome) => {
    expect(await call(fault, isTrusted)).toEqual({ outcome, requests: 0 })
  })
})

describe('an installation names who may vouch for its services (ASVS 12.3.4)', () => {
  let folder: string
  beforeAll(async () => { folder = await mkdtemp(join(tmpdir(), 'checkin-signers-')) })
  afterEach(() => { vi.unstubAllEnvs() })
  afterAll(() => rm(folder, { recursive: true }))

  const fileOf = async (name: string, text: string): Promise<string> => {
    const file = join(folder, name)
    await writeFile(file, text)
    return file
  }
  const asked = (port: number): Promise<string> => codeOf(serviceFetch(`https://localhost:${port}/`, { method: 'GET', headers: {}, signal: AbortSignal.timeout(5000) }))

  it('whom it names is answered, though the machine trusts nobody of the kind', async () => {
    const server = await startTlsServer()
    vi.stubEnv('CHECKIN_INTERNAL_CA', await fileOf('own.pem', server.certificate))
    expect([await asked(server.port), server.requests()]).toEqual(['answered', 1])
    server.stop()
  })

  it('whom it does not name gets nothing of a call, though the machine trusts it', async () => {
    const [server, other] = [await startTlsServer(), await startTlsServer({ name: 'other.example' })]
    vi.stubEnv('CHECKIN_INTERNAL_CA', await fileOf('other.pem', other.certificate))
    const before = getCACertificates('default')
    setDefaultCACertificates([...before, server.certificate])
    expect([await asked(server.port), server.requests()]).toEqual(['DEPTH_ZERO_SELF_SIGNED_CERT', 0])
    setDefaultCACertificates(before)
    server.stop()
    other.stop()
  })

  it('a file that names nobody is told by the name of the setting', async () => {
    const none = await fileOf('none.pem', 'no certificate')
    for (const file of [none, join(folder, 'missing.pem')]) expect(() => internalSigners({ CHECKIN_INTERNAL_CA: file })).toThrow(/CHECKIN_INTERNAL_CA/)
  })
})
