import * as z from 'zod'
import { declareSettings, modeSetting, readSettings, secretsSetting } from '@checkin/server'
import type { CodeLimits } from './code-store.ts'
import type { GuardLimits } from './guard.ts'
import type { WorkLimits } from './guess-work.ts'
import type { LaterLimits } from './link-store.ts'
import type { SessionLifetime, SessionLimit } from './session-store.ts'
import type { SiteScheme } from '../tenants/site-address.ts'

const count = (standard: number) => z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').default(standard)
const duration = (standard: number) => z.coerce.number('must be a number').min(0, 'must not be negative').default(standard)

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  /** Keys the stored form of e-mailed codes and the mails that wait to leave. */
  CHECKIN_CODE_SECRET: secretsSetting(),
  CHECKIN_PROXY_SECRET: secretsSetting(),
  /** Wrong surnames, dates or e-mails on one reference within an hour before each further try costs a proof of work (DEC-100). */
  CHECKIN_REFERENCE_MISSES: count(5),
  /** The same for one network (/24, /56), before it is answered slower and slower (DEC-100). */
  CHECKIN_NETWORK_MISSES: count(20),
  /** The longest pause of a network. */
  CHECKIN_LOCK_MINUTES: duration(15),
  /** Leading zero bits of the first proof of work; a bit more doubles the work. */
  CHECKIN_WORK_BITS: count(16),
  /** Wrong link tokens of one address within a minute (DEC-77). */
  CHECKIN_LINK_MISSES: count(10),
  /** Every miss takes at least this long, so that its time reveals nothing. */
  CHECKIN_MISS_FLOOR_MS: duration(250),
  CHECKIN_CODE_MINUTES: duration(10),
  CHECKIN_CODE_TRIES: count(5),
  /** Codes of one reservation within an hour; in demo mode 60 by default, because every visitor uses the same reservations. */
  CHECKIN_CODES_PER_HOUR: z.coerce.number().int().min(1, 'must be at least 1').optional(),
  /** Seconds before the same page gets another code; 55 in production, because the page waits 60 and clocks differ. */
  CHECKIN_RESEND_SECONDS: z.coerce.number().min(0, 'must not be negative').optional(),
  /** How long a link is good that a renter had sent to finish later; at most to the end of the day of pick-up (DEC-186). */
  CHECKIN_LATER_LINK_HOURS: count(72),
  CHECKIN_SESSION_IDLE_MINUTES: duration(30),
  CHECKIN_SESSION_HOURS: duration(4),
  /** Sessions of one reservation at the same time (DEC-311); 10, in demo mode 1000 by default, because every visitor uses the same reservations. */
  CHECKIN_SESSIONS_PER_RESERVATION: z.coerce.number('must be a whole number').int('must be a whole number').min(1, 'must be at least 1').optional(),
})

/** Messages that cost money: how many go out to one number and for one network. The tenant's own number within an hour is a setting. */
export interface SmsLimits {
  readonly perNumberHour: number
  readonly perNumberDay: number
  readonly perNetworkHour: number
  /** Codes and links together. */
  readonly perReservationHour: number
}

export interface IdentitySettings {
  readonly codeSecret: string
  readonly proxySecret: string
  readonly reference: GuardLimits
  readonly network: GuardLimits
  readonly link: GuardLimits
  readonly work: WorkLimits
  readonly minimumLatencyMs: number
  readonly code: CodeLimits
  readonly later: LaterLimits
  readonly sms: SmsLimits
  readonly session: SessionLifetime
  readonly sessions: SessionLimit
  readonly site: SiteScheme
}

/** Settings of sessions, codes and throttles; throws SettingsError with the names of the variables that cannot be used. */
export function identitySettings(env: Readonly<Record<string, string | undefined>> = process.env): IdentitySettings {
  const read = readSettings(Environment, env)
  const demo = read.CHECKIN_MODE === 'demo'
  return {
    codeSecret: read.CHECKIN_CODE_SECRET,
    proxySecret: read.CHECKIN_PROXY_SECRET,
    reference: { misses: read.CHECKIN_REFERENCE_MISSES, windowSeconds: 3600, beyond: 'work', lockSeconds: 0 },
    network: { misses: read.CHECKIN_NETWORK_MISSES, windowSeconds: 3600, beyond: 'growing', lockSeconds: read.CHECKIN_LOCK_MINUTES * 60 },
    link: { misses: read.CHECKIN_LINK_MISSES, windowSeconds: 60, beyond: 'whole', lockSeconds: 60 },
    work: { bits: read.CHECKIN_WORK_BITS, mostBits: read.CHECKIN_WORK_BITS + 4, missesPerBit: 5, seconds: 300 },
    minimumLatencyMs: read.CHECKIN_MISS_FLOOR_MS,
    code: {
      lifetimeSeconds: read.CHECKIN_CODE_MINUTES * 60,
      tries: read.CHECKIN_CODE_TRIES,
      perHour: read.CHECKIN_CODES_PER_HOUR ?? (demo ? 60 : 3),
      resendSeconds: read.CHECKIN_RESEND_SECONDS ?? (demo ? 0 : 55),
    },
    later: { lifetimeSeconds: read.CHECKIN_LATER_LINK_HOURS * 3600, perHour: demo ? 60 : 5, pauseSeconds: demo ? 0 : 30 },
    sms: demo ? { perNumberHour: 60, perNumberDay: 200, perNetworkHour: 200, perReservationHour: 60 } : { perNumberHour: 3, perNumberDay: 6, perNetworkHour: 10, perReservationHour: 5 },
    session: { idleSeconds: read.CHECKIN_SESSION_IDLE_MINUTES * 60, totalSeconds: read.CHECKIN_SESSION_HOURS * 3600 },
    sessions: { most: read.CHECKIN_SESSIONS_PER_RESERVATION ?? (demo ? 1000 : 10) },
    site: demo ? { scheme: 'http', port: read.CHECKIN_PORT } : { scheme: 'https', port: null },
  }
}
