import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { startTlsServer } from '@checkin/testing/tls-server'
import { describe, expect, it } from 'vitest'
import { internalFetch } from './internal-fetch.ts'
import { tlsCiphers } from './tls-ciphers.ts'

async function outcomeOf(call: (address: string) => Promise<unknown>, ciphers: string): Promise<string> {
  const server = await startTlsServer({ ciphers })
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, server.certificate])
  try {
    return await call(`https://localhost:${server.port}/`).then(() => 'answered', (error: unknown) => JSON.stringify(error, ['code', 'cause']))
  } finally {
    setDefaultCACertificates(before)
    server.stop()
  }
}

describe('a connection with TLS 1.2 has forward secrecy and authenticated encryption (ASVS 12.1.2)', () => {
  const callers = [['a call of a service', (address: string) => internalFetch(address)], ['a call of a library', (address: string) => fetch(address)]] as const

  it.each(callers)('%s is answered by a server that has such a cipher', async (_who, call) => {
    expect(await outcomeOf(call, 'ECDHE-RSA-AES128-GCM-SHA256')).toBe('answered')
  })

  it.each(callers.flatMap(([who, call]) => ['ECDHE-RSA-AES256-SHA384', 'AES256-GCM-SHA384'].map((cipher) => [who, cipher, call] as const)))('%s to a server that has only %s does not leave', async (_who, cipher, call) => {
    expect(await outcomeOf(call, cipher)).toMatch(/HANDSHAKE_FAILURE|EPROTO/)
  })

  it('the proxy in front takes the same ones, by its own order', () => {
    const conf = readFileSync(new URL('../../../../deploy/nginx/checkin/public.conf', import.meta.url), 'utf8')
    expect(/^ssl_ciphers (.+);$/m.exec(conf)?.[1]?.split(':')).toEqual(tlsCiphers.filter((cipher) => !cipher.startsWith('TLS_')))
    expect(conf).toMatch(/^ssl_prefer_server_ciphers on;$/m)
  })
})
