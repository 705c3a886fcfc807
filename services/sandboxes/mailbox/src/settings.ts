import { readSandboxSettings } from '@checkin/sandbox-kit'
import { jsonSetting } from '@checkin/server'
import * as z from 'zod'

/** A company's login. Mail without a login is taken too, as by a server of the house. */
export const MailLogin = z.object({ user: z.string().min(1), password: z.string().min(1) })
export type MailLogin = z.infer<typeof MailLogin>

/** Settings from the environment. Throws outside the demo: whoever can open this mailbox can read every code. */
export function mailboxSettings(env?: Readonly<Record<string, string | undefined>>) {
  const { port, file, logins } = readSandboxSettings({
    env, host: 'mail', file: 'mailbox/messages.jsonl', reason: 'the mailbox shows codes to everybody',
    own: { logins: ['CHECKIN_SANDBOX_MAIL_LOGINS', jsonSetting(z.array(MailLogin)).default([])] },
  })
  return { httpPort: port + 3, smtpPort: port + 25, /** Mails outlive a restart in it. */ file, logins }
}
