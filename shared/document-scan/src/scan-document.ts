import { core, model, type EngineFile } from './engine-files.ts'
import { readMrz, type DocumentReading } from './read-mrz.ts'
import type { RecognitionResult, RecognitionTask } from './recognise.worker.ts'

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
function textOf(task: RecognitionTask): Promise<string> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL('./recognise.worker.ts', import.meta.url))
    const end = (finish: () => void): void => {
      clearTimeout(patience)
      worker.terminate()
      finish()
    }
    const gaveUp = (why: string) => () => { end(() => { fail(new TypeError(why)) }) }
    const patience = setTimeout(gaveUp('the picture took too long'), patienceMs)
    worker.addEventListener('message', ({ data: { text } }: MessageEvent<RecognitionResult>) => {
      if (text === null) gaveUp('the picture could not be recognised')()
      else end(() => { done(text) })
    })
    worker.addEventListener('error', (event) => {
      event.preventDefault()
      gaveUp('the worker stopped')()
    })
    worker.postMessage(task, [task.core, task.model])
  })
}

/**
 * Reads the machine-readable zone in a picture of a document. Everything happens in this page: the picture is sent nowhere and kept
 * nowhere. Null when the picture shows no zone whose check digits hold; rejects when the engine does not come or does not run.
 */
export async function scanDocument(picture: Blob): Promise<DocumentReading | null> {
  const [coreFile, modelFile] = await Promise.all([bytesOf(core).then((answer) => answer.arrayBuffer()), bytesOf(model).then(unpacked)])
  return readMrz(await textOf({ picture, core: coreFile, model: modelFile }))
}
