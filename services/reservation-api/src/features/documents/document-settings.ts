import { join } from 'node:path'
import { readSettings, secretSetting } from '@checkin/server'
import * as z from 'zod'

const Environment = z.object({
  /** Seals the keys of document pictures; without it they cannot be opened any more. */
  CHECKIN_DOCUMENT_KEY: secretSetting(),
  CHECKIN_DATA_DIR: z.string().min(1).default('.data'),
})

export interface DocumentSettings {
  readonly secret: string
  /** Where sealed pictures lie. */
  readonly folder: string
}

/** Settings of document pictures; throws SettingsError with the names of the variables that cannot be used. */
export function documentSettings(env: Readonly<Record<string, string | undefined>> = process.env): DocumentSettings {
  const read = readSettings(Environment, env)
  return { secret: read.CHECKIN_DOCUMENT_KEY, folder: join(read.CHECKIN_DATA_DIR, 'documents') }
}
