import * as z from 'zod'
import { ReleasableName, TenantHost, Version } from '@checkin/releases'

const versionKey = { host: TenantHost, module: ReleasableName, version: Version }

/** Session health samples or stays that ended, and how many of them are bad or stuck. */
const Sample = z.object({ sessions: z.int(), bad: z.int() })

/** A screen that renters of a rollout's version reach and do not leave in its time, beside those of the other version. */
const StuckScreen = z.object({ step: z.string(), canary: Sample, base: Sample })

/** Result of the canary analysis of a version, as far as it is. */
const CanaryResult = z.object({
  ...versionKey, rollout: z.string(), baseline: Version, /** `risen`: a version that everybody has does worse than it used to; then `rollout` begins with `pinned`, `baseline` the version itself and `base` its past. */
  outcome: z.enum(['open', 'bad', 'risen']),
  canary: Sample, base: Sample,
  /** The screen that speaks most against the version by not being left; null where none was watched. */
  stuck: z.nullable(StuckScreen),
  /** What else is compared, where somebody counted it: the screen that renters stay longest on, unfinished check-ins, completed ones that added no more than an amount (DEC-295). */
  journeys: z.optional(z.object({ slow: z.nullable(StuckScreen), completion: z.object({ canary: Sample, base: Sample }), sales: z.nullable(z.object({ canary: Sample, base: Sample })) })),
  /** Of a version that everybody has: what is compared with its past. */
  measure: z.optional(z.enum(['broken', 'slow', 'completion', 'sales'])),
  /** Odds that the version is worse, all that is compared together; rolled back at 1,000, reported at 1,000,000 where everybody has it. */
  odds: z.number(), updatedAt: z.iso.datetime(),
})

/** How module versions do with real sessions (`GET /registry/v1/health`). */
export const Health = z.object({
  versions: z.array(z.object({ ...versionKey, sessions: z.int(), bad: z.int(), /** Per minute, oldest first. */ course: z.array(z.object({ minute: z.iso.datetime(), sessions: z.int(), bad: z.int() })) })),
  vitals: z.array(z.object({ ...versionKey, name: z.string(), count: z.int(), /** Upper bound of the bucket with the 75th percentile; null above the last. */ p75: z.nullable(z.number()) })),
  /** Sessions that came to a screen, went on from it, or saw it fail; the rest gave up or are still there. */
  steps: z.array(z.object({ ...versionKey, step: z.string(), reached: z.int(), left: z.int(), failed: z.int() })),
  verdicts: z.array(CanaryResult),
})
export type Health = z.infer<typeof Health>

/** What went wrong in pages (`GET /registry/v1/errors`). */
export const ErrorGroups = z.object({
  groups: z.array(z.object({ module: ReleasableName, version: Version, phase: z.string(), reason: z.string(), step: z.string(), count: z.int(), hosts: z.array(TenantHost), firstAt: z.iso.datetime(), lastAt: z.iso.datetime() })),
})
export type ErrorGroups = z.infer<typeof ErrorGroups>

/** What renters run now (`GET /registry/v1/live`). */
export const Live = z.object({
  sets: z.array(z.object({ host: TenantHost, setId: z.int(), visits: z.int(), modules: z.record(ReleasableName, Version) })),
  versions: z.array(z.object({ module: ReleasableName, version: Version, visits: z.int(), hosts: z.array(TenantHost) })),
})
export type Live = z.infer<typeof Live>
