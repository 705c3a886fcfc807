import { resolve } from 'node:path'
import * as z from 'zod'
import { modeSetting, portSetting, readSettings, SettingsError } from '@checkin/server'

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: z.string().default('.data'),
})

export interface MailboxSettings {
  readonly httpPort: number
  readonly smtpPort: number
  /** Mails outlive a restart in this file. */
  readonly file: string
}

/** Settings from the environment. Throws outside the demo: whoever can open this mailbox can read every code. */
export function mailboxSettings(env: Readonly<Record<string, string | undefined>> = process.env): MailboxSettings {
  const { CHECKIN_PORT: port, CHECKIN_MODE: mode, CHECKIN_DATA_DIR: dataDir } = readSettings(Environment, env)
  if (mode !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', 'must be demo: the mailbox shows codes to everybody']]))
  return { httpPort: port + 3, smtpPort: port + 25, file: resolve(dataDir, 'mailbox', 'messages.jsonl') }
}
