import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ObjectStore } from '@checkin/server/object-store'
import type { CheckedFile } from './upload.ts'

/** Where published files lie, `<name>/<version>/<path>` with `.br` and `.gz` beside: a folder that sites share, or a bucket of an object store. */
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

/** Objects under way at the same moment. */
const atOnce = 8

/** Written last: all files of the version are there. It lies beside the modules, so that no file of theirs has this name. */
const completeMark = (name: string, version: string): string => `.complete/${name}/${version}`

/**
 * Keeps published files in an object store. Nobody asks for a version before its mark is there, so its files appear at once for whoever goes by `has`.
 * Each call throws FilesUnavailable while the store cannot serve; what was written so far is written again by the next upload.
 */
export function assetBucket(store: ObjectStore): AssetStore {
  const has: AssetStore['has'] = (name, version) => store.has(completeMark(name, version))
  return {
    has,
    read: async (name, version, path) => {
      const bytes = await store.read(`${name}/${version}/${path}`)
      if (!bytes) throw new Error(`${path} of ${name}@${version} is not in the object store`)
      return bytes
    },
    put: async (name, version, files, { replace }) => {
      if (!replace && await has(name, version)) return
      await store.remove(completeMark(name, version))
      const forms = files.flatMap(({ path, bytes, brotli, gzip }) => ([['', bytes], ['.br', brotli], ['.gz', gzip]] as const).map(([suffix, form]) => ({ key: `${name}/${version}/${path}${suffix}`, form })))
      for (let from = 0; from < forms.length; from += atOnce) {
        await Promise.all(forms.slice(from, from + atOnce).map(async ({ key, form }) => { if (form) await store.write(key, form) }))
      }
      // A form that gains nothing may be there from an upload of other content that broke off.
      for (const { key, form } of forms) if (!form && await store.has(key)) await store.remove(key)
      await store.write(completeMark(name, version), Buffer.from(`${files.length}\n`))
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
