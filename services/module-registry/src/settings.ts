import { resolve } from 'node:path'
import { type PlanSpec, PlanSteps } from '@checkin/registry'
import { logKeyFrom } from '@checkin/releases/log'
import { assetsFolder, databaseSetting, dataDirSetting, declareSettings, hstsSubdomainsSetting, modeSetting, plainHopsSetting, portSetting, readSettings, requireTlsDatabase, secretSetting, secretsSetting, SettingsError, type WebhookReceiver } from '@checkin/server'
import { smtpSettings } from '@checkin/server/mail'
import { bucketSetting, bucketStore } from '@checkin/server/object-store'
import { outboundSettings } from '@checkin/server/outbound'
import * as z from 'zod'
import type { RolloutMailSettings } from './events/mail-events.ts'
import { secondFactors, type SecondFactor } from './access/passkeys/second-factor.ts'
import { privateKeySetting } from './private-key-setting.ts'

/** `5:30,25:60,100:0`: percentages, each with the minutes that it is watched. */
const followSteps = z.string().transform((text, context) => {
  const steps = PlanSteps.safeParse(text.split(',').map((step) => {
    const [percent, dwellMinutes] = step.split(':').map(Number)
    return { percent, dwellMinutes }
  }))
  if (steps.success && (steps.data[0]?.percent ?? 100) <= 50) return steps.data
  context.addIssue({ code: 'custom', message: 'must be rising percentages with minutes, the first at most 50, such as 5:30,25:60,100:0' })
  return z.NEVER
})

/** Percentages with the time that each is watched, and the samples that each must bring. */
export type FollowPlan = Pick<PlanSpec, 'gate'> & { readonly steps: PlanSteps }

const dayMs = 86_400_000

/** How long tokens last, in milliseconds: where nobody says it, and at most (DEC-143). */
export interface TokenLifetimes {
  readonly usualMs: number
  readonly mostMs: number
}

/** Lifetimes where nothing else is set. */
export const usualLifetimes: TokenLifetimes = { usualMs: 180 * dayMs, mostMs: 365 * dayMs }

/** How followers get a new version where nothing else is set. */
export const usualFollowPlan: FollowPlan = {
  steps: [{ percent: 5, dwellMinutes: 30 }, { percent: 25, dwellMinutes: 60 }, { percent: 100, dwellMinutes: 0 }], gate: { minSessions: 20 },
}

/** In the demo whoever has a passkey is asked for it, on the console's usual address. */
export const demoSecondFactor: SecondFactor = { mode: 'optional', origin: 'http://ops.localhost:4001' }

/** An origin of pages whose host can own passkeys: a name, no number. */
const pageOrigin = z.string().refine((text) => URL.canParse(text) && new URL(text).origin === text && /^https?:\/\/(?![\d.]+(:|$))[a-z0-9.-]+(:\d+)?$/.test(text), 'must be scheme and name alone, such as https://ops.example.com')

const days = z.coerce.number('must be a number of days').min(1, 'must be 1 or more').max(730, 'must be at most 730')

const Environment = declareSettings({
  CHECKIN_PORT: portSetting(4000),
  CHECKIN_MODE: modeSetting(),
  CHECKIN_DATA_DIR: dataDirSetting(),
  CHECKIN_ASSETS_DIR: z.string().optional(),
  CHECKIN_ASSETS_BUCKET: bucketSetting(),
  CHECKIN_REGISTRY_HOST: z.string().default('127.0.0.1'),
  CHECKIN_REGISTRY_KEY: privateKeySetting,
  CHECKIN_REGISTRY_LOG_KEY: privateKeySetting.optional(),
  CHECKIN_KEY_GRACE_HOURS: z.coerce.number('must be a number of hours').min(0, 'must be 0 or more').max(24 * 30, 'must be at most 30 days').default(24),
  CHECKIN_CONSOLE_IDLE_MINUTES: z.coerce.number('must be a number of minutes').min(1, 'must be 1 or more').max(720, 'must be at most 720').default(30),
  CHECKIN_CONSOLE_SECOND_FACTOR: z.enum(secondFactors, `must be one of ${secondFactors.join(', ')}`).optional(),
  CHECKIN_CONSOLE_ORIGIN: pageOrigin.optional(),
  CHECKIN_CONSOLE_HOURS: z.coerce.number('must be a number of hours').min(0.5, 'must be 0.5 or more').max(24, 'must be at most 24').default(12),
  CHECKIN_TOKEN_DAYS: days.default(180),
  CHECKIN_TOKEN_MOST_DAYS: days.default(365),
  CHECKIN_REGISTRY_WIDE_TENANTS: z.coerce.number('must be a number of tenants').int('must be a whole number').min(2, 'must be 2 or more').default(10),
  CHECKIN_REGISTRY_FOLLOW_STEPS: followSteps.default(usualFollowPlan.steps),
  CHECKIN_REGISTRY_FOLLOW_SESSIONS: z.coerce.number('must be a number of sessions').int('must be a whole number').min(0, 'must be 0 or more').default(usualFollowPlan.gate.minSessions),
  CHECKIN_REGISTRY_SOURCES: z.string().transform((text) => text.split(',').map((id) => id.trim()).filter((id) => id !== '')).optional(),
  CHECKIN_REGISTRY_WEBHOOK_URL: z.url({ protocol: /^https?$/, error: 'must be an address' }).optional(),
  CHECKIN_REGISTRY_WEBHOOK_SECRET: z.string().regex(/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/, 'must be whsec_ and 24 random bytes or more in base64').optional(),
  CHECKIN_REGISTRY_MAIL_FROM: z.email('must be an address').max(255).optional(),
  CHECKIN_SMTP_HOST: z.string().optional(),
  CHECKIN_REGISTRY_OPERATOR_TOKEN: secretSetting().optional(),
  CHECKIN_PROXY_SECRET: secretsSetting().optional(),
  CHECKIN_PERSON_SECRET: secretsSetting().optional(),
  DATABASE_URL: databaseSetting(),
  CHECKIN_PLAIN_HOPS: plainHopsSetting(),
  CHECKIN_HSTS_SUBDOMAINS: hstsSubdomainsSetting(),
})

function webhookOf(url: string | undefined, secret: string | undefined): WebhookReceiver | null {
  if ((url === undefined) !== (secret === undefined)) throw new SettingsError(new Map([[url === undefined ? 'CHECKIN_REGISTRY_WEBHOOK_URL' : 'CHECKIN_REGISTRY_WEBHOOK_SECRET', 'is needed with the other of the two']]))
  return url === undefined || secret === undefined ? null : { url, secret }
}

/** Mails on rollout events: in the demo to its mailbox, else where the installation names an address that they come from, a server and the console. */
function mailOf(settings: z.infer<typeof Environment>, console: string, env: Readonly<Record<string, string | undefined>>): RolloutMailSettings | null {
  const { CHECKIN_MODE: mode, CHECKIN_REGISTRY_MAIL_FROM: from, CHECKIN_SMTP_HOST: host } = settings
  if (mode === 'demo') return { smtp: smtpSettings(env), rules: null, from: from ?? 'releases@checkin.example', console }
  if (from === undefined) return null
  if (host === undefined) throw new SettingsError(new Map([['CHECKIN_SMTP_HOST', 'is needed with CHECKIN_REGISTRY_MAIL_FROM: the server that mails leave by']]))
  if (console === '') throw new SettingsError(new Map([['CHECKIN_CONSOLE_ORIGIN', 'is needed with CHECKIN_REGISTRY_MAIL_FROM: links in mails lead there']]))
  // The installation names this server itself: a list of systems of others counts where there is one, and need not be made for it.
  return { smtp: smtpSettings(env), rules: env['CHECKIN_OUTBOUND_HOSTS'] === undefined ? null : outboundSettings(env), from, console }
}

/** In production nothing is taken for granted: passkeys are required, of pages that the installation names. */
function secondFactorOf({ CHECKIN_MODE: mode, CHECKIN_PORT: port, CHECKIN_CONSOLE_SECOND_FACTOR: wanted, CHECKIN_CONSOLE_ORIGIN: origin }: z.infer<typeof Environment>): SecondFactor {
  if (mode === 'demo') return { mode: wanted ?? demoSecondFactor.mode, origin: origin ?? `http://ops.localhost:${port + 1}` }
  if (wanted === 'off') return { mode: wanted, origin: origin ?? '' }
  const problem = origin === undefined ? 'is not set: passkeys belong to the address of the console' : origin.startsWith('https:') && !/(^|\.)localhost$/.test(new URL(origin).hostname) ? null : 'must be the https address of the console, not one of this machine'
  if (problem !== null || origin === undefined) throw new SettingsError(new Map([['CHECKIN_CONSOLE_ORIGIN', problem ?? '']]))
  return { mode: wanted ?? 'required', origin }
}

function lifetimesOf(usual: number, most: number): TokenLifetimes {
  if (usual > most) throw new SettingsError(new Map([['CHECKIN_TOKEN_DAYS', 'must not be more than CHECKIN_TOKEN_MOST_DAYS']]))
  return { usualMs: usual * dayMs, mostMs: most * dayMs }
}

/** Settings of the registry; what they mean stands beside each. */
export type RegistrySettings = Readonly<ReturnType<typeof registrySettings>>

/** Settings from the environment; throws with the variable's name. */
export function registrySettings(env: Readonly<Record<string, string | undefined>> = process.env) {
  const settings = readSettings(Environment, env)
  requireTlsDatabase(settings.DATABASE_URL, { demo: settings.CHECKIN_MODE === 'demo', plainHops: settings.CHECKIN_PLAIN_HOPS })
  return {
    /** From so many tenants on a change needs a second person. */
    wideTenants: settings.CHECKIN_REGISTRY_WIDE_TENANTS,
    /** How followers of labels, ranges and the default get what these mean now. */
    followPlan: { steps: settings.CHECKIN_REGISTRY_FOLLOW_STEPS, gate: { minSessions: settings.CHECKIN_REGISTRY_FOLLOW_SESSIONS } },
    port: settings.CHECKIN_PORT + 5,
    host: settings.CHECKIN_REGISTRY_HOST,
    /** Whether the demo's tokens and keys count. */
    demo: settings.CHECKIN_MODE === 'demo',
    /** Browsers come by https to names below the registry's own too. */
    hstsSubdomains: settings.CHECKIN_HSTS_SUBDOMAINS,
    /** Folder of the published files. */
    assetsDir: assetsFolder(settings),
    /** The same as an object store, which then counts instead of the folder; null without one. */
    assetObjects: bucketStore(settings.CHECKIN_ASSETS_BUCKET, env),
    /** Where the demo keeps the keys of modules; they are registered at start. */
    demoKeysDir: resolve(settings.CHECKIN_DATA_DIR, 'keys'),
    /** Ed25519 private key, PEM: signs sets and snapshots. */
    signingKey: settings.CHECKIN_REGISTRY_KEY,
    /** Ed25519 private key, PEM: signs checkpoints of the log. One made of `signingKey` where none is set, so that the two never sign each other's texts. */
    logKey: settings.CHECKIN_REGISTRY_LOG_KEY ?? logKeyFrom(settings.CHECKIN_REGISTRY_KEY),
    /** Ids of the keys of registries whose bundles are taken over; null is any, as publishers' keys decide in either case. */
    bundleSources: settings.CHECKIN_REGISTRY_SOURCES ?? null,
    /** Who is told what happens to releases; null where nobody is. */
    webhook: webhookOf(settings.CHECKIN_REGISTRY_WEBHOOK_URL, settings.CHECKIN_REGISTRY_WEBHOOK_SECRET),
    /** By which server mails on rollout events leave; null where none do. */
    mail: mailOf(settings, secondFactorOf(settings).origin, env),
    /** Token of the first operator. */
    operatorToken: settings.CHECKIN_REGISTRY_OPERATOR_TOKEN,
    /** Shared with the console, which vouches with it for people who signed in at an identity provider. */
    personSecret: settings.CHECKIN_PERSON_SECRET,
    databaseUrl: settings.DATABASE_URL,
    /** Milliseconds in which a replaced publisher's key still counts. */
    keyGraceMs: settings.CHECKIN_KEY_GRACE_HOURS * 3_600_000,
    /** When sessions at the console end. */
    sessionLimits: { idleMs: settings.CHECKIN_CONSOLE_IDLE_MINUTES * 60_000, totalMs: settings.CHECKIN_CONSOLE_HOURS * 3_600_000 },
    /** Whether who signs in at the console with a token is asked for a passkey too. */
    secondFactor: secondFactorOf(settings),
    /** How long tokens last. */
    lifetimes: lifetimesOf(settings.CHECKIN_TOKEN_DAYS, settings.CHECKIN_TOKEN_MOST_DAYS),
    /** Shared with the site servers; without it their reports are refused, and no version is rolled back automatically. */
    siteSecret: settings.CHECKIN_PROXY_SECRET,
  }
}
