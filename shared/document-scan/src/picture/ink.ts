import type { Grey } from './grey.ts'

/** Half the side of the square that a pixel is compared with, as a share of the picture's width: some lines of writing. */
const reach = 1 / 40
/** As dark as this by the mean around it is ink, as bright as that is paper; between them it is an edge. */
const [ink, paper] = [0.6, 0.88] as const

/** Sums over all pixels above and left of each, so that the sum over any square takes four look-ups (Viola and Jones). */
function sumsOf({ width, height, values }: Grey): Float64Array {
  const sums = new Float64Array((width + 1) * (height + 1))
  for (let y = 0; y < height; y += 1) {
    let row = 0
    for (let x = 0; x < width; x += 1) {
      row += values[y * width + x] ?? 0
      sums[(y + 1) * (width + 1) + x + 1] = (sums[y * (width + 1) + x + 1] ?? 0) + row
    }
  }
  return sums
}

/**
 * What is written, dark on white, whatever the light and the pattern of the paper: every pixel by the mean around it (Bradley and
 * Roth). A portrait becomes nearly white, and with it goes what a recogniser would take for a picture together with the writing beside it.
 */
export function inkOf(grey: Grey): Grey {
  const { width, height, values } = grey
  const sums = sumsOf(grey)
  const half = Math.max(4, Math.round(width * reach))
  const result = new Uint8Array(values.length)
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - half), Math.min(height, y + half + 1)]
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - half), Math.min(width, x + half + 1)]
      const sum = (sums[bottom * (width + 1) + right] ?? 0) - (sums[top * (width + 1) + right] ?? 0) - (sums[bottom * (width + 1) + left] ?? 0) + (sums[top * (width + 1) + left] ?? 0)
      const share = ((values[y * width + x] ?? 0) * (bottom - top) * (right - left)) / Math.max(1, sum)
      result[y * width + x] = Math.round(255 * Math.min(1, Math.max(0, (share - ink) / (paper - ink))))
    }
  }
  return { width, height, values: result }
}

/** As a recogniser takes it: the same brightness in every colour. */
export function imageOf({ width, height, values }: Grey): ImageData {
  const image = new ImageData(width, height)
  values.forEach((value, index) => { image.data.set([value, value, value, 255], index * 4) })
  return image
}
