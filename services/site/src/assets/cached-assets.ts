import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { FilesUnavailable, type ObjectStore } from '@checkin/server/object-store'
import { openFile, type AssetReader } from './asset-reader.ts'

export interface CachedAssetsOptions {
  readonly store: ObjectStore
  /** Folder of this server alone; it survives a restart and may be removed at any time. */
  readonly folder: string
  /** Bytes that are kept; the file that was asked for least recently goes first. */
  readonly mostBytes: number
}

const unfinished = '.unfinished-'
/** How long a file that is not there is not asked for again, milliseconds, and how many of these are remembered. */
const missingForMs = 30_000
const mostMissing = 10_000

/**
 * Published files of an object store, each fetched once, checked, and served from this machine afterwards, also while the store is away. A file that is
 * not what was stored is not kept and not served.
 */
export async function cachedAssets({ store, folder, mostBytes }: CachedAssetsOptions): Promise<AssetReader> {
  const kept = await filesIn(folder)
  const missing = new Map<string, number>()
  const fetching = new Map<string, Promise<boolean>>()
  let total = [...kept.values()].reduce((sum, size) => sum + size, 0)

  /** Removes what was asked for least recently, never the newest. */
  const makeRoom = async (): Promise<void> => {
    for (const [path, size] of kept) {
      if (total <= mostBytes || kept.size === 1) return
      kept.delete(path)
      total -= size
      await rm(join(folder, path), { force: true })
    }
  }

  /** False when there is no such object. */
  const fetch = async (path: string): Promise<boolean> => {
    const object = await store.open(path)
    if (!object) {
      if (missing.size >= mostMissing) missing.clear()
      missing.set(path, Date.now() + missingForMs)
      return false
    }
    const [place, temporary] = [join(folder, path), join(folder, `${unfinished}${randomUUID()}`)]
    try {
      await mkdir(dirname(place), { recursive: true })
      await pipeline(object.bytes, createWriteStream(temporary))
      await rename(temporary, place)
    } catch (error) {
      await rm(temporary, { force: true })
      throw error
    }
    total += object.size - (kept.get(path) ?? 0)
    kept.delete(path)
    kept.set(path, object.size)
    await makeRoom()
    return true
  }
  const fetchOnce = (path: string): Promise<boolean> => {
    const under = fetching.get(path) ?? fetch(path).finally(() => { fetching.delete(path) })
    fetching.set(path, under)
    return under
  }

  const fromDisk: AssetReader['open'] = async (path) => {
    const size = kept.get(path)
    if (size === undefined) return null
    kept.delete(path)
    kept.set(path, size)
    const opened = await openFile(join(folder, path))
    // Somebody else removed it.
    if (!opened && kept.delete(path)) total -= size
    return opened
  }
  return {
    open: async (path) => {
      const opened = await fromDisk(path)
      if (opened) return opened
      if ((missing.get(path) ?? 0) > Date.now()) return null
      try {
        return await fetchOnce(path) ? await fromDisk(path) ?? await store.open(path) : null
      } catch (error) {
        if (error instanceof FilesUnavailable) throw error
        // This machine's disk is full or broken: the renter gets the file all the same.
        return store.open(path)
      }
    },
  }
}

/** What an earlier process kept, oldest first; remains of interrupted ones go. */
async function filesIn(folder: string): Promise<Map<string, number>> {
  await mkdir(folder, { recursive: true })
  const names = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile())
  const found = await Promise.all(names.map(async ({ name, parentPath }) => {
    const path = join(parentPath, name)
    if (name.startsWith(unfinished)) await rm(path, { force: true })
    return { path: path.slice(folder.length + 1).replaceAll('\\', '/'), name, ...await stat(path).then(({ size, mtimeMs }) => ({ size, mtimeMs }), () => ({ size: 0, mtimeMs: 0 })) }
  }))
  return new Map(found.filter(({ name }) => !name.startsWith(unfinished)).sort((one, other) => one.mtimeMs - other.mtimeMs).map(({ path, size }) => [path, size]))
}
