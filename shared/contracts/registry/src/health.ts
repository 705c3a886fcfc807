import { ReleasableName, TenantHost, Version } from '@checkin/releases'
import { ErrorGroups, Health, Live, ReportBatch, StackFrame } from '@checkin/telemetry'
import * as z from 'zod'
import { endpoint, roles } from './endpoint.ts'
import { Choice } from './release.ts'

export const addReports = endpoint({
  name: 'addReports', method: 'POST', path: '/registry/v1/reports',
  summary: 'What pages reported to one site server, counted; authenticated by the key of site servers for it (x-checkin-key)',
  access: { roles: 'anyone', reach: 'own' }, body: ReportBatch, answer: z.object({ taken: z.array(z.object({ host: TenantHost, module: ReleasableName, version: Version })) }), errors: [{ status: 401, code: 'Unauthorized' }],
  quiet: true, bodyLimit: 1024 * 1024,
})

const timeWindow = z.object({ host: z.optional(TenantHost), minutes: z.coerce.number().int().min(1).max(10_080).default(60) })

export const getHealth = endpoint({
  name: 'getHealth', method: 'GET', path: '/registry/v1/health',
  summary: 'How module versions do with real sessions: good and bad ones, times, the step funnel, and canary results',
  access: { roles, reach: 'filtered' }, query: timeWindow,
  answer: Health, errors: [],
})

/** How many of how many did something, and between which shares (0 to 1) the true one lies, 95 times of 100; null where nobody was counted. */
export const ShareOf = z.object({ count: z.int(), of: z.int(), interval: z.nullable(z.object({ low: z.number(), high: z.number() })) })
export type ShareOf = z.infer<typeof ShareOf>

/** The mean of so many, and between which figures the true one lies, 95 times of 100; null where fewer than 20 were counted, of whom nothing can be said. */
export const MeanOf = z.object({ mean: z.nullable(z.number()), of: z.int(), interval: z.nullable(z.object({ low: z.number(), high: z.number() })) })
export type MeanOf = z.infer<typeof MeanOf>

/** What renters made of a version of a module at a tenant (DEC-323). */
export const VersionJourneys = z.object({
  host: TenantHost, module: ReleasableName, version: Version,
  /** Sessions that completed check-in, of those that found a reservation. */
  completed: ShareOf,
  /** Completed ones whose rental's total grew. */
  added: ShareOf,
  /** By how much the totals of reservations grew in minor units of a currency, of all sessions that found one: those that did not complete added nothing (DEC-346). A currency a row. */
  value: z.array(MeanOf.extend({ currency: z.string() })),
  /** Seconds from the found reservation to the completed check-in, of sessions that completed within 45 minutes (DEC-346). */
  time: MeanOf,
  /** Which sessions get it now: those of a running rollout, those beside one, or neither. */
  cohort: z.nullable(z.enum(['rollout', 'beside'])),
  /** Stays on its screens that took 45 seconds at most, of those that went on. */
  quick: ShareOf,
  /** Screens that were left for the next one, of those that were reached. */
  wentOn: ShareOf,
})
export type VersionJourneys = z.infer<typeof VersionJourneys>

export const getJourneys = endpoint({
  name: 'getJourneys', method: 'GET', path: '/registry/v1/journeys',
  summary: 'What renters made of each module version at each tenant: completed, added to, quick and left screens, what was added per reservation and how long check-in took, with the uncertainty of each figure; kept for 14 days',
  access: { roles, reach: 'filtered' }, query: z.object({ host: z.optional(TenantHost), module: z.optional(ReleasableName), minutes: z.coerce.number().int().min(1).max(20_160).default(10_080) }),
  answer: z.object({ versions: z.array(VersionJourneys) }), errors: [],
})

export const listErrors = endpoint({
  name: 'listErrors', method: 'GET', path: '/registry/v1/errors',
  summary: 'What went wrong in pages, by module version, phase and cause, newest first',
  access: { roles, reach: 'filtered' }, query: z.object({ host: z.optional(TenantHost), module: z.optional(ReleasableName), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answer: ErrorGroups, errors: [],
})

/** A place of an error: in the published script, and in the source that it was made from. */
const ReadFrame = StackFrame.extend({
  /** Path of the source, line and column from 1, the name that stands there, and the line itself; null where the map does not say. */
  source: z.nullable(z.string()), sourceLine: z.nullable(z.int()), sourceColumn: z.nullable(z.int()), name: z.nullable(z.string()), code: z.nullable(z.string()),
})
export type ReadFrame = z.infer<typeof ReadFrame>

export const listStacks = endpoint({
  name: 'listStacks', method: 'GET', path: '/registry/v1/modules/:name/versions/:version/stacks',
  summary: 'Where in a version\'s sources errors of pages were thrown, newest first, read back by the source maps that were published with it; kept for 30 days',
  // Lines of the sources are in the answer.
  access: { roles: ['operator', 'approver'], reach: 'filtered' }, params: z.object({ name: ReleasableName, version: Version }),
  answer: z.object({ stacks: z.array(z.object({ count: z.int(), hosts: z.array(TenantHost), firstAt: z.iso.datetime(), lastAt: z.iso.datetime(), frames: z.array(ReadFrame) })) }), errors: [],
})

export const getLive = endpoint({
  name: 'getLive', method: 'GET', path: '/registry/v1/live',
  summary: 'What renters are running now: page loads of the last minutes by tenant, release set and module version',
  access: { roles, reach: 'filtered' }, query: z.object({ minutes: z.coerce.number().int().min(1).max(1440).default(5) }),
  answer: Live, errors: [],
})

/** What site servers promise: the share of pages that are answered well, and times (milliseconds) that 99 of 100 keep. */
export const levelTargets = { availability: 0.999, resolve: 5, propagation: 1000 } as const

const Availability = z.object({ good: z.int(), failed: z.int(), /** Of good answers; null without any answer. */ share: z.nullable(z.number()), met: z.nullable(z.boolean()) })
/** Percentiles are the upper bound of their bucket; null above the last bound, and without any count. */
const Times = z.object({ count: z.int(), p50: z.nullable(z.number()), p99: z.nullable(z.number()), /** Null without any count. */ met: z.nullable(z.boolean()) })
const Levels = { availability: Availability, resolve: Times, propagation: Times }

/** How all site servers together serve, beside what they promise. */
export const ServiceLevels = z.object({
  ...Levels,
  /** How often a site server said that what it knows of releases has expired: somebody keeps the newest answer from it, or a clock is wrong. */
  expired: z.int(),
  targets: z.object({ availability: z.number(), resolve: z.number(), propagation: z.number() }),
  /** Upper bounds of the buckets in milliseconds; a time beyond the last one is known to be longer than that. */
  bounds: z.object({ resolve: z.array(z.number()), propagation: z.array(z.number()) }),
  /** The same in at most 24 equal parts, oldest first; parts without any count are left out. */
  course: z.array(z.object({ from: z.iso.datetime(), ...Levels })),
  /** Minutes of one part. */
  partMinutes: z.int(),
})
export type ServiceLevels = z.infer<typeof ServiceLevels>

export const getServiceLevels = endpoint({
  name: 'getServiceLevels', method: 'GET', path: '/registry/v1/service-levels',
  summary: 'How all site servers together serve, beside what is promised: page answers, the time to resolve a set, the time until a change is in use',
  access: { roles, reach: 'shared' }, query: z.object({ minutes: z.coerce.number().int().min(1).max(10_080).default(360) }),
  answer: ServiceLevels, errors: [],
})

/** A failure that a renter saw, with all that is needed to reproduce it. */
export const Trace = z.object({
  code: z.string(), at: z.iso.datetime(), host: TenantHost,
  /** The module version that failed; the shell's where the set had no such screen. */
  module: ReleasableName, version: Version, phase: z.string(), reason: z.string(), step: z.string(),
  /** The exact set that the page had, and its versions. */
  setId: z.int().positive(), modules: Choice,
  /** The same failure of the same version, over all tenants. */
  group: z.object({ count: z.int(), hosts: z.array(TenantHost), firstAt: z.nullable(z.iso.datetime()), lastAt: z.nullable(z.iso.datetime()) }),
})
export type Trace = z.infer<typeof Trace>

export const getTrace = endpoint({
  name: 'getTrace', method: 'GET', path: '/registry/v1/traces/:code',
  summary: 'The failure behind a code that a renter told support: where, when, which version of which set, how often; kept for 30 days',
  access: { roles, reach: 'filtered' },
  // In any case, with the hyphen, blanks or nothing between.
  params: z.object({ code: z.string().min(1).max(20) }),
  answer: Trace, errors: [{ status: 404, code: 'UnknownTrace' }],
})
