import { createHash } from 'node:crypto'
import { connect, createServer, type AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { silentStore, testObjectStore, type TestStore } from '../testing/object-store.ts'
import { s3Settings } from './s3-settings.ts'
import { s3Store } from './s3-store.ts'
import type { ObjectStore } from './object-store.ts'

let place: TestStore
let store: ObjectStore
beforeAll(async () => {
  place = await testObjectStore()
  store = s3Store(place.access, place.bucket)
})
afterAll(() => place.close())

const large = Buffer.alloc(700_000, 'module ')
const trouble = (kind: string, code?: string) => expect.objectContaining({ name: 'FilesUnavailable', kind, ...(code !== undefined && { code }) }) as unknown

describe('files in an object store (REL-21)', () => {
  it('are read as they were written, whole or as they come, are replaced and removed', async () => {
    await store.write('costaverde/1.sealed', Buffer.from('one'))
    await store.write('costaverde/2.sealed', large)
    await store.write('costaverde/1.sealed', Buffer.from('another'))
    expect((await store.read('costaverde/1.sealed'))?.toString()).toBe('another')
    const opened = await store.open('costaverde/2.sealed')
    expect([opened?.size, opened && (await buffer(opened.bytes)).equals(large)]).toEqual([large.length, true])
    await store.remove('costaverde/1.sealed')
    await store.remove('costaverde/1.sealed')
    expect([await store.has('costaverde/1.sealed'), await store.has('costaverde/2.sealed')]).toEqual([false, true])
  })

  it('that are missing are none, and no trouble', async () => {
    expect([await store.read('nobody'), await store.open('nobody'), await store.has('nobody')]).toEqual([null, null, false])
  })

  it('cannot be had while the store is away, and can when it is back', async () => {
    await store.write('kept', Buffer.from('kept'))
    await place.stop()
    for (const call of [() => store.read('kept'), () => store.has('kept'), () => store.write('new', Buffer.from('new')), () => store.remove('kept')]) await expect(call()).rejects.toEqual(trouble('away', 'ECONNREFUSED'))
    await place.start()
    expect((await store.read('kept'))?.toString()).toBe('kept')
  })

  it('cannot be had from a store that takes calls and says nothing', async () => {
    const silent = await silentStore()
    onTestFinished(() => silent.close())
    const slow = s3Store({ ...place.access, endpoint: silent.endpoint, answerMs: 300 }, place.bucket)
    for (const call of [() => slow.read('kept'), () => slow.write('new', Buffer.from('new'))]) await expect(call()).rejects.toEqual(trouble('away'))
  })

  it('cannot be had where the answer breaks off, or falls silent half way', async () => {
    await store.write('large', large)
    for (const end of ['close', 'silence'] as const) {
      const through = await cutAfter(new URL(place.access.endpoint ?? ''), 200_000, end)
      onTestFinished(through.close)
      const cut = s3Store({ ...place.access, endpoint: through.endpoint, answerMs: 500 }, place.bucket)
      await expect(cut.read('large'), end).rejects.toEqual(trouble('away'))
    }
  })

  it('whose connection breaks before anybody reads end no process', async () => {
    await store.write('large', large)
    const through = await cutAfter(new URL(place.access.endpoint ?? ''), 1000, 'close')
    onTestFinished(through.close)
    const opened = await s3Store({ ...place.access, endpoint: through.endpoint, answerMs: 500 }, place.bucket).open('large').catch(() => null)
    await expect.poll(() => opened?.bytes.destroyed ?? true).toBe(true)
    if (opened) await expect(buffer(opened.bytes)).rejects.toEqual(trouble('away'))
  })

  it.each([
    ['a wrong key', { credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'another secret of somebody' } }, 'SignatureDoesNotMatch'],
    ['an unknown key', { credentials: { accessKeyId: 'NOBODY', secretAccessKey: 'another secret of somebody' } }, 'InvalidAccessKeyId'],
  ])('are refused to %s, by its name', async (_what, change, code) => {
    const refused = s3Store({ ...place.access, ...change }, place.bucket)
    await expect(refused.write('new', Buffer.from('new'))).rejects.toEqual(trouble('refused', code))
    await expect(refused.read('kept')).rejects.toEqual(trouble('refused', code))
  })

  it('are refused where the bucket is missing', async () => {
    await expect(s3Store(place.access, 'no-such-bucket').write('new', Buffer.from('new'))).rejects.toEqual(trouble('refused', 'NoSuchBucket'))
  })

  it('are not taken for whole when they were cut or changed at their place', async () => {
    await store.write('cut', large)
    const client = new S3Client({ endpoint: place.access.endpoint ?? '', region: place.access.region, forcePathStyle: true, credentials: place.access.credentials ?? { accessKeyId: '', secretAccessKey: '' }, requestChecksumCalculation: 'WHEN_REQUIRED' })
    const put = (Body: Buffer, Metadata: Record<string, string>) => client.send(new PutObjectCommand({ Bucket: place.bucket, Key: 'cut', Body, Metadata }))
    await put(large.subarray(0, 1000), { sha256: createHash('sha256').update(large).digest('hex') })
    await expect(store.read('cut')).rejects.toEqual(trouble('damaged', 'WrongHash'))
    await put(large, {})
    await expect(store.read('cut')).rejects.toEqual(trouble('damaged', 'NoHash'))
  })
})

describe('the settings of the object store', () => {
  it('name both halves of a key or none', () => {
    expect(s3Settings({}).credentials).toBeNull()
    expect(s3Settings({ CHECKIN_S3_ACCESS_KEY: 'me', CHECKIN_S3_SECRET_KEY: 'a secret of sixteen' }).credentials).toEqual({ accessKeyId: 'me', secretAccessKey: 'a secret of sixteen' })
    expect(() => s3Settings({ CHECKIN_S3_ACCESS_KEY: 'me' })).toThrow('CHECKIN_S3_SECRET_KEY: is needed')
  })
})

/** A line to a store on which, after so many bytes of answers, the rest does not come any more. */
async function cutAfter({ port }: URL, most: number, end: 'close' | 'silence'): Promise<{ readonly endpoint: string; readonly close: () => void }> {
  const server = createServer((client) => {
    let bytes = 0
    const behind = connect(Number(port), '127.0.0.1')
    client.pipe(behind)
    client.on('error', () => { behind.destroy() })
    behind.on('error', () => { client.destroy() })
    client.on('close', () => { behind.destroy() })
    behind.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes <= most) client.write(part)
      else if (end === 'close') client.destroy()
    })
  })
  await new Promise<void>((resolve) => { server.listen(0, '127.0.0.1', resolve) })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => { server.close() } }
}
