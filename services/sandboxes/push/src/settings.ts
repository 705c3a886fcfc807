import { originsSetting, readSandboxSettings, type SandboxSettings } from '@checkin/sandbox-kit'
import { jsonSetting } from '@checkin/server'
import * as z from 'zod'

/** A service account that may change passes: its address and public key, PEM. */
export const ServiceAccount = z.object({ email: z.string(), publicKey: z.string() })

export interface PushSandboxSettings extends SandboxSettings {
  readonly serviceAccounts: readonly z.infer<typeof ServiceAccount>[]
  /** Origins whose tickets the phone takes passes of. */
  readonly shops: readonly string[]
}

/** Settings from the environment. Throws outside the demo: whoever opens its page sees passes. */
export const pushSandboxSettings = (env?: Readonly<Record<string, string | undefined>>): PushSandboxSettings => readSandboxSettings({
  env, host: 'push', file: 'sandbox-push/passes.sqlite', reason: 'whoever opens its page sees passes',
  own: { serviceAccounts: ['CHECKIN_SANDBOX_PUSH_ACCOUNTS', jsonSetting(z.array(ServiceAccount))], shops: ['CHECKIN_SANDBOX_SHOPS', originsSetting().default([])] },
})
