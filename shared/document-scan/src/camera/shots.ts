import { greyOf, type Area, type Grey } from '../picture/grey.ts'
import { hintOf, type Hint } from '../picture/hint.ts'
import { judgedWidth } from '../picture/quality.ts'
import type { DocumentShape } from './camera-props.ts'
import { frameShares, shownOf, takenOf } from './frame.ts'

const jpegQuality = 0.92

function drawn(video: HTMLVideoElement, { left, top, width, height }: Area, [toWidth, toHeight]: readonly [number, number]): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } | null {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(toWidth))
  canvas.height = Math.max(1, Math.round(toHeight))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return context && { canvas, context }
}

/** What the camera sees just now, judged; null while it sees nothing yet. */
export function judged(video: HTMLVideoElement, shape: DocumentShape, before: Grey | null): { readonly hint: Hint; readonly grey: Grey } | null {
  if (video.videoWidth === 0) return null
  const shown = shownOf(video.videoWidth, video.videoHeight, shape)
  const picture = drawn(video, shown, [judgedWidth, judgedWidth * shown.height / shown.width])
  if (!picture) return null
  const { width, height } = picture.canvas
  const grey = greyOf(picture.context.getImageData(0, 0, width, height))
  const shares = frameShares(shape)
  const frame = { left: shares.left * width, top: shares.top * height, width: shares.width * width, height: shares.height * height }
  return { hint: hintOf(grey, frame, before), grey }
}

/** What the frame holds, with every pixel that the camera gives, as a JPEG file; null where the browser makes none. */
export async function taken(video: HTMLVideoElement, shape: DocumentShape, name: string): Promise<File | null> {
  if (video.videoWidth === 0) return null
  const area = takenOf(video.videoWidth, video.videoHeight, shape)
  const picture = drawn(video, area, [area.width, area.height])
  const blob = await new Promise<Blob | null>((done) => {
    if (picture) picture.canvas.toBlob(done, 'image/jpeg', jpegQuality)
    else done(null)
  })
  return blob && new File([blob], `${name}.jpg`, { type: 'image/jpeg' })
}
