import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { hostileFiles, marker, photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { createImageReader, type ImageReader, pictureFrom } from './image-reader.ts'

const reader = createImageReader()
const webpOf = async ({ read }: Pick<ImageReader, 'read'>, file: Uint8Array): Promise<Buffer | null> => {
  const picture = await read(file)
  return picture.kind === 'read' ? picture.bytes : null
}
afterAll(() => { reader.stop() })

const files = await hostileFiles()

describe('pictures of documents', () => {
  it('at least sixty hostile files are tried', () => { expect(files.length).toBeGreaterThanOrEqual(60) })

  it.each(files.map(({ name, file, fate }) => [name, fate, file] as const))('%s is %s', async (_name, fate, file) => {
    const webp = await webpOf(reader, file)
    if (fate === 'refused') {
      expect(webp).toBeNull()
      return
    }
    if (!webp) throw new Error('the picture was refused')
    expect(webp.includes(marker)).toBe(false)
    expect(webp.equals(file)).toBe(false)
    const { format, exif, xmp, iptc } = await sharp(webp).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'webp', exif: undefined, xmp: undefined, iptc: undefined })
  })

  it('sent as something else than base64 is refused, though it could be read past that', async () => {
    const text = (await photo(20, 10).png().toBuffer()).toString('base64')
    expect([(await pictureFrom(text, reader)).kind, await pictureFrom(`%${text}`, reader)]).toEqual(['read', { kind: 'refused', problem: 'WrongType' }])
  })

  it.each([[4000, 3000, 1920, 1440], [1000, 800, 1000, 800], [1920, 1080, 1920, 1080], [1500, 2400, 1500, 2400]])(
    '%i x %i becomes %i x %i WebP (DRIVER-62, DRIVER-64)', async (width, height, newWidth, newHeight) => {
      const webp = await webpOf(reader, await photo(width, height).png().toBuffer())
      expect(await sharp(webp ?? Buffer.alloc(0)).metadata()).toMatchObject({ format: 'webp', width: newWidth, height: newHeight })
    })

  it('a picture that the camera only marks as turned is really turned, because the mark is gone', async () => {
    const webp = await webpOf(reader, await photo(300, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer())
    expect(await sharp(webp ?? Buffer.alloc(0)).metadata()).toMatchObject({ width: 200, height: 300 })
  })
})

describe('a decoder that dies', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'checkin-decoder-'))
  const script = async (name: string, source: string) => {
    await writeFile(join(folder, name), source)
    return pathToFileURL(join(folder, name))
  }
  const jpeg = await photo(20, 20).jpeg().toBuffer()
  afterAll(() => rm(folder, { recursive: true }))

  it('takes its file with it and nothing else: the next one is read by another', async () => {
    const dying = createImageReader({ script: await script('dies.mjs', 'let jobs = 0; process.on("message", ({ id, file }) => { if (file.length === 5) process.kill(process.pid, "SIGSEGV"); else process.send({ id, kind: "encoded", bytes: file }) })') })
    const crash = Buffer.from([0xff, 0xd8, 0xff, 0, 0])
    const results = await Promise.all([crash, jpeg, crash, jpeg, jpeg].map((file) => dying.read(file)))
    expect(results.map(({ kind }) => kind)).toEqual(['refused', 'read', 'refused', 'read', 'read'])
    dying.stop()
  })
  it('and one that hangs is ended after its time: that says nothing against the file, which may be sent again', async () => {
    const hanging = createImageReader({ timeoutMs: 400, script: await script('hangs.mjs', 'process.on("message", () => { for (;;) {} })') })
    expect(await hanging.read(jpeg)).toEqual({ kind: 'slow' })
    hanging.stop()
  })
})
