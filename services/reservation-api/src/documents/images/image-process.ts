import type { LogoProblem } from '@checkin/internal'
import sharp, { type Sharp } from 'sharp'

/** What a picture is for: a renter's document, which becomes WebP, or a company's logo, which becomes PNG and may have been SVG. */
export type PictureUse = 'document' | 'logo'

/** A file to decode, as the API sends it to this process. */
export interface DecodeJob {
  readonly id: number
  readonly file: Uint8Array
  readonly use: PictureUse
}

export type DecodeAnswer =
  | { readonly id: number; readonly kind: 'encoded'; readonly bytes: Uint8Array }
  /** The file is no picture that is taken, or one beyond the bounds. */
  | { readonly id: number; readonly kind: 'refused'; readonly problem: LogoProblem }
  /** It took too long here; elsewhere, or later, it may not. */
  | { readonly id: number; readonly kind: 'slow' }

const widest = 1920
/** A picture is scaled by its width (DRIVER-62); this only bounds strips that no document has. */
const tallest = 4096
const mostPixels: Readonly<Record<PictureUse, number>> = { document: 40_000_000, logo: 16_000_000 }
/** Width and height that a logo is scaled to, the first one whose file is small enough: pages show 64 px of it, documents 16 mm. */
const logoSizes = [[384, 128], [192, 64]] as const
/** What the settings of a tenant take, before base64. Noise of the last size is smaller. */
const mostLogoBytes = 150_000
const seconds = 8

const svg = { operation: ['VipsForeignLoadSvgBuffer'] }

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file claims to be, only these three decoders exist here, and that of SVG while a logo is decoded.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

class Refusal extends Error {
  readonly problem: LogoProblem

  constructor(problem: LogoProblem) {
    super(problem)
    this.problem = problem
  }
}

const opened = (file: Uint8Array, use: PictureUse): Sharp => sharp(file, { limitInputPixels: mostPixels[use], failOn: 'error', animated: false, sequentialRead: true }).timeout({ seconds })

/** Decodes a file completely and encodes its pixels anew: nothing of the file itself, its metadata included, gets through. */
const reencode = (file: Uint8Array): Promise<Buffer> =>
  opened(file, 'document').rotate().resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true }).webp({ quality: 82 }).toBuffer()

/** The same for a logo. An SVG is rendered: what it names elsewhere is not loaded, and letters are refused, for which this machine may have no face. */
async function reencodeLogo(file: Uint8Array): Promise<Buffer> {
  sharp.unblock(svg)
  try {
    const { format, pages = 1 } = await opened(file, 'logo').metadata()
    if (pages > 1) throw new Refusal('Moving')
    const isSvg = format === 'svg'
    if (isSvg && /<(?:[\w-]+:)?text[\s>]/.test(Buffer.from(file).toString('utf8'))) throw new Refusal('Letters')
    for (const [width, height] of logoSizes) {
      const bytes = await opened(file, 'logo').rotate().resize({ width, height, fit: 'inside', withoutEnlargement: !isSvg }).png({ compressionLevel: 9 }).toBuffer()
      if (bytes.length <= mostLogoBytes) return bytes
    }
    throw new Refusal('TooManyPixels')
  } finally {
    sharp.block(svg)
  }
}

/** As libvips says that `timeout` ended its work. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout')

/** As sharp and libvips say that a picture is larger than the bounds. */
const isTooLarge = (error: unknown): boolean => error instanceof Error && /exceeds .*pixel limit/.test(error.message)

const problemOf = (error: unknown): LogoProblem => (error instanceof Refusal ? error.problem : isTooLarge(error) ? 'TooManyPixels' : 'Damaged')

process.on('message', ({ id, file, use }: DecodeJob) => {
  const answer = (message: DecodeAnswer): void => { process.send?.(message) }
  const encoded = use === 'logo' ? reencodeLogo(file) : reencode(file)
  encoded.then((bytes) => { answer({ id, kind: 'encoded', bytes }) }, (error: unknown) => { answer(isTimeout(error) ? { id, kind: 'slow' } : { id, kind: 'refused', problem: problemOf(error) }) })
})
process.on('disconnect', () => { process.exit(0) })
