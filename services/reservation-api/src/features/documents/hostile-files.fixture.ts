import { deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A file that somebody might send instead of a picture of a document. */
export interface HostileFile {
  readonly name: string
  readonly file: Buffer
  /** `refused`, or `cleaned`: taken, but only what it shows. */
  readonly fate: 'refused' | 'cleaned'
}

/** Bytes that must not be found in anything stored. */
export const marker = 'MARKER-38.7223N-9.1393W'

const crcTable = Array.from({ length: 256 }, (_each, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})
const crc = (bytes: Buffer): number => (bytes.reduce((sum, byte) => (crcTable[(sum ^ byte) & 255] ?? 0) ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc(body))
  return Buffer.concat([length, body, sum])
}
const pngHead = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

function header(width: number, height: number, depth = 8, colour = 0): Buffer {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(width, 0)
  data.writeUInt32BE(height, 4)
  data.set([depth, colour, 0, 0, 0], 8)
  return chunk('IHDR', data)
}
const png = (width: number, height: number, pixels: Buffer, ...more: Buffer[]): Buffer =>
  Buffer.concat([pngHead, header(width, height), ...more, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])

/** A photo of a document of a size that phones make; noise, so that it has bytes to cut. */
export const photo = (width = 640, height = 480) => sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } })

const text = (value: string): Buffer => Buffer.from(value, 'latin1')
const script = `<script>alert('${marker}')</script>`

function wrongTypes(): readonly HostileFile[] {
  const files: Readonly<Record<string, Buffer>> = {
    empty: Buffer.alloc(0), 'one byte': Buffer.from([0xff]), 'zeros': Buffer.alloc(4096), 'all ones': Buffer.alloc(4096, 0xff), 'plain words': text(marker),
    'a PDF': text(`%PDF-1.7\n${marker}\n%%EOF`), 'an SVG': text(`<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`), 'an SVG with an XML head': text(`<?xml version="1.0"?><svg>${script}</svg>`),
    'an SVG that reads a file': text('<?xml version="1.0"?><!DOCTYPE s [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg><text>&x;</text></svg>'),
    HTML: text(`<!doctype html>${script}`), 'a GIF': text('GIF89a\x01\x00\x01\x00\x80\x00\x00\xff\xff\xff\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;'),
    'a BMP': text(`BM${'\0'.repeat(60)}`), 'a TIFF': text(`II*\0${'\0'.repeat(60)}`), 'a big-endian TIFF': text(`MM\0*${'\0'.repeat(60)}`), 'a HEIC': text(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${marker}`),
    'an AVIF': text('\0\0\0\x1cftypavif\0\0\0\0avifmif1'), 'a ZIP': text(`PK\x03\x04${marker}`), 'an ELF program': text('\x7fELF\x02\x01\x01'), 'a Windows program': text(`MZ${'\0'.repeat(60)}`),
    'a shell script': text('#!/bin/sh\nrm -rf /'), 'a PHP page': text(`<?php echo '${marker}'; ?>`), 'a JPEG 2000': text('\0\0\0\x0cjP  \r\n\x87\n'), 'an ICO': text(`\0\0\x01\0${'\0'.repeat(20)}`),
    'a Photoshop file': text(`8BPS\0\x01${'\0'.repeat(20)}`), 'an EPS': text(`%!PS-Adobe-3.0 EPSF-3.0\n${marker}`), 'an MVG': text('push graphic-context\nfill \'url(https://example.com/x)\''),
    'a WAV in RIFF': text(`RIFF\x24\0\0\0WAVEfmt ${'\0'.repeat(30)}`), 'a PNM': text('P6 1 1 255\n...'), 'an EXR': Buffer.from([0x76, 0x2f, 0x31, 0x01, 2, 0, 0, 0]), JSON: text(`{"image":"${marker}"}`),
  }
  return Object.entries(files).map(([name, file]) => ({ name, file, fate: 'refused' }))
}

function headersOnly(): readonly HostileFile[] {
  const files: Readonly<Record<string, Buffer>> = {
    'only the head of a JPEG': Buffer.from([0xff, 0xd8, 0xff]), 'a JPEG head and words': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), text(marker)]),
    'a JPEG head and HTML': Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe1]), text(script)]), 'only the head of a PNG': pngHead, 'a PNG head and HTML': Buffer.concat([pngHead, text(script)]),
    'a PNG without pixels': Buffer.concat([pngHead, header(10, 10), chunk('IEND', Buffer.alloc(0))]), 'a PNG of no width': png(0, 10, deflateSync(Buffer.alloc(20))),
    'a PNG with a wrong checksum': Buffer.concat([pngHead, header(4, 4).subarray(0, -1), Buffer.from([0]), chunk('IEND', Buffer.alloc(0))]),
    'a PNG of a strange depth': Buffer.concat([pngHead, header(4, 4, 77, 9), chunk('IDAT', deflateSync(Buffer.alloc(20))), chunk('IEND', Buffer.alloc(0))]),
    'a PNG whose pixels do not unpack': png(8, 8, text('not deflated at all')), 'a PNG with a chunk of four gigabytes': Buffer.concat([pngHead, header(8, 8), Buffer.from([0xff, 0xff, 0xff, 0xff]), text('IDAT')]),
    'only the head of a WebP': text('RIFF\x04\0\0\0WEBP'), 'a WebP with a wrong length': text('RIFF\xff\xff\xff\xffWEBPVP8 \xff\xff\xff\xff'), 'a WebP of words': text(`RIFF\x40\0\0\0WEBPVP8L\x10\0\0\0${marker}`),
    'a bomb: a million pixels each way in the head': png(1_000_000, 1_000_000, deflateSync(Buffer.alloc(100))), 'a bomb: the largest head there is': png(0x7fffffff, 0x7fffffff, deflateSync(Buffer.alloc(10))),
    'a bomb: a strip': png(2_000_000, 100, deflateSync(Buffer.alloc(100))), 'a bomb: 15000 x 15000 real pixels': png(15_000, 15_000, deflateSync(Buffer.alloc(15_001 * 15_000))),
    'a PNG just above 40 million pixels': png(8_000, 5_001, deflateSync(Buffer.alloc(8_001 * 5_001))),
  }
  return Object.entries(files).map(([name, file]) => ({ name, file, fate: 'refused' }))
}

/** At least sixty files made on the spot. */
export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const [jpeg, pngPhoto, webp] = await Promise.all([photo().jpeg().toBuffer(), photo(200, 150).png().toBuffer(), photo().webp().toBuffer()])
  const cut = [jpeg, pngPhoto, webp].flatMap((file, kind) => [0.02, 0.3, 0.6, 0.9].map((share): HostileFile =>
    ({ name: `${['JPEG', 'PNG', 'WebP'][kind] ?? ''} cut after ${share * 100} %`, file: file.subarray(0, Math.floor(file.length * share)), fate: 'refused' })))
  const exif = { IFD0: { Copyright: marker, ImageDescription: marker }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '38/1 43/1 20/1', GPSLongitudeRef: 'W', GPSLongitude: '9/1 8/1 21/1' } }
  const tails: Readonly<Record<string, Buffer>> = { HTML: text(script), 'a ZIP': text(`PK\x03\x04${marker}`), PHP: text(`<?php '${marker}' ?>`), 'a PDF': text(`%PDF-1.7 ${marker}`) }
  const polyglots = Object.entries(tails).flatMap(([tail, bytes]): HostileFile[] => [jpeg, pngPhoto, webp].map((file, kind) =>
    ({ name: `${['JPEG', 'PNG', 'WebP'][kind] ?? ''} with ${tail} behind it`, file: Buffer.concat([file, bytes]), fate: 'cleaned' })))
  const withText = Buffer.concat([pngPhoto.subarray(0, 33), chunk('tEXt', text(`Comment\0${marker}`)), pngPhoto.subarray(33)])
  const comment = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, marker.length + 2]), text(marker), jpeg.subarray(2)])
  const cleaned: readonly HostileFile[] = [
    { name: 'JPEG with the place where it was taken', file: await photo().withExif(exif).jpeg().toBuffer(), fate: 'cleaned' },
    { name: 'WebP with the place where it was taken', file: await photo().withExif(exif).webp().toBuffer(), fate: 'cleaned' },
    { name: 'PNG with the place where it was taken', file: await photo(200, 150).withExif(exif).png().toBuffer(), fate: 'cleaned' },
    { name: 'JPEG with XMP', file: await photo().withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${marker}</x:xmpmeta>`).jpeg().toBuffer(), fate: 'cleaned' },
    { name: 'PNG with a comment', file: withText, fate: 'cleaned' }, { name: 'JPEG with a comment', file: comment, fate: 'cleaned' },
  ]
  return [...wrongTypes(), ...headersOnly(), ...cut, ...polyglots, ...cleaned]
}
