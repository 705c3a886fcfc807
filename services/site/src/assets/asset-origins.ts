import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib'
import { integrityOf } from '@checkin/releases/signing'
import { FilesUnavailable } from '@checkin/server/object-store'
import { openedBytes, readAsset, type AssetReader } from './asset-reader.ts'
import { keptFiles } from './kept-files.ts'

/** What a signed release set says of one file: its `sha384-…` and its length in bytes. */
export interface SignedFile {
  readonly integrity: string
  readonly bytes: number
}

/** How a source failed to give a file as it was signed. */
export const sourceTroubles = ['away', 'slow', 'damaged', 'missing'] as const
export type SourceTrouble = (typeof sourceTroubles)[number]

/** Further places of published files, as an installation names them (`CHECKIN_ASSET_ORIGINS`). */
export interface AssetOrigins {
  /** `https://files.example.com`, asked in this order for `/assets/<name>/<version>/<path>`. */
  readonly origins: readonly string[]
  /** Milliseconds that each source has for one file. */
  readonly deadlineMs: number
}

export interface CheckedAssetsOptions extends AssetOrigins {
  /** This server's own files, asked first. */
  readonly own: AssetReader
  /** What the known release sets say of `<name>/<version>/<path>`; null for a file of none of them. */
  readonly signed: (path: string) => SignedFile | null
  /** A source had trouble. `source` is `own` or an origin. */
  readonly onTrouble: (source: string, trouble: SourceTrouble, path: string) => void
  /** A further origin gave what the sources before it did not. */
  readonly onRecovery: (source: string, path: string) => void
  /** Bytes of checked files that are kept in memory. */
  readonly mostBytes?: number
}

/** Says that another server asks, whose own sources failed: it is answered from this server's own files, or two servers would ask each other for ever. */
export const relayHeader = 'checkin-asset-relay'

/** How long a source that was away or slow is asked last, milliseconds. */
const restMs = 10_000

const packers: Readonly<Record<string, { readonly pack: (bytes: Buffer) => Promise<Buffer>; readonly unpack: (bytes: Buffer, most: number) => Promise<Buffer> }>> = {
  '.br': {
    pack: (bytes) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
    unpack: (bytes, most) => promisify(brotliDecompress)(bytes, { maxOutputLength: most }),
  },
  '.gz': { pack: (bytes) => promisify(gzip)(bytes), unpack: (bytes, most) => promisify(gunzip)(bytes, { maxOutputLength: most }) },
}

class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly trouble: SourceTrouble
  constructor(trouble: SourceTrouble) {
    super(trouble)
    this.trouble = trouble
  }
}

interface Source {
  readonly name: string
  /** Null when it has no such file. */
  readonly read: (path: string, file: SignedFile) => Promise<Buffer | null>
}

/**
 * Published files of several sources (DEC-244): the own one, then each further origin, until one gives in time the bytes that the release set signed. What no
 * source gives throws FilesUnavailable, or is null where all say that there is none. Files of no known set come from the own source as before.
 */
export function checkedAssets({ own, origins, signed, deadlineMs, onTrouble, onRecovery, mostBytes = 64_000_000 }: CheckedAssetsOptions): AssetReader {
  const ownSource: Source = { name: 'own', read: (path) => readAsset(own, path) }
  const sources: readonly Source[] = [ownSource, ...origins.map((origin) => ({ name: origin, read: (path: string, file: SignedFile) => fromOrigin(origin, path, file, deadlineMs) }))]
  const rests = new Map<Source, number>()
  const kept = keptFiles(mostBytes)
  const reading = new Map<string, Promise<Buffer | null>>()
  const isResting = (source: Source): boolean => (rests.get(source) ?? 0) > Date.now()

  /** A file of one source if it is what was signed; else a SourceError that says why not. */
  const ask = async (source: Source, path: string, file: SignedFile, plain: (bytes: Buffer) => Promise<Buffer>): Promise<Buffer> => {
    try {
      const bytes = await within(deadlineMs, source.read(path, file))
      if (!bytes) throw new SourceError('missing')
      const whole = await plain(bytes).catch(() => null)
      if (!whole || integrityOf(whole) !== file.integrity) throw new SourceError('damaged')
      rests.delete(source)
      return bytes
    } catch (error) {
      const trouble = error instanceof SourceError ? error.trouble : 'away'
      if (trouble === 'away' || trouble === 'slow') rests.set(source, Date.now() + restMs)
      throw error instanceof SourceError ? error : new SourceError(trouble)
    }
  }

  const readPlain = async (path: string, file: SignedFile): Promise<Buffer | null> => {
    const troubles: SourceTrouble[] = []
    for (const source of [...sources.filter((each) => !isResting(each)), ...sources.filter(isResting)]) {
      try {
        const bytes = await ask(source, path, file, asIs)
        if (source !== ownSource) onRecovery(source.name, path)
        return bytes
      } catch (error) {
        troubles.push(troubleOf(error))
        onTrouble(source.name, troubleOf(error), path)
      }
    }
    const worst = troubles.find((trouble) => trouble !== 'missing')
    if (worst) throw new FilesUnavailable(worst === 'damaged' ? 'damaged' : 'away', 'EverySource')
    return null
  }

  /** The compressed file of the own source; else the whole one from wherever it came, compressed here. Null where it was published without. */
  const readPacked = async (path: string, suffix: string, file: SignedFile): Promise<Buffer | null> => {
    const packer = packers[suffix]
    if (!packer) return null
    let trouble: SourceTrouble = 'away'
    if (!isResting(ownSource)) {
      try {
        return await ask(ownSource, path, file, (bytes) => packer.unpack(bytes, file.bytes))
      } catch (error) {
        trouble = troubleOf(error)
        if (trouble !== 'missing') onTrouble('own', trouble, path)
      }
    }
    const plain = path.slice(0, -suffix.length)
    if (trouble === 'missing' && await within(deadlineMs, has(own, plain)).catch(() => false)) return null
    const whole = await readOnce(plain, () => readPlain(plain, file))
    const packed = whole && await packer.pack(whole)
    return packed && packed.length < whole.length ? packed : null
  }

  const readOnce = async (path: string, read: () => Promise<Buffer | null>): Promise<Buffer | null> => {
    const known = kept.get(path)
    if (known) return known
    const under = reading.get(path) ?? read().finally(() => { reading.delete(path) })
    reading.set(path, under)
    const bytes = await under
    if (bytes) kept.set(path, bytes)
    return bytes
  }

  return {
    open: async (path) => {
      const suffix = Object.keys(packers).find((each) => path.endsWith(each)) ?? ''
      const file = signed(suffix === '' ? path : path.slice(0, -suffix.length))
      if (!file) return own.open(path)
      const bytes = await readOnce(path, () => (suffix === '' ? readPlain(path, file) : readPacked(path, suffix, file)))
      return bytes && openedBytes(bytes)
    },
  }
}

const asIs = async (bytes: Buffer): Promise<Buffer> => bytes

const troubleOf = (error: unknown): SourceTrouble => (error instanceof SourceError ? error.trouble : 'away')

async function has(assets: AssetReader, path: string): Promise<boolean> {
  const found = await assets.open(path)
  found?.bytes.destroy()
  return found !== null
}

function within<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => { fail(new SourceError('slow')) }, milliseconds)
    work.then(done, fail).finally(() => { clearTimeout(timer) })
  })
}

/** One file of a further origin; never more bytes than were signed, and no redirect is followed. */
async function fromOrigin(origin: string, path: string, file: SignedFile, deadlineMs: number): Promise<Buffer | null> {
  const answer = await fetch(new URL(`/assets/${path}`, origin), { redirect: 'error', signal: AbortSignal.timeout(deadlineMs), headers: { 'accept-encoding': 'identity', [relayHeader]: '1' } })
    .catch((error: unknown) => { throw new SourceError(isTimeout(error) ? 'slow' : 'away') })
  if (answer.status === 404) return null
  if (!answer.ok || !answer.body) throw new SourceError('away')
  return buffer(noMoreThan(answer.body, file.bytes)).catch((error: unknown) => { throw error instanceof SourceError ? error : new SourceError(isTimeout(error) ? 'slow' : 'away') })
}

async function* noMoreThan(body: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) throw new SourceError('damaged')
    yield part
  }
}

const isTimeout = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'
