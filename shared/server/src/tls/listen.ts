import type { ServerOptions } from 'node:http'
import type { Server as TlsServer, ServerOptions as TlsServerOptions } from 'node:https'
import type { FastifyInstance } from 'fastify'
import { repeat } from '../service/repeat.ts'
import type { ListenTls } from './callers.ts'

/** How often renewed files are looked for, in milliseconds. */
const lookEveryMs = 1000

const contentOf = ({ own, callers, signers }: ListenTls): { readonly cert: string; readonly key: string; readonly ca?: string } => {
  return { ...own.current(), ...(callers && signers && { ca: signers.current() }) }
}

/** Fastify's options for a port in clear or over TLS. A certificate is asked for where callers are named; who has none is turned away by the call, because probes and people need none. */
export function tlsOptions(tls: ListenTls | null, limits: ServerOptions & { readonly headersTimeout: number }): { readonly http: ServerOptions } | { readonly https: TlsServerOptions } {
  if (!tls) return { http: limits }
  return { https: { ...limits, ...contentOf(tls), handshakeTimeout: limits.headersTimeout, requestCert: tls.callers !== null, rejectUnauthorized: false } }
}

/** From now on a certificate, key or authority that was renewed counts for the next connection, without a restart. */
export function renewWith(app: FastifyInstance, tls: ListenTls): { readonly stop: () => void } {
  const now = () => ({ own: tls.own.current(), signers: tls.signers?.current() })
  let [shown, wasStale] = [now(), false]
  return repeat(async () => {
    const isStale = tls.own.isStale()
    if (isStale && !wasStale) app.log.error('the renewed certificate cannot be used: the one before stays')
    wasStale = isStale
    const found = now()
    if (found.own === shown.own && found.signers === shown.signers) return
    shown = found
    ;(app.server as unknown as TlsServer).setSecureContext(contentOf(tls))
    app.log.info('a renewed certificate is in use')
  }, lookEveryMs, (error) => { app.log.error({ err: error }, 'the renewed certificate cannot be used: the one before stays') })
}
