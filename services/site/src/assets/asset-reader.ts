import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

/** A published file that is open: whoever got it reads it to its end or destroys it. */
export interface OpenedAsset {
  readonly bytes: Readable
  /** Length in bytes. */
  readonly size: number
}

/** Where this server finds published files, `<name>/<version>/<path>`: a folder that it shares with the registry, or an object store. */
export interface AssetReader {
  /** Null when there is none. Throws FilesUnavailable while the object store cannot give it. */
  readonly open: (path: string) => Promise<OpenedAsset | null>
}

/** Bytes in memory as a file that is open. */
export const openedBytes = (bytes: Buffer): OpenedAsset => ({ bytes: Readable.from([bytes], { objectMode: false }), size: bytes.length })

/** A file of a folder; null when there is none. */
export async function openFile(path: string): Promise<OpenedAsset | null> {
  const handle = await open(path).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && ['ENOENT', 'ENOTDIR'].includes(String(error.code))) return null
    throw error
  })
  if (!handle) return null
  const found = await handle.stat()
  if (found.isFile()) return { bytes: handle.createReadStream(), size: found.size }
  await handle.close()
  return null
}

/** Published files of a folder. */
export const assetsInFolder = (folder: string): AssetReader => ({ open: (path) => openFile(join(folder, path)) })

/** A file read whole; null when there is none. */
export async function readAsset(assets: AssetReader, path: string): Promise<Buffer | null> {
  const opened = await assets.open(path)
  return opened && buffer(opened.bytes)
}
