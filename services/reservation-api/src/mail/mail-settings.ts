import { declareSettings, readSettings, secretsSetting } from '@checkin/server'
import { smtpSettings, type SmtpSettings } from '@checkin/server/mail'
import * as z from 'zod'

const Environment = declareSettings({
  CHECKIN_CODE_SECRET: secretsSetting(),
  CHECKIN_MAIL_POLL_MS: z.coerce.number('must be a number').min(20, 'must be at least 20').default(500),
})

export interface MailSettings {
  readonly smtp: SmtpSettings
  /** How often each tenant's outbox is looked at; a new mail of this process is sent at once. */
  readonly pollMs: number
  /** Opens what waits in the outbox. */
  readonly secret: string
}

/** Settings of mail; throws SettingsError with the names of the variables that cannot be used. */
export function mailSettings(env: Readonly<Record<string, string | undefined>> = process.env): MailSettings {
  const read = readSettings(Environment, env)
  return { smtp: smtpSettings(env), pollMs: read.CHECKIN_MAIL_POLL_MS, secret: read.CHECKIN_CODE_SECRET }
}
