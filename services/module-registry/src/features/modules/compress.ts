import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CheckedFile } from './check-upload.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export interface StoredFile extends CheckedFile {
  /** Null where compressing gains nothing. */
  readonly brotli: Buffer | null
  readonly gzip: Buffer | null
}

const compressible = /\.(js|mjs|css|json|svg|wasm|html|txt|map)$/

/** Of larger files the last tenth that the best quality saves costs more than ten times as long; nobody waits for such a file unasked. */
const qualityOf = ({ length }: Buffer): number => (length > 1_000_000 ? 9 : 11)

/** Prepares a file's compressed forms once and as small as can be, off the event loop, so that no request ever waits for it. */
export async function withCompressedForms(file: CheckedFile): Promise<StoredFile> {
  if (!compressible.test(file.path)) return { ...file, brotli: null, gzip: null }
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(file.bytes), [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length }
  const [brotli, gzipped] = await Promise.all([toBrotli(file.bytes, { params: parameters }), toGzip(file.bytes, { level: 9 })])
  const smaller = (form: Buffer) => (form.length < file.bytes.length ? form : null)
  return { ...file, brotli: smaller(brotli), gzip: smaller(gzipped) }
}
