import { todayHere } from './dates.ts'
import { core, model, type EngineFile } from './engine-files.ts'
import type { DocumentReading } from './read-mrz.ts'
import type { IdentityReading, LicenceReading, Readings, ScanKind, ScanOptions, ScanResult, UnreadableReason } from './reading.ts'
import type { Recognised, RecognitionResult, RecognitionTask } from './recognise.worker.ts'

/** A picture that has not been read after this many milliseconds is given up. */
const patienceMs = 45_000

/** From our own origin, and refused by the browser when it is not the very file that this version was built with. */
async function bytesOf({ address, integrity }: EngineFile): Promise<Response> {
  const answer = await fetch(address, { integrity, credentials: 'omit' })
  if (!answer.ok) throw new TypeError('a file of the engine did not come')
  return answer
}

const unpacked = ({ body }: Response): Promise<ArrayBuffer> => {
  if (!body) throw new TypeError('a file of the engine is empty')
  return new Response(body.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
}

/** A worker per picture: what it holds of the document goes with it. */
function inWorker(task: RecognitionTask): Promise<Recognised> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./recognise.worker.ts', import.meta.url))
    const end = (finish: () => void): void => {
      clearTimeout(patience)
      worker.terminate()
      finish()
    }
    const gaveUp = (why: string) => () => { end(() => { fail(new TypeError(why)) }) }
    const patience = setTimeout(gaveUp('the picture took too long'), patienceMs)
    worker.addEventListener('message', ({ data }: MessageEvent<RecognitionResult>) => {
      if (data === null) gaveUp('the picture could not be recognised')()
      else end(() => { done(data) })
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      gaveUp('the worker stopped')()
    })
    worker.postMessage(task, [task.core, task.model])
  })
}

/** What is read of a picture. Rejects when the engine does not come or does not run. */
async function recognise(picture: Blob, kind: RecognitionTask['kind'], context: RecognitionTask['context']): Promise<Recognised> {
  const [coreFile, modelFile] = await Promise.all([bytesOf(core).then((answer) => answer.arrayBuffer()), bytesOf(model).then(unpacked)])
  return inWorker({ picture, kind, context, core: coreFile, model: modelFile })
}

/** Fewer pixels along the longer side than this leave too few for each character of a zone. */
const leastPixels = 600

/** Of a picture in which nothing was found: what is wrong with it, or that it is of something else. */
function reasonOf({ fault, longerSide }: Recognised, kind: ScanKind): UnreadableReason {
  if (longerSide < leastPixels) return 'tooSmall'
  return fault ?? (kind === 'identity' ? 'noZone' : 'noFields')
}

async function scan(picture: Blob, { kind, surname, today = todayHere() }: ScanOptions<ScanKind>): Promise<ScanResult<IdentityReading | LicenceReading>> {
  try {
    const recognised = await recognise(picture, kind, { surname, today })
    return recognised.reading === null ? { kind: 'unreadable', reason: reasonOf(recognised, kind) } : { kind: 'read', reading: recognised.reading as IdentityReading | LicenceReading }
  } catch {
    return { kind: 'failed' }
  }
}

/**
 * Reads a picture of a document: the machine-readable zone of an identity document, the numbered fields of a licence. Everything
 * happens in this page: the picture is sent nowhere and kept nowhere (decision 0154). Never rejects.
 */
export function scanDocument<Kind extends ScanKind>(picture: Blob, options: ScanOptions<Kind>): Promise<ScanResult<Readings[Kind]>>
/**
 * As modules of UI contract 1.1 call it: the proven fields of a zone alone. Null when the picture shows no zone whose check digits
 * hold; rejects when the engine does not come or does not run.
 */
export function scanDocument(picture: Blob): Promise<DocumentReading | null>
export async function scanDocument(picture: Blob, options?: ScanOptions<ScanKind>): Promise<ScanResult<IdentityReading | LicenceReading> | DocumentReading | null> {
  return options ? scan(picture, options) : (await recognise(picture, 'zone', { today: todayHere() })).reading as DocumentReading | null
}
