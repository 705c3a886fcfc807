import * as z from 'zod'
import { declareSettings, readSettings } from '../settings.ts'

/** Whole or broken seconds, as milliseconds. */
const seconds = (standard: number, least: number, most: number) => z.coerce.number('must be a number of seconds')
  .min(least, `must be at least ${least}`).max(most, `must be at most ${most}`).default(standard).transform((value) => value * 1000)

const Environment = declareSettings({
  CHECKIN_HEADER_SECONDS: seconds(10, 1, 120),
  CHECKIN_BODY_SECONDS: seconds(10, 1, 300),
  CHECKIN_BODY_BYTES_PER_SECOND: z.coerce.number('must be a number of bytes').int('must be a whole number').min(100, 'must be at least 100').max(1_000_000, 'must be at most 1000000').default(8192),
  CHECKIN_BODY_STALL_SECONDS: seconds(30, 1, 600),
  CHECKIN_IDLE_SECONDS: seconds(72, 1, 3600),
  CHECKIN_UNREADY_SECONDS: seconds(0, 0, 300),
  CHECKIN_DRAIN_SECONDS: seconds(10, 0, 600),
})

/** How patient a service is with those who call it (docs/operations.md). Times are milliseconds. */
export type RequestLimits = Readonly<ReturnType<typeof requestLimits>>

/**
 * The limits of every service from the environment.
 * @throws SettingsError with the names of the variables to mend.
 */
export function requestLimits(env: Readonly<Record<string, string | undefined>> = process.env) {
  const read = readSettings(Environment, env)
  return {
    /** Until the headers of a request must be there, counted from the connection or from the first byte of a further request. */
    headerMs: read.CHECKIN_HEADER_SECONDS,
    /** What a body may take before its rate counts; every body has this, however small. */
    bodyMs: read.CHECKIN_BODY_SECONDS,
    /** The rate that a body must keep on average after that. */
    bodyBytesPerSecond: read.CHECKIN_BODY_BYTES_PER_SECOND,
    /** Longest silence within a body, however quick it was before. */
    bodyStallMs: Math.max(read.CHECKIN_BODY_SECONDS, read.CHECKIN_BODY_STALL_SECONDS),
    /** How long a connection may stay open between two requests. */
    idleMs: read.CHECKIN_IDLE_SECONDS,
    /** After being told to stop: how long calls are still taken while `/readyz` says that the service is not ready. */
    unreadyMs: read.CHECKIN_UNREADY_SECONDS,
    /** After that: how long calls under way may take before their connections are closed. */
    drainMs: read.CHECKIN_DRAIN_SECONDS,
  }
}

/** Milliseconds between two looks for requests that are too slow: often enough that a limit is kept to a tenth, seldom enough to cost nothing. */
export const lookEveryMs = ({ headerMs, bodyMs }: Pick<RequestLimits, 'headerMs' | 'bodyMs'>): number => Math.min(1000, Math.max(20, Math.min(headerMs, bodyMs) / 10))
