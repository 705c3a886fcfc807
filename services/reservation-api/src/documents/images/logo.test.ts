import { randomBytes } from 'node:crypto'
import { logoProblems, logoProblemWords } from '@checkin/internal'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { hostileFiles, marker, photo } from '../../../test/fixtures/hostile-files.fixture.ts'
import { createImageReader, type ReadPicture } from './image-reader.ts'

const reader = createImageReader()
afterAll(() => { reader.stop() })
const read = (file: Uint8Array): Promise<ReadPicture> => reader.read(file, 'logo')
const svg = (inside: string, attributes = 'viewBox="0 0 64 64"'): Buffer => Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${inside}</svg>`)
const square = '<path d="M0 0h32v64H0z" fill="#00f"/>'

/** What was made of a file. Throws where it was refused. */
async function madeOf(file: Uint8Array): Promise<Buffer> {
  const picture = await read(file)
  if (picture.kind !== 'read') throw new Error(`the logo was ${picture.kind}`)
  return picture.bytes
}
const frame = (background: string) => sharp({ create: { width: 40, height: 40, channels: 3, background } }).png().toBuffer()
/** Noise with a share of glass: no file of its pixels is small. */
const noise = await sharp(randomBytes(384 * 128 * 4), { raw: { width: 384, height: 128, channels: 4 } }).png().toBuffer()
const [raster, filled] = [(await hostileFiles()).filter(({ name }) => !name.startsWith('an SVG')), await photo(400, 300).png().toBuffer()]
const bomb = Buffer.from(`<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "${'<path d=\'M0 0h1v1z\'/>'.repeat(10)}">${'abcdefg'.split('').map((name, at, all) => (at === 0 ? '' : `<!ENTITY ${name} "${`&${all[at - 1] ?? ''};`.repeat(10)}">`)).join('')}]><svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">&g;&g;&g;</svg>`)

describe('a logo (DEC-358)', () => {
  it.each(raster.map(({ name, file, fate }) => [name, fate, file] as const))('%s is %s, as with a renter\'s document', async (_name, fate, file) => {
    const picture = await read(file)
    expect(picture.kind).toBe(fate === 'refused' ? 'refused' : 'read')
    if (picture.kind !== 'read') return
    expect(picture.bytes.includes(marker)).toBe(false)
    const { format, exif, xmp, iptc } = await sharp(picture.bytes).metadata()
    expect({ format, exif, xmp, iptc }).toEqual({ format: 'png', exif: undefined, xmp: undefined, iptc: undefined })
  })

  it('is refused with what is wrong with it: type, end, pixels, motion, letters', async () => {
    const moving = await sharp(await Promise.all(['#f00', '#0f0'].map(frame)), { join: { animated: true } }).webp({ delay: [100, 100] }).toBuffer()
    const problems = await Promise.all([
      Buffer.from('%PDF-1.7'), filled.subarray(0, filled.length / 2), await sharp({ create: { width: 4100, height: 4000, channels: 3, background: '#fff' } }).png().toBuffer(),
      svg(square, 'width="30000" height="30000"'), moving, svg('<text x="1" y="9">Costa Verde</text>'), svg('<svg:text xmlns:svg="http://www.w3.org/2000/svg">Costa</svg:text>'), Buffer.from('<svg/>'), Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><path'),
    ].map(async (file) => {
      const picture = await read(file)
      return picture.kind === 'refused' ? picture.problem : picture.kind
    }))
    expect(problems).toEqual(['WrongType', 'Damaged', 'TooManyPixels', 'TooManyPixels', 'Moving', 'Letters', 'Letters', 'Damaged', 'Damaged'])
  })

  it('has words for each that is wrong, for people at the console', () => { expect(Object.keys(logoProblemWords).sort()).toEqual([...logoProblems].sort()) })

  it('as SVG is rendered: its script, what it names elsewhere and what it embeds twice over are not in the picture', async () => {
    const made = await madeOf(svg(`<script>alert('${marker}')</script><metadata>${marker}</metadata>${square}`))
    expect(made.includes(marker)).toBe(false)
    const { data, info } = await sharp(made).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    expect([info.width, info.height, [...data.subarray(0, 4)]]).toEqual([128, 128, [0, 0, 255, 255]])
    const naming = await madeOf(svg(`${square}<image xlink:href="file://${import.meta.filename}" width="64" height="64"/><image href="https://evil.example/x.png" width="64" height="64"/>`))
    expect(naming.equals(await madeOf(svg(square)))).toBe(true)
  })

  it('as SVG whose entities grow to millions of elements is refused or too slow, and the next file is read', async () => {
    expect((await read(bomb)).kind).not.toBe('read')
    expect((await read(svg(square))).kind).toBe('read')
  })

  it('is at most 384 x 128 pixels and 150 kB, and made again it is the same, so that saving twice changes nothing', async () => {
    for (const [file, width, height] of [[svg(square), 128, 128], [svg(square, 'viewBox="0 0 640 64"'), 384, 38], [await photo(3000, 2000).jpeg().toBuffer(), 192, 128], [noise, 192, 64], [filled, 171, 128], [await photo(20, 10).png().toBuffer(), 20, 10]] as const) {
      const made = await madeOf(file)
      const { width: wide, height: tall } = await sharp(made).metadata()
      expect({ wide, tall }).toEqual({ wide: width, tall: height })
      expect(made.length).toBeLessThanOrEqual(150_000)
      expect((await madeOf(made)).equals(made)).toBe(true)
    }
  })

  it('stands as its camera was held, and words beside its pixels are no letters', async () => {
    const made = await madeOf(await photo(40, 20).withMetadata({ orientation: 6 }).withExifMerge({ IFD0: { ImageDescription: '<text x="1">' } }).jpeg().toBuffer())
    expect(await sharp(made).metadata()).toMatchObject({ width: 20, height: 40 })
  })

  it('leaves documents without SVG, also while a logo is decoded', async () => {
    const both = await Promise.all([read(svg(square)), reader.read(svg(square)), reader.read(Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), svg(square)]))])
    expect(both.map(({ kind }) => kind)).toEqual(['read', 'refused', 'refused'])
    expect(both[1]).toMatchObject({ problem: 'WrongType' })
  })
})
