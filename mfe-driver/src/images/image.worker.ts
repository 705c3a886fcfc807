import { encodeImage } from './encode-image.ts'

/** What the page sends, and what it gets back under the same number. */
export interface ImageTask {
  readonly id: number
  readonly file: Blob
}
export interface ImageResult {
  readonly id: number
  /** Null when the file is no image. */
  readonly image: Blob | null
}

const answer = (result: ImageResult): void => { self.postMessage(result) }

self.addEventListener('message', ({ data }: MessageEvent<ImageTask>) => {
  encodeImage(data.file).then((image) => { answer({ id: data.id, image }) }, () => { answer({ id: data.id, image: null }) })
})
