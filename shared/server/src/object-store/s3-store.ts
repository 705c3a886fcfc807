import { createHash } from 'node:crypto'
import { Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand, GetObjectCommand, HeadObjectCommand, PutObjectCommand, S3Client, S3ServiceException, type GetObjectCommandOutput,
} from '@aws-sdk/client-s3'
import { FilesUnavailable, type ObjectStore, type StoredObject } from './object-store.ts'
import { s3Settings, type S3Access } from './s3-settings.ts'

/** Metadata by which a reader knows that it has what was written: services compute ETags in ways of their own. */
const hashName = 'sha256'
const connectMs = 1000

/**
 * The bucket that a setting names, reached as the environment says; null where none is set and files lie in a folder.
 * @throws SettingsError with the names of the variables to mend.
 */
export const bucketStore = (bucket: string | undefined, env: Readonly<Record<string, string | undefined>> = process.env): ObjectStore | null =>
  (bucket === undefined ? null : s3Store(s3Settings(env), bucket))

/** A bucket of any service that speaks S3. Each call has a limit of time, and so has each silence while bytes come. */
export function s3Store(access: S3Access, bucket: string): ObjectStore {
  const client = new S3Client({
    region: access.region, forcePathStyle: access.isPathStyle, maxAttempts: 2, requestHandler: { connectionTimeout: connectMs, requestTimeout: access.answerMs, throwOnRequestTimeout: true },
    // Services other than Amazon's know no checksums in trailers; ours are in the metadata.
    requestChecksumCalculation: 'WHEN_REQUIRED', responseChecksumValidation: 'WHEN_REQUIRED',
    ...(access.endpoint !== null && { endpoint: access.endpoint }), ...(access.credentials && { credentials: access.credentials }),
  })
  const of = (key: string) => ({ Bucket: bucket, Key: key })
  /** Null where there is no such object. */
  const found = async <Answer>(call: Promise<Answer>): Promise<Answer | null> => {
    try {
      return await call
    } catch (error) {
      if (error instanceof S3ServiceException && ['NoSuchKey', 'NotFound'].includes(error.name)) return null
      throw troubleOf(error)
    }
  }
  const done = async (call: Promise<unknown>): Promise<void> => { await call.catch((error: unknown) => { throw troubleOf(error) }) }
  const inTime = () => ({ abortSignal: AbortSignal.timeout(access.answerMs) })

  const open: ObjectStore['open'] = async (key) => {
    const answer = await found(client.send(new GetObjectCommand(of(key))))
    return answer && checkedBytes(answer, access.answerMs)
  }
  return {
    open,
    read: async (key) => {
      const object = await open(key)
      return object && buffer(object.bytes)
    },
    has: async (key) => await found(client.send(new HeadObjectCommand(of(key)), inTime())) !== null,
    write: (key, bytes) => done(client.send(new PutObjectCommand({ ...of(key), Body: bytes, ContentLength: bytes.length, Metadata: { [hashName]: createHash('sha256').update(bytes).digest('hex') } }), inTime())),
    remove: (key) => done(client.send(new DeleteObjectCommand(of(key)), inTime())),
  }
}

/** The bytes of an answer, given up after a silence, and refused at their end when they are not those that were written. */
function checkedBytes({ Body, ContentLength, Metadata }: GetObjectCommandOutput, silenceMs: number): StoredObject {
  if (!(Body instanceof Readable)) throw new FilesUnavailable('away', 'NoBody')
  const source = Body
  const [hash, size, wanted] = [createHash('sha256'), ContentLength ?? 0, Metadata?.[hashName]]
  const limit = setTimeout(() => { source.destroy(new FilesUnavailable('away', 'Silent')) }, silenceMs)
  const checked = new Transform({
    transform: (part: Buffer, _encoding, done) => {
      limit.refresh()
      hash.update(part)
      done(null, part)
    },
    flush: (done) => { done(hash.digest('hex') === wanted ? null : new FilesUnavailable('damaged', wanted === undefined ? 'NoHash' : 'WrongHash')) },
  })
  source.on('error', (error) => { checked.destroy(troubleOf(error)) })
  // Whoever reads hears of it; until somebody does, it must not end the process.
  checked.on('error', () => undefined)
  checked.on('close', () => {
    clearTimeout(limit)
    source.destroy()
  })
  return { bytes: source.pipe(checked), size }
}

/** Refusals are the operator's to mend; everything else passes. */
function troubleOf(error: unknown): FilesUnavailable {
  if (error instanceof FilesUnavailable) return error
  const { name, code, $metadata } = error as { readonly name?: string; readonly code?: string; readonly $metadata?: { readonly httpStatusCode?: number } }
  const status = $metadata?.httpStatusCode ?? 0
  const isRefused = status >= 400 && status < 500 && ![408, 429].includes(status)
  return new FilesUnavailable(isRefused ? 'refused' : 'away', code ?? name ?? 'Unknown', { cause: error })
}
