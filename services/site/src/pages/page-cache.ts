import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { BoundedMap } from '@checkin/server'

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

/** Pages in memory by what they depend on. */
export class PageCache extends BoundedMap<string, Promise<CompressedPage>> {
  /** One page is made only once, however many ask at the same moment; one that could not be made is made anew at the next request. */
  getOrMake(key: string, make: () => Promise<CompressedPage>): Promise<CompressedPage> {
    const kept = this.get(key)
    if (kept) return kept
    const made = make()
    this.set(key, made)
    made.catch(() => this.delete(key))
    return made
  }
}
