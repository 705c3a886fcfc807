import { createHash, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompress } from 'node:zlib'
import { FilePath, ReleasableName, Version } from '@checkin/releases'
import { readAsset, type AssetReader } from './asset-reader.ts'
import { keptFiles } from './kept-files.ts'

/** A published file by its parts. */
export interface AssetName {
  readonly name: string
  readonly version: string
  readonly path: string
}

/** What a browser says of the file of an earlier version that it has: `Dictionary-ID` and `Available-Dictionary` (RFC 9842). */
export interface HeldDictionary {
  readonly id: string | undefined
  readonly hash: string | undefined
}

export interface Dictionaries {
  /** Value of `Use-As-Dictionary`; null for a file that is no use to later versions. */
  readonly offer: (asset: AssetName) => string | null
  /** The file by what differs from the one that the browser has; null where that is not possible, not shorter, or others are being made. */
  readonly packed: (asset: AssetName, held: HeldDictionary) => Promise<Buffer | null>
}

export interface DictionariesOptions {
  readonly assets: AssetReader
  /** True for files that known release sets serve: no others are compressed for anybody. */
  readonly isServed: (path: string) => boolean
  /** Bytes of finished files that are kept. */
  readonly mostBytes?: number
  /** Files that are made at the same moment; who comes meanwhile gets the file as it was published. */
  readonly atOnce?: number
}

const code = /\.(js|css)$/
/** The part of a chunk's name that is its hash: `195.a9a90274.js` and `195.d0d98ee3.js` are the same chunk of two versions. */
const contentHash = /\.[0-9a-f]{8}(?=\.\w+$)/
/** Of 4 MB: all of both files is in sight of the compressor (the limit of the format is 8 MB). */
const windowLog = 22
const mostFileBytes = 2_000_000
/** Beyond this level the largest script takes ten times as long and is not shorter. */
const level = 12
/** A skippable frame with the hash of the dictionary: how a `dcz` answer begins (RFC 9842, section 5). */
const frame = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0, 0, 0])

const fileOf = ({ name, version, path }: AssetName): string => `${name}/${version}/${path}`

/** What the same file has in common in all versions of its module. */
const seriesOf = ({ name, path }: AssetName): string => `${name}/*/${path.replace(contentHash, '.*')}`

/** The file that a browser names, if it is another version of the wanted one. */
function earlierVersion(asset: AssetName, id: string | undefined): string | null {
  const [, name = '', version = '', path = ''] = /^"([^/"]+)\/([^/"]+)\/([^"]+)"$/.exec(id ?? '') ?? []
  const isName = ReleasableName.safeParse(name).success && Version.safeParse(version).success && FilePath.safeParse(path).success
  const earlier = { name, version, path }
  return isName && seriesOf(earlier) === seriesOf(asset) ? fileOf(earlier) : null
}

/** `:base64:`, as structured headers write bytes; null when it is not 32 bytes. */
function hashIn(value: string | undefined): Buffer | null {
  const bytes = Buffer.from(/^:([A-Za-z0-9+/]{43}=):$/.exec(value ?? '')?.[1] ?? '', 'base64')
  return bytes.length === 32 ? bytes : null
}

/**
 * Compression dictionary transport (RFC 9842, DEC-303): a returning renter's browser has a module's former version, and gets of another one only what
 * differs. The content is the signed one: the browser decodes it before it checks the hash. Browsers without it never ask.
 */
export function dictionaryCompression({ assets, isServed, mostBytes = 32_000_000, atOnce = 16 }: DictionariesOptions): Dictionaries {
  const finished = keptFiles(mostBytes)
  const making = new Map<string, Promise<Buffer | null>>()

  /** Empty where the published file is as short; null, which is not kept, where the browser's file is not the one that it names. */
  const make = async (file: string, earlier: string, hash: Buffer): Promise<Buffer | null> => {
    const [content, dictionary] = [await readAsset(assets, file), await readAsset(assets, earlier)]
    if (!content || !dictionary || Math.max(content.length, dictionary.length) > mostFileBytes) return null
    if (!timingSafeEqual(createHash('sha256').update(dictionary).digest(), hash)) return null
    const frames = await promisify(zstdCompress)(content, { dictionary, params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_windowLog]: windowLog } })
    const packed = Buffer.concat([frame, hash, frames])
    const published = await readAsset(assets, `${file}.br`)
    return packed.length < (published ?? content).length ? packed : Buffer.alloc(0)
  }

  return {
    offer: (asset) => (code.test(asset.path) ? `match="/assets/${seriesOf(asset)}", id="${fileOf(asset)}"` : null),
    packed: async (asset, { id, hash: claimed }) => {
      const [file, earlier, hash] = [fileOf(asset), earlierVersion(asset, id), hashIn(claimed)]
      if (!earlier || !hash || !code.test(asset.path) || !isServed(file)) return null
      const key = `${file} ${earlier} ${hash.toString('hex')}`
      const known = finished.get(key)
      if (known) return known.length > 0 ? known : null
      if (!making.has(key) && making.size >= atOnce) return null
      const under = making.get(key) ?? make(file, earlier, hash).finally(() => { making.delete(key) })
      making.set(key, under)
      const bytes = await under.catch(() => null)
      if (bytes) finished.set(key, bytes)
      return bytes && bytes.length > 0 ? bytes : null
    },
  }
}
