import { createHash, X509Certificate } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { createSecureServer, type Http2SecureServer, type ServerHttp2Stream } from 'node:http2'
import type { OutgoingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { generate } from 'selfsigned'
import { contract } from '@checkin/api'
import { defaultAnswers } from '@checkin/api/testing'
import type { AssetName, Dictionaries } from '@checkin/site/assets/dictionaries'

const toBrotli = promisify(brotliCompress)
const types: Readonly<Record<string, string>> = { js: 'text/javascript', css: 'text/css', json: 'application/json', html: 'text/html; charset=utf-8', woff2: 'font/woff2' }

/** A file as it is served. */
export interface Stored {
  readonly type: string
  readonly body: Buffer
  readonly compressed: boolean
  /** What is at this address may change: browsers ask each time whether it did. */
  readonly fresh: boolean
  readonly tag: string
}

/** Everything that a site serves, compressed beforehand. */
export type Site = Map<string, Stored>

/** A text or file as all variants get it: brotli at the highest quality where it gains something. */
export async function stored(name: string, bytes: Buffer, fresh = false): Promise<Stored> {
  const type = types[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`
  if (type === 'font/woff2') return { type, body: bytes, compressed: false, fresh, tag }
  // The engine that reads documents is large, and no first screen has it.
  const quality = type === 'application/octet-stream' ? 4 : 11
  return { type, body: await toBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }), compressed: true, fresh, tag }
}

/** The files of a folder under an address; `isFresh` names those whose address stays when they change. */
export async function filesOf(folder: string, address: string, isFresh: (file: string) => boolean = () => false): Promise<Site> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())
  const pairs = await Promise.all(entries.map(async (entry) => {
    const path = join(entry.parentPath, entry.name)
    return [`${address}${path.slice(folder.length).replaceAll('\\', '/')}`, await stored(entry.name, await readFile(path), isFresh(entry.name))] as const
  }))
  return new Map(pairs)
}

const answers = new Map(Object.entries(contract).filter(([, endpoint]) => endpoint.method === 'GET' && !endpoint.path.includes(':')).map(([name, { path }]) => [`/api${path}`, Reflect.get(defaultAnswers, name) as unknown]))

function assetIn(address: string): AssetName | null {
  const [, name, version, path] = /^\/assets\/([^/]+)\/([^/]+)\/(.+)$/.exec(address) ?? []
  return name !== undefined && version !== undefined && path !== undefined ? { name, version, path } : null
}

export interface BenchServer {
  /** Address of the first page of a variant. */
  readonly addressOf: (variant: string) => string
  /** Serves a variant, or serves it as it is from now on; with `dictionaries` as a site server does, which sends a browser what differs from what it has. */
  readonly add: (variant: string, site: Site, dictionaries?: Dictionaries) => void
  /** By this browsers take the certificate for a valid one: what came with an invalid one they would not keep. */
  readonly certificateKey: string
  readonly close: () => Promise<void>
}

/** HTTP/2 with TLS for all variants alike, each under a host name of its own; the API answers at once with the same data. */
export async function startServer(): Promise<BenchServer> {
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], { keySize: 2048, algorithm: 'sha256' })
  const sites = new Map<string, { readonly site: Site; readonly dictionaries: Dictionaries | undefined }>()
  const server: Http2SecureServer = createSecureServer({ key, cert })
  server.on('stream', (stream: ServerHttp2Stream, headers) => {
    const host = (headers[':authority'] ?? '').split('.')[0] ?? ''
    const path = (headers[':path'] ?? '/').split('?')[0] ?? '/'
    if (headers[':method'] === 'POST') {
      stream.respond({ ':status': 204 }, { endStream: true })
      return
    }
    if (answers.has(path)) {
      stream.respond({ ':status': 200, 'content-type': 'application/json' })
      stream.end(JSON.stringify(answers.get(path)))
      return
    }
    const { site, dictionaries } = sites.get(host) ?? {}
    const file = site?.get(path)
    if (!file) {
      stream.respond({ ':status': 404 }, { endStream: true })
      return
    }
    const caching = file.fresh ? { 'cache-control': 'no-cache', etag: file.tag } : { 'cache-control': 'public, max-age=31536000, immutable' }
    if (file.fresh && headers['if-none-match'] === file.tag) {
      stream.respond({ ':status': 304, ...caching }, { endStream: true })
      return
    }
    const whole = (extra: OutgoingHttpHeaders = {}): void => {
      stream.respond({
        ':status': 200, 'content-type': file.type, 'content-length': file.body.length, ...caching,
        ...(file.compressed && { 'content-encoding': 'br' }), ...extra,
      })
      stream.end(file.body)
    }
    const asset = dictionaries && assetIn(path)
    if (!dictionaries || !asset) {
      whole()
      return
    }
    const offer = dictionaries.offer(asset)
    const extra = { vary: 'accept-encoding, available-dictionary', ...(offer !== null && { 'use-as-dictionary': offer }) }
    const header = (name: string): string | undefined => headers[name]?.toString()
    void dictionaries.packed(asset, { id: header('dictionary-id'), hash: header('available-dictionary') }).then((difference) => {
      if (!difference) {
        whole(extra)
        return
      }
      stream.respond({ ':status': 200, 'content-type': file.type, 'content-length': difference.length, ...caching, 'content-encoding': 'dcz', ...extra })
      stream.end(difference)
    })
  })
  await new Promise<void>((done) => { server.listen(0, '127.0.0.1', done) })
  const { port } = server.address() as AddressInfo
  return {
    certificateKey: createHash('sha256').update(new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' })).digest('base64'),
    addressOf: (variant) => `https://${variant}.localhost:${port}/`,
    add: (variant, site, dictionaries) => { sites.set(variant, { site, dictionaries }) },
    close: () => new Promise((done) => { server.close(() => { done() }) }),
  }
}
