import { connect } from 'node:net'
import { internalFetch, type InternalRequest } from '../http/internal-fetch.ts'

/** A server whose answers are looked at. */
export interface GuardedServer {
  readonly port: number
  /** A name that it answers to. */
  readonly host: string
  /** Whether the public reaches it by https, by what its settings say. */
  readonly byHttps?: boolean
}

/** What each answer says, whatever it is. */
const least: Readonly<Record<string, RegExp>> = {
  'x-content-type-options': /^nosniff$/, 'cross-origin-resource-policy': /^same-origin$/, 'content-security-policy': /(^|; )frame-ancestors 'none'(;|$)/,
}

/** An answer that is there already. */
export interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, number | string | readonly string[] | undefined>>
}

/**
 * The status of an answer, and after `without` what it lacks: headers that each answer carries (SEC-16), over https also that browsers come by https alone
 * (SEC-13), and cookies whose names keep other hosts from setting them (SEC-15). A cookie that is taken back may have any name.
 */
export function guardsOf({ status, headers }: Answered, byHttps = false): string {
  const wanted = { ...least, ...(byHttps && { 'strict-transport-security': /^max-age=63072000(;|$)/ }) }
  const absent = Object.entries(wanted).filter(([name, form]) => !form.test([headers[name] ?? []].flat().join(', '))).map(([name]) => name)
  const open = byHttps ? [headers['set-cookie'] ?? []].flat().map(String).filter((cookie) => !/^[^=]+=;/.test(cookie) && !/^__Host-.*; Secure/.test(cookie)) : []
  const lacks = [...absent, ...open.map((cookie) => `a guarded ${cookie.split('=')[0]}`)]
  return lacks.length === 0 ? String(status) : `${status} without ${lacks.join(', ')}`
}

/** The same of what a server answers to a call. */
export async function guarded({ port, host, byHttps = false }: GuardedServer, path: string, { headers, ...request }: InternalRequest = {}): Promise<string> {
  return guardsOf(await internalFetch(`http://127.0.0.1:${port}${path}`, { ...request, headers: { host, ...headers } }), byHttps)
}

/** The status of the answer to a request with two Host headers, which two readers may take for two hosts (SEC-19). */
export const withTwoHosts = ({ port, host }: GuardedServer, path: string): Promise<string> => new Promise((resolve, reject) => {
  let heard = ''
  connect({ port, host: '127.0.0.1' }).on('data', (part: Buffer) => { heard += part.toString() }).on('close', () => { resolve(heard.split(' ')[1] ?? '') }).on('error', reject)
    .end([`GET ${path} HTTP/1.1`, `Host: ${host}`, 'Host: evil.example', 'Connection: close', '', ''].join('\r\n'))
})
