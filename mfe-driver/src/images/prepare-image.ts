import { scalingWait } from '@checkin/driver-rules/images'
import { createEffect } from 'effector'
import { encodeImage } from './encode-image.ts'

/** The bytes of a file as base64, without a `data:` prefix. */
async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer())
  // In pieces: one call takes only so many arguments.
  const piece = 0x8000
  let text = ''
  for (let at = 0; at < bytes.length; at += piece) text += String.fromCharCode(...bytes.subarray(at, at + piece))
  return btoa(text)
}

/** Bytes that a base64 text stands for. */
export const bytesOf = (base64: string): number => Math.floor((base64.replace(/=+$/, '').length * 3) / 4)

/** A worker per picture: its memory goes with it, and a picture that kills it hurts nobody else. */
function encodeInWorker(file: Blob): Promise<Blob> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./image.worker.ts', import.meta.url))
    const end = (finish: () => void): void => {
      worker.terminate()
      finish()
    }
    worker.addEventListener('message', ({ data: image }: MessageEvent<Blob | null>) => {
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
async function encoded(file: Blob): Promise<Blob> {
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
export const prepareImageFx = createEffect(async (file: File): Promise<string> => {
  await wait(scalingWait)
  return base64Of(await encoded(file))
})
