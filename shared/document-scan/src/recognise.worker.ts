import { createOCREngine } from 'tesseract-wasm'
import { greyOf, wholeOf } from './picture/grey.ts'
import { imageOf, inkOf } from './picture/ink.ts'
import { qualityOf, type PictureQuality } from './picture/quality.ts'
import type { ScanKind } from './reading.ts'

/** What the page sends: the picture, what is looked for in it, and the engine's files, checked. */
export interface RecognitionTask {
  readonly picture: Blob
  readonly kind: ScanKind
  readonly core: ArrayBuffer
  readonly model: ArrayBuffer
}
/** What was recognised, and how the picture was. */
export interface Recognised {
  readonly text: string
  readonly quality: PictureQuality
  /** Pixels along the longer side, as they came. */
  readonly longerSide: number
}
/** Null when the picture is none, or the engine does not run here. */
export type RecognitionResult = Recognised | null

/** Pixels across: more make it slower and not better. The lines of a zone are 44 characters wide; the small print of a card is enlarged. */
const recognisedWidth = 1600
/** The picture's quality is measured at this width, so that its limits do not depend on the camera. */
const measuredWidth = 800

/** What may stand in a zone, and in the numbered fields of a licence; accents are lost on purpose. */
const letters: Readonly<Record<ScanKind, string>> = {
  identity: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789< ',
  licence: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabc0123456789.,-/ ',
}

function pixelsOf(bitmap: ImageBitmap, width: number): ImageData {
  const height = Math.max(1, Math.round(bitmap.height * width / bitmap.width))
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new TypeError('no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  return context.getImageData(0, 0, width, height)
}

/** A zone stands on plain ground; a licence's fields stand beside a portrait and on patterns, of which only what is written is left. */
const shownTo: Readonly<Record<ScanKind, (bitmap: ImageBitmap) => ImageData>> = {
  identity: (bitmap) => pixelsOf(bitmap, Math.min(recognisedWidth, bitmap.width)),
  licence: (bitmap) => imageOf(inkOf(greyOf(pixelsOf(bitmap, recognisedWidth)))),
}

async function recognise({ picture, kind, core, model }: RecognitionTask): Promise<Recognised> {
  const bitmap = await createImageBitmap(picture, { imageOrientation: 'from-image' })
  try {
    const grey = greyOf(pixelsOf(bitmap, measuredWidth))
    const engine = await createOCREngine({ wasmBinary: core })
    engine.loadModel(model)
    engine.setVariable('tessedit_char_whitelist', letters[kind])
    engine.loadImage(shownTo[kind](bitmap))
    return { text: engine.getText(), quality: qualityOf(grey, wholeOf(grey)), longerSide: Math.max(bitmap.width, bitmap.height) }
  } finally {
    bitmap.close()
  }
}

self.addEventListener('message', ({ data }: MessageEvent<RecognitionTask>) => {
  const answer = (result: RecognitionResult): void => { self.postMessage(result) }
  recognise(data).then(answer, () => { answer(null) })
})
