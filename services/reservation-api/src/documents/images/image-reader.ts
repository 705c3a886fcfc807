import type { LogoProblem } from '@checkin/internal'
import { fork, type ChildProcess } from 'node:child_process'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { DecodeAnswer, DecodeJob, PictureUse } from './image-process.ts'

export type ReadPicture =
  /** WebP, at most 1920 px wide; of a logo PNG, at most 384 x 128 px and 150 kB. */
  | { readonly kind: 'read'; readonly bytes: Buffer }
  /** None that is taken (DRIVER-60, DRIVER-62), or one at which a decoder died. */
  | { readonly kind: 'refused'; readonly problem: LogoProblem }
  /** There was not time enough to tell. */
  | { readonly kind: 'slow' }

const refused = (problem: LogoProblem): ReadPicture => ({ kind: 'refused', problem })
const slow: ReadPicture = { kind: 'slow' }

/** Turns a file of a renter, or a company's logo, into a picture of our own making. */
export interface ImageReader {
  /** Never throws for what a file holds. */
  readonly read: (file: Uint8Array, use?: PictureUse) => Promise<ReadPicture>
  readonly stop: () => void
}

export interface ImageReaderOptions {
  /** Processes that decode, each one file at a time. */
  readonly processes?: number
  /** A decoder that takes longer is ended; its file may be sent again. */
  readonly timeoutMs?: number
  /** Decoders without work end after this long. */
  readonly idleMs?: number
  /** Script of the decoding process; tests put a dying one here. */
  readonly script?: URL
}

interface Job extends DecodeJob {
  readonly done: (picture: ReadPicture) => void
}

interface Decoder {
  readonly child: ChildProcess
  job: Job | null
  deadline: NodeJS.Timeout | null
}

const startsAs = (file: Uint8Array, bytes: readonly number[], at = 0): boolean => bytes.every((byte, index) => file[at + index] === byte)
const riff = [0x52, 0x49, 0x46, 0x46]
const webp = [0x57, 0x45, 0x42, 0x50]

/** Text that begins with an element, and has that of an SVG near its beginning. */
function looksLikeSvg(file: Uint8Array): boolean {
  const text = Buffer.from(file.subarray(0, 4096)).toString('utf8').trimStart()
  return text.startsWith('<') && /<svg[\s>/]/.test(text)
}

/** JPEG, PNG or WebP by its first bytes, and of a logo SVG; names and types from a browser are not trusted. */
export const looksLikeImage = (file: Uint8Array, use: PictureUse = 'document'): boolean =>
  (use === 'logo' && looksLikeSvg(file)) || startsAs(file, [0xff, 0xd8, 0xff]) || startsAs(file, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) || (startsAs(file, riff) && startsAs(file, webp, 8))

/** In an artefact both are JavaScript, side by side. */
const imageProcess = new URL(`./image-process${extname(import.meta.filename)}`, import.meta.url)

/** Decodes files in processes of their own: a decoder that dies, hangs or fills its memory takes one file with it and nothing else. */
export function createImageReader(options: ImageReaderOptions = {}): ImageReader {
  const { processes = 2, timeoutMs = 12_000, idleMs = 30_000, script = imageProcess } = options
  const decoders = new Set<Decoder>()
  const waiting: Job[] = []
  let jobs = 0
  let idle: NodeJS.Timeout | null = null

  const end = (decoder: Decoder, result = refused('Damaged')): void => {
    decoders.delete(decoder)
    decoder.child.kill('SIGKILL')
    settle(decoder, result)
  }
  const settle = (decoder: Decoder, result: ReadPicture): void => {
    const { job } = decoder
    if (decoder.deadline) clearTimeout(decoder.deadline)
    decoder.job = null
    decoder.deadline = null
    job?.done(result)
    next()
  }
  const start = (): Decoder => {
    const child = fork(fileURLToPath(script), [], { serialization: 'advanced', stdio: 'ignore', execArgv: ['--disable-warning=ExperimentalWarning'], env: {} })
    const decoder: Decoder = { child, job: null, deadline: null }
    child.on('message', (message) => {
      const answer = message as DecodeAnswer
      if (answer.id === decoder.job?.id) settle(decoder, answer.kind === 'encoded' ? { kind: 'read', bytes: Buffer.from(answer.bytes) } : answer.kind === 'slow' ? slow : refused(answer.problem))
    })
    child.on('error', () => { end(decoder) })
    child.on('exit', () => { end(decoder) })
    // A decoder alone does not keep the service running.
    child.unref()
    child.channel?.unref()
    decoders.add(decoder)
    return decoder
  }
  const next = (): void => {
    if (idle) clearTimeout(idle)
    idle = setTimeout(() => { for (const decoder of decoders) if (!decoder.job) end(decoder) }, idleMs).unref()
    const free = [...decoders].find((decoder) => !decoder.job) ?? (decoders.size < processes && waiting.length > 0 ? start() : null)
    const job = free && waiting.shift()
    if (!free || !job) return
    free.job = job
    free.deadline = setTimeout(() => { end(free, slow) }, timeoutMs)
    free.child.send({ id: job.id, file: job.file, use: job.use } satisfies DecodeJob, (error) => { if (error && free.job === job) end(free) })
  }

  return {
    read: (file, use = 'document') => new Promise((done) => {
      if (!looksLikeImage(file, use)) {
        done(refused('WrongType'))
        return
      }
      jobs += 1
      waiting.push({ id: jobs, file, use, done })
      next()
    }),
    stop: () => {
      if (idle) clearTimeout(idle)
      for (const decoder of [...decoders]) end(decoder, slow)
      for (const { done } of waiting.splice(0)) done(slow)
    },
  }
}

const base64 = /^[A-Za-z0-9+/]+={0,2}$/

/** A picture of our own making from what was sent as base64. */
export async function pictureFrom(text: string, reader: ImageReader, use: PictureUse = 'document'): Promise<ReadPicture> {
  return base64.test(text) ? reader.read(Buffer.from(text, 'base64'), use) : refused('WrongType')
}
