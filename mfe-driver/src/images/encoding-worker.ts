import type { ImageResult, ImageTask } from './image.worker.ts'

/** A worker per picture: its memory goes with it, and a picture that kills it hurts nobody else. */
export function encodeInWorker(file: Blob): Promise<Blob> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./image.worker.ts', import.meta.url))
    const end = (finish: () => void): void => {
      worker.terminate()
      finish()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<ImageResult>) => {
      end(() => (data.image ? done(data.image) : fail(new TypeError('no image'))))
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      end(() => fail(new TypeError('the image worker stopped')))
    })
    const task: ImageTask = { id: 1, file }
    worker.postMessage(task)
  })
}
