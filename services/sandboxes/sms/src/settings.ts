import { readSandboxSettings, type SandboxSettings } from '@checkin/sandbox-kit'
import { jsonSetting, secretSetting, SettingsError } from '@checkin/server'
import * as z from 'zod'

/** A company's account at this provider. */
export const Account = z.object({ apiKey: secretSetting(), /** Signs reports. */ secret: secretSetting() })
export type Account = z.infer<typeof Account>

/** The first account stands in the settings themselves. */
export interface SmsSandboxSettings extends SandboxSettings, Account {
  readonly merchants?: readonly Account[]
}

/** Settings from the environment. Throws outside the demo: whoever opens its page reads the messages. */
export function smsSandboxSettings(env?: Readonly<Record<string, string | undefined>>): SmsSandboxSettings {
  const { accounts: [first, ...merchants], ...settings } = readSandboxSettings({
    env, host: 'sms', file: 'sandbox-sms/messages.sqlite', reason: 'whoever opens its page reads the messages', own: { accounts: ['CHECKIN_SANDBOX_SMS_ACCOUNTS', jsonSetting(z.array(Account))] },
  })
  if (!first) throw new SettingsError(new Map([['CHECKIN_SANDBOX_SMS_ACCOUNTS', 'must name an account']]))
  return { ...settings, ...first, merchants }
}
