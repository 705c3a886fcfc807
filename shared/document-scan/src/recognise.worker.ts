import { createOCREngine, type OCREngine } from 'tesseract-wasm'
import { greyOf, middleOf } from './picture/grey.ts'
import { imageOf, inkOf } from './picture/ink.ts'
import { faultOf, measuredWidth, qualityOf, type PictureFault } from './picture/quality.ts'
import { readIdentity, type ReadContext } from './read-identity.ts'
import { readLicence } from './read-licence.ts'
import { readMrz, type DocumentReading } from './read-mrz.ts'
import type { IdentityReading, LicenceReading, ScanKind } from './reading.ts'

/** What the page sends: the picture, what is looked for in it, and the engine's files, checked. */
export interface RecognitionTask {
  readonly picture: Blob
  /** `zone` is what modules of UI contract 1.1 ask for. */
  readonly kind: ScanKind | 'zone'
  readonly context: ReadContext
  readonly core: ArrayBuffer
  readonly model: ArrayBuffer
}
/** What was read, and of a picture in which nothing was, what is wrong with it. */
export interface Recognised {
  readonly reading: IdentityReading | LicenceReading | DocumentReading | null
  readonly fault: PictureFault | null
  /** Pixels along the longer side, as they came. */
  readonly longerSide: number
}
/** Null when the picture is none, or the engine does not run here. */
export type RecognitionResult = Recognised | null

/** Pixels across: more make it slower and not better. The lines of a zone are 44 characters wide; the small print of a card is enlarged. */
const recognisedWidth = 1600

/** The picture so many pixels wide, turned by some degrees about its middle. */
function pixelsOf(bitmap: ImageBitmap, width: number, turn = 0): ImageData {
  const height = Math.max(1, Math.round(bitmap.height * width / bitmap.width))
  const context = new OffscreenCanvas(width, height).getContext('2d')
  if (!context) throw new TypeError('no canvas to draw on')
  context.imageSmoothingQuality = 'high'
  context.translate(width / 2, height / 2)
  context.rotate(turn * Math.PI / 180)
  context.drawImage(bitmap, -width / 2, -height / 2, width, height)
  return context.getImageData(0, 0, width, height)
}

/** The picture as it is, or only what is written on it: of a portrait and of patterns nothing is left then. */
const plain = (turn: number) => (bitmap: ImageBitmap): ImageData => pixelsOf(bitmap, Math.min(recognisedWidth, bitmap.width), turn)
const ink = (turn: number) => (bitmap: ImageBitmap): ImageData => imageOf(inkOf(greyOf(pixelsOf(bitmap, recognisedWidth, turn))))

interface Reader {
  /** What may be read; accents are lost on purpose. */
  readonly letters: string
  readonly read: (text: string, context: ReadContext) => Recognised['reading']
  /** The picture in one way after the other, until everything is read: lines that are more askew than some degrees are not seen. */
  readonly ways: readonly ((bitmap: ImageBitmap) => ImageData)[]
}

const zoneLetters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789< '
const zoneWays = [plain(0), ink(0), plain(5), plain(-5)]
const readers: Readonly<Record<RecognitionTask['kind'], Reader>> = {
  zone: { letters: zoneLetters, read: readMrz, ways: zoneWays },
  identity: { letters: zoneLetters, read: readIdentity, ways: zoneWays },
  licence: { letters: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabc0123456789.,-/< ', read: readLicence, ways: [ink(0), ink(5), ink(-5)] },
}

const foundIn = (reading: Recognised['reading']): number => (reading === null ? 0 : Object.values(reading).filter((value) => value !== null).length)
/** What a reading without a gap has; the country is a gift, and the surname may not be known. */
const isWhole = (reading: Recognised['reading']): boolean =>
  reading !== null && [reading.number, reading.expiryDate, 'birthDay' in reading ? reading.birthDay : reading.birthDate, 'issueDate' in reading ? reading.issueDate : ''].every((value) => value !== null)

/** The best of what is read in several ways. Once something is read there is one more try; a bad picture is not looked at twice. */
function readBest(engine: OCREngine, bitmap: ImageBitmap, { kind, context }: RecognitionTask, fault: PictureFault | null): Recognised['reading'] {
  const { read, ways } = readers[kind]
  let best: Recognised['reading'] = null
  for (const way of ways) {
    engine.loadImage(way(bitmap))
    const isSecond = best !== null
    const reading = read(engine.getText(), context)
    if (foundIn(reading) > foundIn(best)) best = reading
    if (isSecond || isWhole(best) || (best === null && fault !== null)) break
  }
  return best
}

async function recognise(task: RecognitionTask): Promise<Recognised> {
  const bitmap = await createImageBitmap(task.picture, { imageOrientation: 'from-image' })
  try {
    const grey = greyOf(pixelsOf(bitmap, measuredWidth))
    const fault = faultOf(qualityOf(grey, middleOf(grey)))
    const engine = await createOCREngine({ wasmBinary: task.core })
    engine.loadModel(task.model)
    engine.setVariable('tessedit_char_whitelist', readers[task.kind].letters)
    return { reading: readBest(engine, bitmap, task, fault), fault, longerSide: Math.max(bitmap.width, bitmap.height) }
  } finally {
    bitmap.close()
  }
}

self.addEventListener('message', ({ data }: MessageEvent<RecognitionTask>) => {
  const answer = (result: RecognitionResult): void => { self.postMessage(result) }
  recognise(data).then(answer, () => { answer(null) })
})
