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

/** Whom a certificate is for. */
export interface CertificateHolder extends CertificateFault {
  /** An address of the form `spiffe://…` besides the name. */
  readonly address?: string
}

/** An authority of an installation. */
export interface CertificateAuthority {
  /** What it is trusted by, PEM. */
  readonly certificate: string
  /** Makes a key and a certificate for it, for a host that also stands for `localhost` and 127.0.0.1. */
  readonly issue: (holder: CertificateHolder) => Promise<{ readonly key: string; readonly cert: string }>
}

/** Makes an authority; nobody trusts it unless told to. */
export async function certificateAuthority(name = 'authority.example'): Promise<CertificateAuthority> {
  const own = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec', algorithm: 'sha256', notBeforeDate: new Date(Date.now() - 60 * dayMs), notAfterDate: new Date(Date.now() + 60 * dayMs),
    extensions: [{ name: 'basicConstraints', cA: true, critical: true }, { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true }],
  })
  return {
    certificate: own.cert,
    issue: async ({ name: holder = 'localhost', address, isOver = false }) => {
      const end = Date.now() + (isOver ? -1 : 30) * dayMs
      const { private: key, cert } = await generate([{ name: 'commonName', value: holder }], {
        keyType: 'ec', algorithm: 'sha256', notBeforeDate: new Date(end - 40 * dayMs), notAfterDate: new Date(end), ca: { key: own.private, cert: own.cert },
        extensions: [
          { name: 'basicConstraints', cA: false }, { name: 'keyUsage', digitalSignature: true, critical: true }, { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          { name: 'subjectAltName', altNames: [{ type: 2, value: holder }, { type: 2, value: 'localhost' }, { type: 7, ip: '127.0.0.1' }, ...address === undefined ? [] : [{ type: 6 as const, value: address }]] },
        ],
      })
      return { key, cert }
    },
  }
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
