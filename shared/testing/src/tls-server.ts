import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { generate } from 'selfsigned'

/** A server on loopback that speaks TLS with a certificate of its own making. */
export interface TlsServer {
  readonly port: number
  /** Its certificate as PEM; nobody trusts it unless told to. */
  readonly certificate: string
  /** How many requests it could read. */
  readonly requests: () => number
  readonly stop: () => void
}

/** What is wrong with a certificate besides that nobody trusts who signed it. */
export interface CertificateFault {
  /** The name that it is for, instead of localhost. */
  readonly name?: string
  /** It ended a day ago. */
  readonly isOver?: boolean
}

/** What else is different from a server that everybody should talk to. */
export interface TlsServerOptions extends CertificateFault {
  /** The only ciphers that it has, for TLS 1.2 alone. */
  readonly ciphers?: string
}

const dayMs = 86_400_000

/** A key and a certificate that it signed itself, both PEM. */
export async function selfSigned({ name = 'localhost', isOver = false }: CertificateFault = {}): Promise<{ readonly key: string; readonly cert: string }> {
  const end = Date.now() + (isOver ? -1 : 30) * dayMs
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    notBeforeDate: new Date(end - 40 * dayMs), notAfterDate: new Date(end), extensions: [{ name: 'basicConstraints', cA: true, critical: true }, { name: 'subjectAltName', altNames: [{ type: 2, value: name }] }],
  })
  return { key, cert }
}

/** Starts a server that answers every request with 200 and `{}`. */
export async function startTlsServer({ ciphers, ...fault }: TlsServerOptions = {}): Promise<TlsServer> {
  const { key, cert } = await selfSigned(fault)
  let requests = 0
  const server = createServer({ key, cert, ...(ciphers !== undefined && { ciphers, maxVersion: 'TLSv1.2' }) }, (_request, response) => {
    requests += 1
    response.setHeader('content-type', 'application/json').end('{}')
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  return {
    port: (server.address() as AddressInfo).port, certificate: cert, requests: () => requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
