import { connect, constants } from 'node:http2'
import { isIP, type LookupFunction } from 'node:net'
import { loopbackNames } from './internal-fetch.ts'

/** A server that is spoken to by HTTP/2 alone, and how we prove who we are to it. */
export interface Http2Peer {
  /** Base address; `http:` is HTTP/2 in clear, as a sandbox on this machine speaks it. */
  readonly url: string
  /** PEM. */
  readonly certificate: string
  /** PEM. */
  readonly key: string
  /** Milliseconds until a call is given up. */
  readonly timeoutMs: number
  /** How names are looked up, instead of `loopbackNames`. */
  readonly lookup?: LookupFunction
}

export interface Http2Call {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Http2Answer {
  readonly status: number
  readonly text: string
}

/** Posts to a peer over the connection of all calls of one round; rejects where there is no whole answer in time. */
export type Http2Post = (call: Http2Call) => Promise<Http2Answer>

/** Bytes of an answer that are read at most: what is longer comes from somebody else. */
const mostBytes = 64 * 1024

/** Opens one connection, lets `work` post over it and closes it. As `internalFetch`, takes `*.localhost` to loopback and trusts what Node trusts. */
export async function withHttp2<Result>({ url, certificate, key, timeoutMs, lookup = loopbackNames }: Http2Peer, work: (post: Http2Post) => Promise<Result>): Promise<Result> {
  const { origin, hostname, protocol } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  const session = connect(origin, { lookup, ...(protocol === 'https:' && { cert: certificate, key, servername: isIP(host) ? '' : host }) })
  // Each call under way fails with it; without a listener the process would end.
  session.on('error', () => undefined)
  const post: Http2Post = ({ path, headers, body }) => new Promise((resolve, reject) => {
    if (session.destroyed || session.closed) {
      reject(new Error(`${host} is not connected`))
      return
    }
    const stream = session.request({ [constants.HTTP2_HEADER_METHOD]: 'POST', [constants.HTTP2_HEADER_PATH]: path, ...headers, 'content-length': String(Buffer.byteLength(body)) })
    const timer = setTimeout(() => { stream.destroy(new Error(`${host} did not answer within ${timeoutMs} ms`)) }, timeoutMs)
    let [status, text] = [0, '']
    stream.setEncoding('utf8')
    stream.on('response', (answer) => { status = answer[':status'] ?? 0 })
    stream.on('data', (part: string) => {
      text += part
      if (text.length > mostBytes) stream.destroy(new Error(`${host} answered too much`))
    })
    stream.on('error', reject)
    stream.on('close', () => {
      clearTimeout(timer)
      if (stream.readableEnded && status > 0) resolve({ status, text })
      else reject(new Error(`${host} did not answer`))
    })
    stream.end(body)
  })
  try {
    return await work(post)
  } finally {
    session.destroy()
  }
}
