import { createEffect } from 'effector'
import { scalingWait } from '../domain/image-rules.ts'
import { encodeImage } from './encode-image.ts'
import { encodeInWorker } from './encoding-worker.ts'
import { base64Of } from './base64.ts'

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
