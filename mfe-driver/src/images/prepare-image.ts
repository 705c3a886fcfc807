import { scalingWait } from '@checkin/driver-rules/images'
import { sessionCleared } from '@checkin/flow'
import { createEffect, createStore } from 'effector'
import { encodeImage, type EncodedImage } from './encode-image.ts'

/** Bytes that a base64 text stands for. */
export const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/** A worker per picture: its memory goes with it, and a picture that kills it hurts nobody else. */
function encodeInWorker(file: Blob): Promise<EncodedImage> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./image.worker.ts', import.meta.url))
    const end = (finish: () => void): void => {
      worker.terminate()
      finish()
    }
    worker.addEventListener('message', ({ data: image }: MessageEvent<EncodedImage | null>) => {
      end(() => (image ? done(image) : fail(new TypeError('no image'))))
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end(() => fail(new TypeError('the image worker stopped')))
    })
    worker.postMessage(file)
  })
}

const wait = (milliseconds: number): Promise<void> => new Promise((done) => setTimeout(done, milliseconds))

/** The worker's result, or this thread's where no worker can be had. */
async function encoded(file: Blob): Promise<EncodedImage> {
  try {
    return await encodeInWorker(file)
  } catch {
    return encodeImage(file)
  }
}

/**
 * Brings a chosen photo into the form that is sent: upright, at most 1920 px wide, WebP, base64 without a prefix (DRIVER-62,
 * DRIVER-63). A browser that cannot write WebP gives JPEG or PNG and the server makes WebP of it (DEC-43). Rejects when the file is no image.
 */
export const prepareImageFx = createEffect(async (file: File): Promise<EncodedImage> => {
  await wait(scalingWait)
  return encoded(file)
})

/** Both drivers' documents and two licences have ten sides; what was replaced before that goes. */
const mostPreviews = 10

/** What is shown of the pictures that this page prepared, by what is sent of them. In memory only, as the pictures themselves. */
export const $previews = createStore<ReadonlyMap<string, string>>(new Map(), { serialize: 'ignore' })
  .on(prepareImageFx.doneData, (previews, { image, preview }) => new Map([...previews, [image, preview] as const].slice(-mostPreviews)))
  .reset(sessionCleared)
