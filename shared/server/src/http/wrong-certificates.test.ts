import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startTlsServer, type CertificateFault } from '@checkin/testing/tls-server'
import { describe, expect, it } from 'vitest'
import { internalFetch } from './internal-fetch.ts'

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
