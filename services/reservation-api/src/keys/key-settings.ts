import { declareSettings, modeSetting, readSettings, secretsSetting, SettingsError } from '@checkin/server'
import * as z from 'zod'
import { fileKeyService, keyFileProblem } from './key-file.ts'
import type { KeyService } from './key-service.ts'

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DOCUMENT_KEY: secretsSetting(),
  /** File of the keys that wrap the keys of tenants; without it a key made of CHECKIN_DOCUMENT_KEY does. */
  CHECKIN_KEY_FILE: z.string().min(1).optional(),
})

export interface KeySettings {
  readonly file: string | null
  readonly secret: string
}

/** Where the keys are that wrap those of tenants. A file that cannot be used is told by the setting's name: nothing starts with keys that it could not open anything with. Throws SettingsError. */
export function keySettings(env: Readonly<Record<string, string | undefined>> = process.env): KeySettings {
  const read = readSettings(Environment, env)
  const file = read.CHECKIN_KEY_FILE ?? null
  const problem = file === null ? null : keyFileProblem(file, read.CHECKIN_MODE === 'production')
  if (problem !== null) throw new SettingsError(new Map([['CHECKIN_KEY_FILE', problem]]))
  return { file, secret: read.CHECKIN_DOCUMENT_KEY }
}

/** The key service of an installation: the file that comes with the product. Another one, as a vault, is put here. */
export const keyServiceOf = (settings: KeySettings): KeyService => fileKeyService(settings)
