import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { FilesUnavailable, s3Store, type ObjectStore } from '@checkin/server/object-store'
import { testObjectStore, type TestStore } from '@checkin/server/testing/object-store'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readAsset } from './asset-reader.ts'
import { cachedAssets } from './cached-assets.ts'

let place: TestStore
let store: ObjectStore
let folder = ''
beforeAll(async () => {
  place = await testObjectStore()
  store = s3Store(place.access, place.bucket)
  for (const name of ['a', 'b', 'c']) await store.write(`shell/1.0.0/${name}.js`, Buffer.alloc(1000, name))
})
afterAll(() => place.close())
beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'cached-assets-')) })
afterEach(() => rm(folder, { recursive: true }))

const path = (name: string): string => `shell/1.0.0/${name}.js`
const open = (mostBytes = 1_000_000) => cachedAssets({ store, folder, mostBytes })
const kept = async (): Promise<string[]> => (await readdir(folder, { recursive: true, withFileTypes: true })).filter((each) => each.isFile()).map(({ name }) => name).sort()

describe('published files of an object store at a site server (REL-21)', () => {
  it('are served while the store is away, by this process and by the next, once they were asked for', async () => {
    const assets = await open()
    expect((await readAsset(assets, path('a')))?.toString()).toBe('a'.repeat(1000))
    await place.stop()
    expect((await readAsset(assets, path('a')))?.toString()).toBe('a'.repeat(1000))
    expect((await readAsset(await open(), path('a')))?.length).toBe(1000)
    await expect(readAsset(assets, path('b'))).rejects.toBeInstanceOf(FilesUnavailable)
    await place.start()
    expect((await readAsset(assets, path('b')))?.length).toBe(1000)
  })

  it('are fetched once for all who ask at the same moment', async () => {
    let asked = 0
    const assets = await cachedAssets({ folder, mostBytes: 1_000_000, store: { ...store, open: (key) => { asked += 1; return store.open(key) } } })
    const all = await Promise.all(Array.from({ length: 20 }, () => readAsset(assets, path('a'))))
    expect([all.every((bytes) => bytes?.length === 1000), asked]).toEqual([true, 1])
    expect([await readAsset(assets, path('none')), await readAsset(assets, path('none')), asked]).toEqual([null, null, 2])
  })

  it('take no more room than they may; what was asked for least recently goes', async () => {
    const assets = await open(2500)
    for (const name of ['a', 'b', 'a', 'c']) await readAsset(assets, path(name))
    expect(await kept()).toEqual(['a.js', 'c.js'])
    const next = await open(1500)
    expect((await readAsset(next, path('b')))?.length).toBe(1000)
    expect(await kept()).toEqual(['b.js'])
  })

  it('are neither served nor kept when they are not what was stored', async () => {
    const cut: ObjectStore = { ...store, open: async (key) => {
      const object = await store.open(key)
      object?.bytes.on('error', () => undefined).destroy(new FilesUnavailable('damaged', 'WrongHash'))
      return object
    } }
    const assets = await cachedAssets({ folder, mostBytes: 1_000_000, store: cut })
    await expect(assets.open(path('a'))).rejects.toBeInstanceOf(FilesUnavailable)
    expect(await kept()).toEqual([])
  })

  it('are served past a disk that takes nothing more', async () => {
    const assets = await open()
    await rm(folder, { recursive: true })
    await writeFile(folder, 'no folder')
    expect((await readAsset(assets, path('a')))?.toString()).toBe('a'.repeat(1000))
  })
})
