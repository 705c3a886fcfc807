import { s3Store, type ObjectStore } from '@checkin/server/object-store'
import { testObjectStore, type TestStore } from '@checkin/server/testing/object-store'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aLicence, aSentDriver, driverApi, type DriverApi } from './fixtures/driver-api.fixture.ts'

let place: TestStore
let store: ObjectStore
let api: DriverApi
let picture = ''
beforeAll(async () => {
  place = await testObjectStore()
  store = s3Store(place.access, place.bucket)
  api = await driverApi({}, { objects: store })
  picture = (await sharp({ create: { width: 120, height: 80, channels: 3, background: '#336699' } }).png().toBuffer()).toString('base64')
})
afterAll(async () => {
  await api.stop()
  await place.close()
})

const withPicture = () => aSentDriver({ driverLicense: aLicence({ imageFront: picture, imageBack: picture }) })
const keysOf = async ({ id }: { readonly id: string }): Promise<readonly string[]> =>
  (await api.asAdmin(`select id from document_image where reservation_id = '${id}'`)).map((row) => `costaverde/${String(row['id'])}.sealed`)

describe('pictures of documents in an object store (REL-21)', () => {
  it('are kept there sealed, opened for their renter, and gone with the personal data', async () => {
    const renter = await api.renter('S1')
    expect((await renter.save(withPicture())).statusCode).toBe(200)
    const keys = await keysOf(renter)
    expect(keys).toHaveLength(2)
    expect(await Promise.all(keys.map(async (key) => (await store.read(key))?.includes('WEBP')))).toEqual([false, false])
    expect((await renter.reservation()).driver.driverLicense).toMatchObject({ hasImageFront: true })
    expect((await api.fleet('costaverde', 'DELETE', '/reservations/S1/personal-data')).statusCode).toBe(204)
    expect(await Promise.all(keys.map((key) => store.has(key)))).toEqual([false, false])
  })

  it('are not taken while the store is away: the renter is told when to come back, nothing was saved, and what needs no picture goes on', async () => {
    const renter = await api.renter('S2')
    await place.stop()
    const refused = await renter.save(withPicture())
    expect([refused.statusCode, refused.headers['retry-after'], refused.json<{ code: string }>().code]).toEqual([503, '2', 'FilesUnavailable'])
    expect([(await renter.fleet()).rowVersion, await keysOf(renter)]).toEqual([1, []])
    expect((await renter.save(aSentDriver())).statusCode).toBe(200)
    await place.start()
    expect((await renter.save(withPicture())).statusCode).toBe(200)
    expect(await keysOf(renter)).toHaveLength(2)
  })

  it('that were cut or changed at their place are never shown', async () => {
    const renter = await api.renter('S3')
    await renter.save(withPicture())
    const [key = ''] = await keysOf(renter)
    const sealed = await store.read(key) ?? Buffer.alloc(0)
    for (const bytes of [sealed.subarray(0, -5), Buffer.concat([sealed.subarray(0, 40), Buffer.from([1]), sealed.subarray(41)])]) {
      await store.write(key, bytes)
      expect((await renter.get(`/reservation/${renter.guid}`)).statusCode).toBeGreaterThanOrEqual(500)
    }
    await store.remove(key)
    expect((await renter.get(`/reservation/${renter.guid}`)).statusCode).toBe(200)
  })

  it('log why, without a key or an address', async () => {
    const renter = await api.renter('S4')
    await place.stop()
    await renter.save(withPicture())
    await place.start()
    expect(api.logs()).toContain('"kind":"away","cause":"ECONNREFUSED","msg":"the object store gives no files"')
    expect(api.logs()).not.toContain('S3RVER')
  })
})
