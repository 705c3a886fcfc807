import { createPrivateKey } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { modeSetting, portSetting, readSettings, secretSetting } from '@checkin/server'

/** PKCS#8 as PEM, or as one line of base64 for environments that keep no line breaks. */
const privateKey = z.string().transform((text, context) => {
  const pem = text.includes('BEGIN') ? text : `-----BEGIN PRIVATE KEY-----\n${text}\n-----END PRIVATE KEY-----\n`
  try {
    if (createPrivateKey(pem).asymmetricKeyType === 'ed25519') return pem
  } catch {
    // Reported below like a key of another kind.
  }
  context.addIssue({ code: 'custom', message: 'must be an Ed25519 private key (PKCS#8, PEM or base64)' })
  return z.NEVER
})

const Environment = z.object({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: z.string().default('.data'),
  CHECKIN_ASSETS_DIR: z.string().optional(),
  CHECKIN_REGISTRY_HOST: z.string().default('127.0.0.1'),
  CHECKIN_REGISTRY_KEY: privateKey,
  CHECKIN_KEY_GRACE_HOURS: z.coerce.number('must be a number of hours').min(0, 'must be 0 or more').max(24 * 30, 'must be at most 30 days').default(24),
  CHECKIN_REGISTRY_OPERATOR_TOKEN: secretSetting().optional(),
  CHECKIN_PROXY_SECRET: secretSetting().optional(),
  CHECKIN_PERSON_SECRET: secretSetting().optional(),
  DATABASE_URL: z.string().min(1),
})

export interface RegistrySettings {
  readonly port: number
  readonly host: string
  readonly demo: boolean
  readonly assetsDir: string
  /** Where the demo keeps the keys of modules. */
  readonly demoKeysDir: string
  readonly signingKey: string
  readonly operatorToken: string | undefined
  readonly databaseUrl: string
  /** Milliseconds in which a publisher's key that was replaced still counts. */
  readonly keyGraceMs: number
  /** Shared with the console, where operators sign in at an identity provider. */
  readonly personSecret: string | undefined
  /** Shared with the site servers; without it no report of theirs is believed, and no version is taken back by itself. */
  readonly siteSecret: string | undefined
}

/** Settings from the environment; throws with the variable's name. */
export function registrySettings(env: Readonly<Record<string, string | undefined>> = process.env): RegistrySettings {
  const settings = readSettings(Environment, env)
  return {
    port: settings.CHECKIN_PORT + 5,
    host: settings.CHECKIN_REGISTRY_HOST,
    demo: settings.CHECKIN_MODE === 'demo',
    assetsDir: resolve(settings.CHECKIN_ASSETS_DIR ?? `${settings.CHECKIN_DATA_DIR}/assets`),
    demoKeysDir: resolve(settings.CHECKIN_DATA_DIR, 'keys'),
    signingKey: settings.CHECKIN_REGISTRY_KEY,
    operatorToken: settings.CHECKIN_REGISTRY_OPERATOR_TOKEN,
    personSecret: settings.CHECKIN_PERSON_SECRET,
    databaseUrl: settings.DATABASE_URL,
    keyGraceMs: settings.CHECKIN_KEY_GRACE_HOURS * 3_600_000,
    siteSecret: settings.CHECKIN_PROXY_SECRET,
  }
}
