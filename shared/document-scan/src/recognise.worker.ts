import { createOCREngine } from 'tesseract-wasm'

/** What the page sends: the picture and the engine's files, checked. */
export interface RecognitionTask {
  readonly picture: Blob
  readonly core: ArrayBuffer
  readonly model: ArrayBuffer
}
/** Null when the picture is none, or the engine does not run here. */
export interface RecognitionResult {
  readonly text: string | null
}

/** More pixels make it slower and not better: the lines of a zone are 44 characters wide. */
const widestPicture = 1600

async function pixelsOf(picture: Blob): Promise<ImageData> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    const scale = Math.min(1, widestPicture / bitmap.width)
    const [width, height] = [Math.round(bitmap.width * scale), Math.max(1, Math.round(bitmap.height * scale))]
    const context = new OffscreenCanvas(width, height).getContext('2d')
    if (!context) throw new TypeError('no canvas to draw on')
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, 0, 0, width, height)
    return context.getImageData(0, 0, width, height)
  } finally {
    bitmap.close()
  }
}

async function textOf({ picture, core, model }: RecognitionTask): Promise<string> {
  const [pixels, engine] = await Promise.all([pixelsOf(picture), createOCREngine({ wasmBinary: core })])
  engine.loadModel(model)
  engine.setVariable('tessedit_char_whitelist', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<')
  engine.loadImage(pixels)
  return engine.getText()
}

self.addEventListener('message', ({ data }: MessageEvent<RecognitionTask>) => {
  const answer = (result: RecognitionResult): void => { self.postMessage(result) }
  textOf(data).then((text) => { answer({ text }) }, () => { answer({ text: null }) })
})
