/** Brightness of a picture, 0 to 255 for each pixel, row by row. */
export interface Grey {
  readonly width: number
  readonly height: number
  readonly values: Uint8Array
}

/** A part of a picture, in its pixels. */
export interface Area {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Luminance by ITU-R BT.601, in whole numbers. */
export function greyOf({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Grey {
  const values = new Uint8Array(width * height)
  for (let at = 0; at < values.length; at += 1) values[at] = ((data[at * 4] ?? 0) * 77 + (data[at * 4 + 1] ?? 0) * 150 + (data[at * 4 + 2] ?? 0) * 29) >> 8
  return { width, height, values }
}

/** Without the outer fifth on each side, where the table is. */
export const middleOf = ({ width, height }: Grey): Area => ({ left: width / 5, top: height / 5, width: width * 3 / 5, height: height * 3 / 5 })

/** The pixel, that of the border outside of the picture. */
export const at = ({ width, height, values }: Grey, x: number, y: number): number =>
  values[Math.min(height - 1, Math.max(0, y)) * width + Math.min(width - 1, Math.max(0, x))] ?? 0

/** Every pixel of an area that lies in the picture. */
export function eachIn(grey: Grey, { left, top, width, height }: Area, visit: (value: number, x: number, y: number) => void): void {
  const [right, bottom] = [Math.min(grey.width, Math.round(left + width)), Math.min(grey.height, Math.round(top + height))]
  for (let y = Math.max(0, Math.round(top)); y < bottom; y += 1) {
    for (let x = Math.max(0, Math.round(left)); x < right; x += 1) visit(grey.values[y * grey.width + x] ?? 0, x, y)
  }
}
