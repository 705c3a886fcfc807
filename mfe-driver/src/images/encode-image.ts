import { scaledSize } from '@checkin/driver-rules/images'

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

/**
 * The picture upright, at most 1920 px wide, as WebP; drawing it anew leaves position and camera data behind. A browser that cannot
 * write WebP says PNG without an error (DEC-43): of a photo that is far too many bytes, so it is asked for JPEG instead.
 */
export async function encodeImage(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    const { width, height } = scaledSize(picture.width, picture.height)
    const canvas = canvasOf(width, height)
    const context = canvas.getContext('2d')
    if (!context) throw new TypeError('no canvas to draw on')
    context.imageSmoothingQuality = 'high'
    context.drawImage(picture, 0, 0, width, height)
    const webp = await written(canvas, 'image/webp')
    return webp.type === 'image/webp' ? webp : await written(canvas, 'image/jpeg')
  } finally {
    picture.close()
  }
}
