import { encodeImage, type EncodedImage } from './encode-image.ts'

/** The page sends one file and gets the encoded picture back, or null when the file is no image. */
self.addEventListener('message', ({ data }: MessageEvent<Blob>) => {
  const answer = (image: EncodedImage | null): void => { self.postMessage(image) }
  encodeImage(data).then(answer, () => { answer(null) })
})
