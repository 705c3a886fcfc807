import { brotliDecompressSync } from 'node:zlib'
import { s3Store, type ObjectStore } from '@checkin/server/object-store'
import { testObjectStore, type TestStore } from '@checkin/server/testing/object-store'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aModule, testRegistry, type TestRegistry } from '../test/test-registry.ts'
import { assetBucket } from './assets.ts'

let place: TestStore
let store: ObjectStore
let registry: TestRegistry
beforeAll(async () => {
  place = await testObjectStore()
  store = s3Store(place.access, place.bucket)
  registry = await testRegistry({ assetObjects: store })
})
afterAll(async () => {
  await registry.close()
  await place.close()
})

const text = 'export const words = "check-in"; '.repeat(200)
const textOf = async (key: string) => (await store.read(key))?.toString()

describe('published files in an object store (REL-21)', () => {
  it('lie there with their compressed forms beside them, and the mark of a whole version', async () => {
    expect((await registry.publish(aModule('mfe-driver', '1.0.0', { files: { 'main.js': text } }))).status).toBe(201)
    expect(await textOf('mfe-driver/1.0.0/main.js')).toBe(text)
    expect(brotliDecompressSync(await store.read('mfe-driver/1.0.0/main.js.br') ?? Buffer.alloc(0)).toString()).toBe(text)
    expect(await store.has('.complete/mfe-driver/1.0.0')).toBe(true)
  })

  it('are refused while the store is away, with when to come back, and are whole once they are sent again', async () => {
    const module = aModule('mfe-driver', '1.1.0', { files: { 'main.js': text } })
    await place.stop()
    const refused = await registry.publish(module)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '2'])
    await place.start()
    expect((await registry.publish(module)).status).toBeLessThan(300)
    expect([await textOf('mfe-driver/1.1.0/main.js'), await store.has('.complete/mfe-driver/1.1.0')]).toEqual([text, true])
  })

  it('of an upload that broke off count as none, and leave nothing of theirs behind', async () => {
    const assets = assetBucket(store)
    await store.write('mfe-driver/2.0.0/main.js.br', Buffer.from('of other content'))
    expect(await assets.has('mfe-driver', '2.0.0')).toBe(false)
    await assets.put('mfe-driver', '2.0.0', [{ path: 'main.js', bytes: Buffer.from('run()'), brotli: null, gzip: null }], { replace: false })
    expect([await assets.has('mfe-driver', '2.0.0'), await textOf('mfe-driver/2.0.0/main.js'), await store.has('mfe-driver/2.0.0/main.js.br')]).toEqual([true, 'run()', false])
    await assets.put('mfe-driver', '2.0.0', [{ path: 'main.js', bytes: Buffer.from('other()'), brotli: null, gzip: null }], { replace: false })
    expect(await textOf('mfe-driver/2.0.0/main.js')).toBe('run()')
  })
})
