import { resolve } from 'node:path'
import * as z from 'zod'
import { jsonSetting, modeSetting, portSetting, readSettings, SettingsError } from '@checkin/server'

/** A company's login. Mail without a login is taken too, as by a server of the house. */
export const MailLogin = z.object({ user: z.string().min(1), password: z.string().min(1) })
export type MailLogin = z.infer<typeof MailLogin>

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_SANDBOX_MAIL_LOGINS: jsonSetting(z.array(MailLogin)).default([]),
})

export interface MailboxSettings {
  readonly httpPort: number
  readonly smtpPort: number
  /** Mails outlive a restart in this file. */
  readonly file: string
  readonly logins: readonly MailLogin[]
}

/** Settings from the environment. Throws outside the demo: whoever can open this mailbox can read every code. */
export function mailboxSettings(env: Readonly<Record<string, string | undefined>> = process.env): MailboxSettings {
  const { CHECKIN_PORT: port, CHECKIN_MODE: mode, CHECKIN_DATA_DIR: dataDir, CHECKIN_SANDBOX_MAIL_LOGINS: logins } = readSettings(Environment, env)
  if (mode !== 'demo') throw new SettingsError(new Map([['CHECKIN_MODE', 'must be demo: the mailbox shows codes to everybody']]))
  return { httpPort: port + 3, smtpPort: port + 25, file: resolve(dataDir, 'mailbox', 'messages.jsonl'), logins }
}
