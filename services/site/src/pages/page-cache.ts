import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BoundedMap } from '../telemetry/counters.ts'

export interface CompressedPage {
  readonly etag: string
  readonly csp: string
  readonly identity: Buffer
  readonly gzip: Buffer
  readonly br: Buffer
}

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses a page once for everybody who gets the same one. */
export async function compressPage(html: string, csp: string, etag: string): Promise<CompressedPage> {
  const identity = Buffer.from(html)
  const [br, gz] = await Promise.all([brotli(identity, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }), gzipped(identity)])
  return { etag, csp, identity, br, gzip: gz }
}

/** Pages in memory by what they depend on. One page is made only once, however many ask at the same moment. */
export class PageCache {
  readonly #pages: BoundedMap<string, Promise<CompressedPage>>

  constructor(limit: number) {
    this.#pages = new BoundedMap(limit)
  }

  /** A page that is not what it should be is made anew at the next request. */
  forget(key: string): void {
    this.#pages.delete(key)
  }

  get(key: string, make: () => Promise<CompressedPage>): Promise<CompressedPage> {
    const kept = this.#pages.get(key)
    if (kept) return kept
    const made = make()
    this.#pages.set(key, made)
    made.catch(() => { this.forget(key) })
    return made
  }
}
