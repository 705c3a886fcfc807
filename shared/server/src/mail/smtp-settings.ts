import * as z from 'zod'
import { isLoopback } from '../plain-hops.ts'
import { declareSettings, flagSetting, modeSetting, readSettings } from '../settings.ts'

const Environment = declareSettings({
  CHECKIN_MODE: modeSetting(),
  CHECKIN_PORT: z.coerce.number().int().default(4000),
  CHECKIN_SMTP_HOST: z.string().default('127.0.0.1'),
  /** The mailbox of the demo listens on CHECKIN_PORT + 25. */
  CHECKIN_SMTP_PORT: z.coerce.number('must be a port number').int('must be a port number').min(1).max(65_535).optional(),
  /** TLS from the first byte (port 465); otherwise STARTTLS, without which production sends nothing but to this very machine. */
  CHECKIN_SMTP_SECURE: flagSetting(false),
  CHECKIN_SMTP_USER: z.string().optional(),
  CHECKIN_SMTP_PASSWORD: z.string().optional(),
})

/** A mail server that mail leaves by. */
export interface SmtpSettings {
  readonly host: string
  readonly port: number
  readonly secure: boolean
  readonly user: string | undefined
  readonly password: string | undefined
  /** Nothing is sent without TLS. */
  readonly requireTls?: boolean
}

/** The environment's mail server; throws SettingsError with the names of the variables that cannot be used. */
export function smtpSettings(env: Readonly<Record<string, string | undefined>> = process.env): SmtpSettings {
  const read = readSettings(Environment, env)
  return {
    host: read.CHECKIN_SMTP_HOST, port: read.CHECKIN_SMTP_PORT ?? read.CHECKIN_PORT + 25, secure: read.CHECKIN_SMTP_SECURE,
    user: read.CHECKIN_SMTP_USER, password: read.CHECKIN_SMTP_PASSWORD,
    requireTls: read.CHECKIN_MODE === 'production' && !isLoopback(read.CHECKIN_SMTP_HOST),
  }
}
