import { at, eachIn, type Area, type Grey } from './grey.ts'

/** What is wrong with a picture as a picture, whatever it shows. */
export type PictureFault = 'tooDark' | 'glare' | 'blurred'

/** How a part of a picture is. */
export interface PictureQuality {
  /** Mean brightness, 0 to 255. */
  readonly brightness: number
  /** Share of pixels without any drawing left in them, 0 to 1. */
  readonly glare: number
  /** Variance of the Laplacian by the variance of the brightness: how much of what is there is fine detail. No unit, does not depend on contrast. */
  readonly sharpness: number
}

/** From this brightness on a sensor has nothing more to tell. */
const saturated = 250

/** Pictures are judged at this width, so that the limits do not depend on the camera; more tells nothing new. */
export const judgedWidth = 400

/**
 * Below these, or above it for glare, a picture is told to be bad. Sharpness as measured on the specimens of `e2e/pictures`: 2.5 to 4.3,
 * and 0.2 to 0.6 when they are so blurred that their writing is at the edge of being read (decision 0154).
 */
const limits = { brightness: 55, glare: 0.06, sharpness: 0.1 } as const

export function qualityOf(grey: Grey, area: Area): PictureQuality {
  let [count, sum, squares, bright, lapSum, lapSquares] = [0, 0, 0, 0, 0, 0]
  eachIn(grey, area, (value, x, y) => {
    const laplacian = at(grey, x - 1, y) + at(grey, x + 1, y) + at(grey, x, y - 1) + at(grey, x, y + 1) - 4 * value
    count += 1
    sum += value
    squares += value * value
    lapSum += laplacian
    lapSquares += laplacian * laplacian
    if (value >= saturated) bright += 1
  })
  if (count === 0) return { brightness: 0, glare: 0, sharpness: 0 }
  const variance = squares / count - (sum / count) ** 2
  const detail = lapSquares / count - (lapSum / count) ** 2
  return { brightness: sum / count, glare: bright / count, sharpness: variance < 1 ? 0 : detail / variance }
}

/** The first of what is wrong: in the dark nothing else can be told. */
export function faultOf({ brightness, glare, sharpness }: PictureQuality): PictureFault | null {
  if (brightness < limits.brightness) return 'tooDark'
  if (glare > limits.glare) return 'glare'
  return sharpness < limits.sharpness ? 'blurred' : null
}

/** Mean difference of two pictures of one size, 0 to 255; 255 where the sizes differ. */
export function differenceOf(one: Grey, other: Grey): number {
  if (one.values.length !== other.values.length || one.values.length === 0) return 255
  let sum = 0
  for (let each = 0; each < one.values.length; each += 1) sum += Math.abs((one.values[each] ?? 0) - (other.values[each] ?? 0))
  return sum / one.values.length
}
