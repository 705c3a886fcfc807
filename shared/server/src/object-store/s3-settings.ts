import * as z from 'zod'
import { accountSecretSetting, declareSettings, flagSetting, readSettings, SettingsError } from '../settings.ts'

/** How an S3 service is reached. */
export interface S3Access {
  /** Null: Amazon's own, by the region. */
  readonly endpoint: string | null
  readonly region: string
  /** The bucket stands in the path instead of the host name, as most services but Amazon's want it. */
  readonly isPathStyle: boolean
  /** Null: as the machine is allowed (environment or role of Amazon's). */
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string } | null
  /** Longest time of one call to the store, and of one further part of an answer, milliseconds. */
  readonly answerMs: number
}

const Environment = declareSettings({
  CHECKIN_S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  CHECKIN_S3_REGION: z.string().min(1).default('us-east-1'),
  CHECKIN_S3_PATH_STYLE: flagSetting(false),
  CHECKIN_S3_ACCESS_KEY: z.string().min(1).optional(),
  CHECKIN_S3_SECRET_KEY: accountSecretSetting().optional(),
  CHECKIN_S3_ANSWER_MS: z.coerce.number('must be a number of milliseconds').int('must be a whole number').min(100, 'must be at least 100').max(120_000, 'must be at most 120000').default(5000),
})

/** A bucket's name by the rules that all services share. */
export const bucketSetting = () => z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket').optional()

/**
 * Settings of the object store.
 * @throws SettingsError with the names of the variables to mend.
 */
export function s3Settings(env: Readonly<Record<string, string | undefined>> = process.env): S3Access {
  const read = readSettings(Environment, env)
  const { CHECKIN_S3_ACCESS_KEY: accessKeyId, CHECKIN_S3_SECRET_KEY: secretAccessKey } = read
  if ((accessKeyId === undefined) !== (secretAccessKey === undefined)) {
    throw new SettingsError(new Map([[accessKeyId === undefined ? 'CHECKIN_S3_ACCESS_KEY' : 'CHECKIN_S3_SECRET_KEY', 'is needed with the other of the two']]))
  }
  return {
    endpoint: read.CHECKIN_S3_ENDPOINT ?? null, region: read.CHECKIN_S3_REGION, isPathStyle: read.CHECKIN_S3_PATH_STYLE, answerMs: read.CHECKIN_S3_ANSWER_MS,
    credentials: accessKeyId === undefined || secretAccessKey === undefined ? null : { accessKeyId, secretAccessKey },
  }
}
