import * as z from 'zod'
import { ReleasableName, TenantHost, Version } from '@checkin/releases'
import { supportCodePattern } from '@checkin/releases/support-code'
import { journeyMs, mostAdded, saleBounds, stayBounds } from './journey-bounds.ts'
import { phases, reasons, ScreenName, StackFrames, vitalNames } from './page-report.ts'

const count = z.int().min(0).max(1_000_000)
const versionKey = { host: TenantHost, module: ReleasableName, version: Version }

/** What was set of the module in the sessions that are counted, as `settingsKey` names it: empty where nothing was. Absent from a site server of an earlier version, whose sessions are of no known settings (DEC-361). */
const settings = z.exactOptional(z.string().regex(/^([0-9a-f]{12})?$/))
/** A version as it was set. */
const armKey = { ...versionKey, settings }
const rows = <Row extends z.ZodType>(row: Row) => z.array(row).max(2000)

/** A screen's name; empty where none was shown. A value that is no name costs the value, not the batch. */
const Screen = z.union([z.literal(''), ScreenName]).catch('')

/** Where a failure happened and why; a value that the registry does not know yet costs the value, not the batch. */
const cause = {
  phase: z.enum(phases).catch('unhandled'),
  reason: z.enum(['', ...reasons]).catch('other'),
  step: Screen,
}

/** Session health samples of one module version. */
export const OutcomeCount = z.strictObject({
  ...armKey, good: count, bad: count,
  /** Bad ends that were set aside, because liars could have invented as many: in neither count (DEC-351). Absent where there are none, and from a site server of an earlier version. */
  aside: z.exactOptional(count),
  /** Of `bad`, sessions that were good before: they were counted twice. Absent as above. */
  late: z.exactOptional(count),
})
export type OutcomeCount = z.infer<typeof OutcomeCount>

/** Failures of one kind. */
export const ErrorCount = z.strictObject({ ...versionKey, ...cause, count })
export type ErrorCount = z.infer<typeof ErrorCount>

/** Errors with one stack. */
export const StackCount = z.strictObject({ ...versionKey, frames: StackFrames, count })
export type StackCount = z.infer<typeof StackCount>

/** Measured values by bucket of `vitalBounds`. */
export const VitalCount = z.strictObject({ ...versionKey, name: z.enum(vitalNames), buckets: z.array(count).length(7) })
export type VitalCount = z.infer<typeof VitalCount>

/** Sessions by what became of one screen: came to it, went on from it, saw it fail. */
export const StepCount = z.strictObject({ ...versionKey, step: Screen, reached: count, left: count, failed: count })
export type StepCount = z.infer<typeof StepCount>

/** Sessions by whether they went on from a screen in its time (`leaveWithinMs`). Each is counted when that time is over, however it went. */
export const StayCount = z.strictObject({
  ...armKey, step: Screen, left: count, stuck: count,
  /** Of those that went on, by bound of `stayBounds`: within it, and later. A site server of an earlier version does not say. */
  quick: z.exactOptional(z.array(count).length(stayBounds.length)), slow: z.exactOptional(z.array(count).length(stayBounds.length)),
})
export type StayCount = z.infer<typeof StayCount>

/**
 * Sessions that found a reservation, by what became of it within `journeyMs`, as the reservation API says: check-in was completed or not, and, of
 * completed ones, by bound of `saleBounds`, whether the rental's total grew by more than it (DEC-295).
 */
export const JourneyCount = z.strictObject({ ...armKey, completed: count, unfinished: count, more: z.array(count).length(saleBounds.length), less: z.array(count).length(saleBounds.length) })
export type JourneyCount = z.infer<typeof JourneyCount>

/** A sum of squares is no whole number that a double could not round, and no figure needs it exactly. */
const squares = z.number().min(0).max(1e30)

/** A currency as the reservation API names it (ISO 4217). */
export const Currency = z.string().regex(/^[A-Z]{3}$/)

/**
 * The same sessions once more, by what they are worth and how long they took, as sums of which a mean and its uncertainty can be made (DEC-346). Those
 * that did not complete check-in added nothing. What the API of an earlier version answers has no currency, and is in none.
 */
export const JourneyValue = z.strictObject({
  ...armKey, currency: Currency, sessions: count,
  /** By how much totals grew in all, in minor units of the currency; less than nothing where the company took something off. */
  added: z.int().min(-mostAdded * 1_000_000).max(mostAdded * 1_000_000), addedSquares: squares,
  /** Sessions that completed, and their seconds from the found reservation to it. */
  finished: count, seconds: z.int().min(0).max(1_000_000 * journeyMs / 1_000), secondsSquares: squares,
})
export type JourneyValue = z.infer<typeof JourneyValue>

/** Page loads by set. */
export const LiveCount = z.strictObject({ host: TenantHost, setId: z.int().positive(), visits: count })

/** A failure that a renter saw, under the code that the page showed. Names no session and no address. */
export const TraceReport = z.strictObject({ code: z.string().regex(supportCodePattern), ...versionKey, setId: z.int().positive(), ...cause })
export type TraceReport = z.infer<typeof TraceReport>

/** Upper bounds of the buckets of a site server's own times, in milliseconds; the last bucket has none. */
export const levelBounds = {
  /** Choosing a session's set. */
  resolve: [0.5, 1, 2, 5, 10, 25],
  /** From the registry's commit until the server works with it. */
  propagation: [100, 250, 500, 1000, 2000, 5000],
} as const

/** How a site server itself did: pages answered, those that failed by its own fault, and times by bucket of `levelBounds`. */
export const LevelCounts = z.strictObject({ pages: z.strictObject({ good: count, failed: count }), resolve: z.array(count).length(7), propagation: z.array(count).length(7), /** Once a minute while what the server knows of releases has expired. */ expired: z.exactOptional(count) })
export type LevelCounts = z.infer<typeof LevelCounts>

/** What one site server reports to the registry, once a second while there is something to report. Nothing of it names a session. */
export const ReportBatch = z.strictObject({
  outcomes: rows(OutcomeCount),
  errors: rows(ErrorCount),
  vitals: rows(VitalCount),
  /** A site server of an earlier version counts none of these four. */
  steps: rows(StepCount).default([]),
  stays: rows(StayCount).default([]),
  journeys: rows(JourneyCount).default([]),
  /** A site server of an earlier version sends none. */
  values: rows(JourneyValue).default([]),
  traces: z.array(TraceReport).max(500).default([]),
  /** Absent from a site server of an earlier version, and where no error was thrown. */
  stacks: z.array(StackCount).max(200).default([]),
  live: rows(LiveCount),
  /** Absent while it had nothing to do. */
  levels: z.exactOptional(LevelCounts),
})
export type ReportBatch = z.infer<typeof ReportBatch>
