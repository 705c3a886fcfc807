import sharp from 'sharp'

/** A file to decode, as the API sends it to this process. */
export interface DecodeJob {
  readonly id: number
  readonly file: Uint8Array
}

export type DecodeAnswer =
  | { readonly id: number; readonly kind: 'encoded'; readonly webp: Uint8Array }
  /** The file is no picture that is taken, or one beyond the bounds. */
  | { readonly id: number; readonly kind: 'refused' }
  /** It took too long here; elsewhere, or later, it may not. */
  | { readonly id: number; readonly kind: 'slow' }

const widest = 1920
/** A picture is scaled by its width (DRIVER-62); this only bounds strips that no document has. */
const tallest = 4096
const mostPixels = 40_000_000
const seconds = 8

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file claims to be, only these three decoders exist here.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] })

/** Decodes a file completely and encodes its pixels anew: nothing of the file itself, its metadata included, gets through. */
async function reencode(file: Uint8Array): Promise<Buffer> {
  return sharp(file, { limitInputPixels: mostPixels, failOn: 'error', animated: false, sequentialRead: true })
    .timeout({ seconds })
    .rotate()
    .resize({ width: widest, height: tallest, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 82 })
    .toBuffer()
}

/** As libvips says that `timeout` ended its work. */
const isTimeout = (error: unknown): boolean => error instanceof Error && error.message.startsWith('timeout')

process.on('message', ({ id, file }: DecodeJob) => {
  const answer = (message: DecodeAnswer): void => { process.send?.(message) }
  reencode(file).then((webp) => { answer({ id, kind: 'encoded', webp }) }, (error: unknown) => { answer({ id, kind: isTimeout(error) ? 'slow' : 'refused' }) })
})
process.on('disconnect', () => { process.exit(0) })
