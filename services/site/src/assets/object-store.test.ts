import { internalFetch } from '@checkin/server'
import { s3Store } from '@checkin/server/object-store'
import { testObjectStore } from '@checkin/server/testing/object-store'
import { expect, it, onTestFinished } from 'vitest'
import { anApi, wholeSite } from '../../test/whole-site.fixture.ts'

it('a site serves a published file of an object store compressed, keeps it, and says 503 for what it has not while the store is away (REL-21)', async () => {
  const place = await testObjectStore()
  const store = s3Store(place.access, place.bucket)
  await store.write('shell/1.0.0/main.js', Buffer.from('export const page = 1'))
  await store.write('shell/1.0.0/main.js.gz', Buffer.from('as gzip'))
  await store.write('shell/1.0.0/late.js', Buffer.from('export const page = 2'))
  const api = anApi()
  const site = await wholeSite({ apiPort: await api.listen({ port: 0 }), assetObjects: store })
  onTestFinished(async () => {
    await site.stop()
    await api.stop()
    await place.close()
  })
  const ask = async (path: string, encoding = '') => {
    const { status, headers, text } = await internalFetch(`http://127.0.0.1:${site.port}/assets/shell/1.0.0/${path}`, { headers: { 'accept-encoding': encoding } })
    return { status, encoding: headers['content-encoding'], cache: headers['cache-control'], retry: headers['retry-after'], text: text() }
  }
  const kept = { status: 200, encoding: 'gzip', cache: 'public, max-age=31536000, immutable', text: 'as gzip' }
  expect(await ask('main.js', 'gzip, br')).toMatchObject(kept)
  expect(await ask('main.js')).toMatchObject({ status: 200, encoding: undefined, text: 'export const page = 1' })
  expect(await ask('other.js')).toMatchObject({ status: 404, cache: 'no-store' })
  await place.stop()
  expect(await ask('main.js', 'gzip, br')).toMatchObject(kept)
  expect(await ask('late.js')).toMatchObject({ status: 503, cache: 'no-store', retry: '2' })
  await place.start()
  expect(await ask('late.js')).toMatchObject({ status: 200, text: 'export const page = 2' })
})
