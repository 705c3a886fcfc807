import { declareSettings, flagSetting, isLoopback, modeSetting, plainHopsSetting, readSettings, SettingsError } from '@checkin/server'
import * as z from 'zod'
import type { ClamdAddress } from './clamd.ts'

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  /** Where clamd listens: `unix:/run/clamav/clamd.ctl`, or `clamav.internal:3310`. */
  CHECKIN_SCANNER: z.string().regex(/^(unix:\/.+|[\w.-]+:\d{1,5}|\[[\da-f:]+\]:\d{1,5})$/i, 'must be unix: and a path, or host:port').optional(),
  /** Whether pictures are refused for the time being while the engine cannot be asked. */
  CHECKIN_SCANNER_REQUIRED: flagSetting(true),
})

export interface ScannerSettings {
  readonly address: ClamdAddress
  /** No picture is taken that the engine did not scan. */
  readonly isRequired: boolean
}

/** The antivirus engine that renters' files go through; null without one. Throws SettingsError with the names of the variables to mend. */
export function scannerSettings(env: Readonly<Record<string, string | undefined>> = process.env): ScannerSettings | null {
  const read = readSettings(Environment, env)
  if (read.CHECKIN_SCANNER === undefined) return null
  const [, path] = /^unix:(.+)$/.exec(read.CHECKIN_SCANNER) ?? []
  if (path !== undefined) return { address: { path }, isRequired: read.CHECKIN_SCANNER_REQUIRED }
  const [, name = '', port = ''] = /^(.+):(\d+)$/.exec(read.CHECKIN_SCANNER) ?? []
  const host = name.replace(/^\[|\]$/g, '')
  // clamd knows no TLS, and what goes to it are pictures of documents.
  if (read.CHECKIN_MODE === 'production' && !read.CHECKIN_PLAIN_HOPS && !isLoopback(host)) {
    throw new SettingsError(new Map([['CHECKIN_SCANNER', 'must be on this machine in production, unless CHECKIN_PLAIN_HOPS=true says that a mesh encrypts']]))
  }
  return { address: { host, port: Number(port) }, isRequired: read.CHECKIN_SCANNER_REQUIRED }
}
