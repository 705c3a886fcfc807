import * as z from 'zod'
import { ReleasableName, Version } from '@checkin/releases'
import { supportCodePattern } from '@checkin/releases/support-code'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

const count = z.int().min(0).max(1_000_000)
const versionKey = { host: Host, module: ReleasableName, version: Version }
const word = z.string().max(60).regex(/^[\w .:-]*$/)

/** Upper bounds of the buckets in which measured values are counted; the last bucket has none. */
export const vitalBounds = {
  /** Milliseconds. */
  load: [100, 250, 500, 1000, 2000, 4000],
  lcp: [500, 1000, 1500, 2500, 4000, 8000],
  inp: [50, 100, 200, 350, 500, 1000],
  /** Layout shift, in thousandths. */
  cls: [1, 10, 20, 50, 100, 250],
} as const
export type VitalName = keyof typeof vitalBounds

/** Upper bounds of the buckets of a site server's own times, in milliseconds; the last bucket has none. */
export const levelBounds = {
  /** Choosing a visit's set. */
  resolve: [0.5, 1, 2, 5, 10, 25],
  /** From a commit until a site server works with it. */
  propagation: [100, 250, 500, 1000, 2000, 5000],
} as const

/** What one site server saw since its last report. Nothing of it names a visit. */
export const Reports = z.strictObject({
  outcomes: z.array(z.strictObject({ ...versionKey, good: count, bad: count })).max(2000),
  errors: z.array(z.strictObject({ ...versionKey, phase: word, reason: word, step: word, count })).max(2000),
  vitals: z.array(z.strictObject({ ...versionKey, name: z.enum(Object.keys(vitalBounds) as [VitalName, ...VitalName[]]), buckets: z.array(count).length(7) })).max(2000),
  /** Visits by screen; a site server of an earlier version counts none. */
  steps: z.array(z.strictObject({ ...versionKey, step: word, reached: count, left: count, failed: count })).max(2000).default([]),
  live: z.array(z.strictObject({ host: Host, setId: z.int().positive(), visits: count })).max(2000),
  /** Failures that renters saw, by the code that their page showed; a site server of an earlier version sends none. */
  traces: z.array(z.strictObject({ code: z.string().regex(supportCodePattern), ...versionKey, setId: z.int().positive(), phase: word, reason: word, step: word })).max(500).default([]),
  /** How the server itself did; an earlier version counts nothing. */
  levels: z.strictObject({ pages: z.strictObject({ good: count, failed: count }), resolve: z.array(count).length(7), propagation: z.array(count).length(7) }).optional(),
})
export type Reports = z.infer<typeof Reports>

export const addReports = endpoint({
  name: 'addReports', method: 'POST', path: '/registry/v1/reports',
  summary: 'What pages reported to one site server, counted; known by the secret that the site shares (x-checkin-proxy)',
  reach: 'own', may: 'anyone', body: Reports, answer: z.object({ taken: z.array(z.object({ host: Host, module: ReleasableName, version: Version })) }), errors: [{ status: 401, code: 'Unauthorized' }],
  quiet: true, bodyLimit: 1024 * 1024,
})

const window = z.object({ host: z.optional(Host), minutes: z.coerce.number().int().min(1).max(10_080).default(60) })

export const getHealth = endpoint({
  name: 'getHealth', method: 'GET', path: '/registry/v1/health',
  summary: 'How module versions do with real sessions: settled and broken ones, times, how far they come, and verdicts',
  reach: 'filtered', may: roles, query: window,
  answer: z.object({
    versions: z.array(z.object({ ...versionKey, sessions: z.int(), bad: z.int(), /** Per minute, oldest first. */ course: z.array(z.object({ minute: z.iso.datetime(), sessions: z.int(), bad: z.int() })) })),
    vitals: z.array(z.object({ ...versionKey, name: z.string(), count: z.int(), /** Upper bound of the bucket with the 75th percentile; null above the last. */ p75: z.nullable(z.number()) })),
    /** Visits that came to a screen, went on from it, or saw it fail; the rest gave up or are still there. */
    steps: z.array(z.object({ ...versionKey, step: z.string(), reached: z.int(), left: z.int(), failed: z.int() })),
    verdicts: z.array(z.object({
      ...versionKey, rollout: z.string(), baseline: Version, /** `risen`: a version that everybody has breaks more than it used to; then `rollout` is `pinned`, `baseline` the version itself and `base` its past. */
      outcome: z.enum(['open', 'bad', 'risen']),
      canary: z.object({ sessions: z.int(), bad: z.int() }), base: z.object({ sessions: z.int(), bad: z.int() }),
      /** Odds that the version is worse; taken back at 1,000, told at 1,000,000 where everybody has it. */
      odds: z.number(), updatedAt: z.iso.datetime(),
    })),
  }),
  errors: [],
})

export const listErrors = endpoint({
  name: 'listErrors', method: 'GET', path: '/registry/v1/errors',
  summary: 'What went wrong in pages, by module version, phase and cause, newest first',
  reach: 'filtered', may: roles, query: z.object({ host: z.optional(Host), module: z.optional(ReleasableName), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answer: z.object({
    groups: z.array(z.object({ module: ReleasableName, version: Version, phase: z.string(), reason: z.string(), step: z.string(), count: z.int(), hosts: z.array(Host), firstAt: z.iso.datetime(), lastAt: z.iso.datetime() })),
  }),
  errors: [],
})

export const getLive = endpoint({
  name: 'getLive', method: 'GET', path: '/registry/v1/live',
  summary: 'What renters are running now: page loads of the last minutes by tenant, release set and module version',
  reach: 'filtered', may: roles, query: z.object({ minutes: z.coerce.number().int().min(1).max(1440).default(5) }),
  answer: z.object({
    sets: z.array(z.object({ host: Host, setId: z.int(), visits: z.int(), modules: z.record(ReleasableName, Version) })),
    versions: z.array(z.object({ module: ReleasableName, version: Version, visits: z.int(), hosts: z.array(Host) })),
  }),
  errors: [],
})
