import { greyOf, type Area, type Grey } from '../picture/grey.ts'
import { hintOf } from '../picture/hint.ts'
import { measuredWidth } from '../picture/quality.ts'
import type { DocumentShape } from './camera-props.ts'
import { frameShares, shownOf, takenOf } from './frame.ts'
import type { Look } from './watch.ts'

const jpegQuality = 0.92

function rendered(video: HTMLVideoElement, { left, top, width, height }: Area, [toWidth, toHeight]: readonly [number, number]): { readonly canvas: HTMLCanvasElement; readonly context: CanvasRenderingContext2D } | null {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(toWidth))
  canvas.height = Math.max(1, Math.round(toHeight))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, left, top, width, height, 0, 0, canvas.width, canvas.height)
  return context && { canvas, context }
}

/** What the camera sees just now, judged; null while it sees nothing yet. */
export function lookAt(video: HTMLVideoElement, shape: DocumentShape, before: Grey | null): Look | null {
  if (video.videoWidth === 0) return null
  const shown = shownOf(video.videoWidth, video.videoHeight, shape)
  const picture = rendered(video, shown, [measuredWidth, measuredWidth * shown.height / shown.width])
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
  const picture = rendered(video, area, [area.width, area.height])
  const blob = await new Promise<Blob | null>((done) => {
    if (picture) picture.canvas.toBlob(done, 'image/jpeg', jpegQuality)
    else done(null)
  })
  return blob && new File([blob], `${name}.jpg`, { type: 'image/jpeg' })
}
