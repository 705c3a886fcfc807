import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CheckedFile } from './upload.ts'

/** Where published files lie, `<name>/<version>/<path>` with `.br` and `.gz` beside; a folder now, an object store later. */
export interface AssetStore {
  readonly has: (name: string, version: string) => Promise<boolean>
  /** The bytes of a published file. */
  readonly read: (name: string, version: string, path: string) => Promise<Buffer>
  /** All files appear at once or not at all. Files that are there already stay, unless they are to be replaced. */
  readonly put: (name: string, version: string, files: readonly StoredFile[], options: { readonly replace: boolean }) => Promise<void>
}

const unfinished = '.unfinished-'

/** Keeps published files in a folder. Remains of interrupted uploads are removed when it opens. */
export async function assetFolder(root: string): Promise<AssetStore> {
  await mkdir(root, { recursive: true })
  const rests = (await readdir(root)).filter((name) => name.startsWith(unfinished))
  await Promise.all(rests.map((name) => rm(join(root, name), { recursive: true, force: true })))
  const place = (name: string, version: string) => join(root, name, version)

  const has: AssetStore['has'] = (name, version) => stat(place(name, version)).then((found) => found.isDirectory(), () => false)

  return {
    has,
    read: (name, version, path) => readFile(join(place(name, version), path)),
    put: async (name, version, files, { replace }) => {
      const temporary = join(root, `${unfinished}${randomUUID()}`)
      try {
        for (const { path, bytes, brotli, gzip } of files) {
          const file = join(temporary, path)
          await mkdir(dirname(file), { recursive: true })
          await writeFile(file, bytes)
          if (brotli) await writeFile(`${file}.br`, brotli)
          if (gzip) await writeFile(`${file}.gz`, gzip)
        }
        await mkdir(join(root, name), { recursive: true })
        if (replace) await rm(place(name, version), { recursive: true, force: true })
        await rename(temporary, place(name, version)).catch(async (error: unknown) => {
          // A second upload of the same content was faster.
          if (!(await has(name, version))) throw error
        })
      } finally {
        await rm(temporary, { recursive: true, force: true })
      }
    },
  }
}

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

export interface StoredFile extends CheckedFile {
  /** Null where compressing gains nothing. */
  readonly brotli: Buffer | null
  readonly gzip: Buffer | null
}

const compressible = /\.(js|mjs|css|json|svg|wasm|html|txt|map)$/

/** For larger files the best quality saves a tenth and takes more than ten times as long. */
const qualityOf = ({ length }: Buffer): number => (length > 1_000_000 ? 9 : 11)

/** Compresses a file once, off the event loop, so that no request ever waits for it. */
export async function withCompressedForms(file: CheckedFile): Promise<StoredFile> {
  if (!compressible.test(file.path)) return { ...file, brotli: null, gzip: null }
  const parameters = { [constants.BROTLI_PARAM_QUALITY]: qualityOf(file.bytes), [constants.BROTLI_PARAM_SIZE_HINT]: file.bytes.length }
  const [brotli, gzipped] = await Promise.all([toBrotli(file.bytes, { params: parameters }), toGzip(file.bytes, { level: 9 })])
  const smaller = (form: Buffer) => (form.length < file.bytes.length ? form : null)
  return { ...file, brotli: smaller(brotli), gzip: smaller(gzipped) }
}
