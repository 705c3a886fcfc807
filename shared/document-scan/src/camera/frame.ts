import type { Area } from '../picture/grey.ts'
import type { DocumentShape } from './camera-props.ts'

/** Width by height of what is photographed: ISO/IEC 7810 ID-1, and the page of a passport (ID-3). */
export const ratios: Readonly<Record<DocumentShape, number>> = { card: 85.6 / 54, page: 125 / 88 }

/** What shows around the frame on each side, as a share of the width that shows. */
const around = 0.06

/** Width by height of what shows of the camera: the frame and the same room on every side of it. */
export const stageRatio = (shape: DocumentShape): number => 1 / ((1 - 2 * around) / ratios[shape] + 2 * around)

/** The frame in what shows, as shares of its width and height. */
export function frameShares(shape: DocumentShape): Area {
  const height = (1 - 2 * around) / ratios[shape] * stageRatio(shape)
  return { left: around, top: (1 - height) / 2, width: 1 - 2 * around, height }
}

/** The part of a picture of the camera that shows: the largest one of the stage's proportions, from its middle. In the picture's pixels. */
export function shownOf(width: number, height: number, shape: DocumentShape): Area {
  const ratio = stageRatio(shape)
  const [wide, high] = width / height > ratio ? [height * ratio, height] : [width, width / ratio]
  return { left: (width - wide) / 2, top: (height - high) / 2, width: wide, height: high }
}

/** The frame with half of the room around it, so that a document held a little askew is whole on the picture. */
export function takenOf(width: number, height: number, shape: DocumentShape): Area {
  const shown = shownOf(width, height, shape)
  const cut = shown.width * around / 2
  return { left: shown.left + cut, top: shown.top + cut, width: shown.width - 2 * cut, height: shown.height - 2 * cut }
}
