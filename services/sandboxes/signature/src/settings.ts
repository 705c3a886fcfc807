import { originsSetting, readSandboxSettings, type SandboxSettings } from '@checkin/sandbox-kit'
import { jsonSetting, secretSetting } from '@checkin/server'
import * as z from 'zod'

/** A shop's account at this provider. Each has agreements of its own. */
export const Account = z.object({ apiKey: secretSetting(), /** Signs callbacks. */ secret: secretSetting() })
export type Account = z.infer<typeof Account>

/** The first merchant's account stands in the settings themselves. */
export interface SignatureSandboxSettings extends SandboxSettings, Account {
  /** Merchants beside the first. */
  readonly merchants?: readonly Account[]
  /** Origins that renters may be sent back to. */
  readonly shops: readonly string[]
}

/** Settings from the environment. Throws outside the demo: nobody checks here who signs. */
export const signatureSandboxSettings = (env?: Readonly<Record<string, string | undefined>>): SignatureSandboxSettings => readSandboxSettings({
  env, host: 'sign', file: 'sandbox-signature/agreements.sqlite', reason: 'nobody checks here who signs',
  own: {
    apiKey: ['CHECKIN_SIGN_API_KEY', secretSetting()], secret: ['CHECKIN_SIGN_SECRET', secretSetting()],
    merchants: ['CHECKIN_SANDBOX_SIGN_MERCHANTS', jsonSetting(z.array(Account)).default([])], shops: ['CHECKIN_SANDBOX_SHOPS', originsSetting()],
  },
})
