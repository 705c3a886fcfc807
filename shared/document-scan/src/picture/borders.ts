import { at, type Area, type Grey } from './grey.ts'

/** The four borders of a document, by where they were found: distance in pixels from the picture's own border; null where there is none. */
export interface Borders {
  readonly left: number | null
  readonly right: number | null
  readonly top: number | null
  readonly bottom: number | null
}

/** Pieces that each border is looked at in, and how many of them have to agree. */
const pieces = 8
const agreeing = 6
/** Least step of brightness between document and what it lies on, 0 to 255, as the mean over a piece. */
const leastStep = 12
/** How far a piece's place may lie from the line through the others, as a share of the border's length. */
const tolerance = 0.03
/** A document held further askew than this, in pixels sideways per pixel along, is not what the frame asks for: 8 degrees. */
const steepest = 0.14

/** One border seen as if it were the left one: `depth` goes inwards, `along` the border. */
interface Strip {
  readonly depth: number
  readonly length: number
  readonly value: (depth: number, along: number) => number
}

/** The outermost strong step of brightness in a piece: a mean over its rows, so that writing and noise do not count. */
function stepIn({ depth, value }: Strip, from: number, to: number): number | null {
  const profile = Array.from({ length: depth }, (_, at_) => {
    let sum = 0
    for (let along = from; along < to; along += 1) sum += value(at_, along)
    return sum / Math.max(1, to - from)
  })
  const steps = profile.map((each, at_) => Math.abs((profile[at_ + 2] ?? each) - (profile[at_ - 2] ?? each)))
  const first = steps.findIndex((step) => step >= leastStep)
  if (first < 0) return null
  // To the top of the slope that begins there.
  let peak = first
  while ((steps[peak + 1] ?? 0) > (steps[peak] ?? 0)) peak += 1
  return peak
}

const median = (values: readonly number[]): number => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0

/** Where the line through most of the pieces lies in the middle of the border (Theil-Sen: the median of all slopes). */
function lineIn(strip: Strip): number | null {
  const piece = strip.length / pieces
  const points = Array.from({ length: pieces }, (_, index) => ({ along: (index + 0.5) * piece, place: stepIn(strip, Math.round(index * piece), Math.round((index + 1) * piece)) }))
    .flatMap(({ along, place }) => (place === null ? [] : [{ along, place }]))
  if (points.length < agreeing) return null
  const slope = median(points.flatMap((one, index) => points.slice(index + 1).map((other) => (other.place - one.place) / (other.along - one.along))))
  if (Math.abs(slope) > steepest) return null
  const middles = points.map(({ along, place }) => place - slope * (along - strip.length / 2))
  const middle = median(middles)
  return middles.filter((each) => Math.abs(each - middle) <= tolerance * strip.length).length >= agreeing ? middle : null
}

/**
 * Finds a document's borders in a picture of a frame and its surroundings: along each side the outermost step of brightness, piece by
 * piece, and the line through them. `frame` is where the document should be; corners are left out, because they are round, and of the
 * depth one third, behind which a document would be too far away.
 */
export function bordersOf(grey: Grey, frame: Area): Borders {
  const across = { from: Math.round(frame.left + frame.width * 0.15), length: Math.round(frame.width * 0.7), depth: Math.round(grey.width * 0.36) }
  const down = { from: Math.round(frame.top + frame.height * 0.15), length: Math.round(frame.height * 0.7), depth: Math.round(grey.height * 0.36) }
  return {
    left: lineIn({ depth: across.depth, length: down.length, value: (depth, along) => at(grey, depth, down.from + along) }),
    right: lineIn({ depth: across.depth, length: down.length, value: (depth, along) => at(grey, grey.width - 1 - depth, down.from + along) }),
    top: lineIn({ depth: down.depth, length: across.length, value: (depth, along) => at(grey, across.from + along, depth) }),
    bottom: lineIn({ depth: down.depth, length: across.length, value: (depth, along) => at(grey, across.from + along, grey.height - 1 - depth) }),
  }
}

/** How the document lies in the frame, by its borders. */
export type Placement = 'none' | 'far' | 'fits'

/** How far a border may lie inside of the frame's before the document counts as too far away, as a share of the frame's size. */
const farFrom = 0.09
/** A border without contrast to what is behind it may be missing. */
const leastBorders = 3

export function placementOf(borders: Borders, grey: Grey, frame: Area): Placement {
  const insides = [
    borders.left === null ? null : (borders.left - frame.left) / frame.width,
    borders.right === null ? null : (borders.right - (grey.width - frame.left - frame.width)) / frame.width,
    borders.top === null ? null : (borders.top - frame.top) / frame.height,
    borders.bottom === null ? null : (borders.bottom - (grey.height - frame.top - frame.height)) / frame.height,
  ].filter((each) => each !== null)
  if (insides.length < leastBorders) return 'none'
  return insides.some((each) => each > farFrom) ? 'far' : 'fits'
}
