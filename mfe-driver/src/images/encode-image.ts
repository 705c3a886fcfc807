import { maxWidth, scaledSize } from '@checkin/driver-rules/images'

const quality = 0.82

/** A canvas off the page where there is one: in a worker always, in an old browser's page not. */
function canvasOf(width: number, height: number): OffscreenCanvas | HTMLCanvasElement {
  if (typeof OffscreenCanvas !== 'undefined') return new OffscreenCanvas(width, height)
  return Object.assign(document.createElement('canvas'), { width, height })
}

const written = (canvas: OffscreenCanvas | HTMLCanvasElement, type: string): Promise<Blob> =>
  'convertToBlob' in canvas
    ? canvas.convertToBlob({ type, quality })
    : new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new TypeError('the canvas gave no image'))), type, quality))

/** Width in pixels of what is shown: sharp in the page's largest place for it, on a phone's display too. */
const previewWidth = 480

/** A picture in its two sizes. */
export interface EncodedImage {
  /** What is sent: base64 without a prefix. */
  readonly image: string
  /** What is shown, as an address: the page never decodes the large one (DEC-305). */
  readonly preview: string
}

/** The bytes of a file as base64, without a `data:` prefix. */
async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // In pieces: one call takes only so many arguments.
  const piece = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}

async function scaled(picture: ImageBitmap, most: number): Promise<Blob> {
  const { width, height } = scaledSize(picture.width, picture.height, most)
  const canvas = canvasOf(width, height)
  const context = canvas.getContext('2d')
  if (!context) throw new TypeError('no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.drawImage(picture, 0, 0, width, height)
  const webp = await written(canvas, 'image/webp')
  return webp.type === 'image/webp' ? webp : written(canvas, 'image/jpeg')
}

/**
 * The picture upright, at most 1920 px wide, as WebP; drawing it anew leaves position and camera data behind. A browser that cannot
 * write WebP says PNG without an error (DEC-43): of a photo that is far too many bytes, so it is asked for JPEG instead.
 */
export async function encodeImage(file: Blob): Promise<EncodedImage> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const [image, preview] = [await scaled(picture, maxWidth), await scaled(picture, previewWidth)]
    return { image: await base64Of(image), preview: `data:${preview.type};base64,${await base64Of(preview)}` }
  } finally {
    picture.close()
  }
}
