import { ReleasableName, SettingValues, TenantHost, Version } from '@checkin/releases'
import { Currency } from '@checkin/telemetry'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, IdParams, Reason, roles } from './endpoint.ts'
import { changeErrors, setErrors } from './release.ts'

/** What an experiment compares, and the smallest difference that is worth knowing: what both arms are compared by is said before it starts (DEC-357). */
export const ExperimentMetric = z.discriminatedUnion('kind', [
  /** Share of the sessions with a reservation that complete check-in; the difference as a share, 0.02 for two of 100. */
  z.strictObject({ kind: z.literal('completion'), smallestEffect: z.number().min(0.005).max(0.5) }),
  /** What renters add per reservation, by the reservation API, in minor units. */
  z.strictObject({ kind: z.literal('added'), currency: Currency, smallestEffect: z.int().min(1).max(10_000_000) }),
  /** Seconds from the found reservation to the completed check-in, of those that complete; less is better. */
  z.strictObject({ kind: z.literal('time'), smallestEffect: z.int().min(1).max(1800) }),
])
export type ExperimentMetric = z.infer<typeof ExperimentMetric>

/** When an experiment ends by itself. */
export const ExperimentRule = z.strictObject({
  /** How often two equal arms may be called different, however often one looks. */
  errorRate: z.number().min(0.001).max(0.2).default(0.05),
  mostDays: z.number().min(0.05).max(90).default(28),
  /** So many sessions of both arms together are enough; null without such an end. */
  mostSessions: z.nullable(z.int().min(100).max(10_000_000)).default(null),
})
export type ExperimentRule = z.infer<typeof ExperimentRule>

const declared = {
  name: z.string().trim().min(3).max(100),
  module: ReleasableName,
  /** Percent of the tenant's new sessions in B: half at most, because the canary compares with the others. */
  percent: z.number().min(1).max(50),
  metric: ExperimentMetric, rule: ExperimentRule,
}

/** Arm B: another version of the module, or other settings of the version that everybody has; arm A is what the tenant has when it starts. */
const armB = {
  version: z.exactOptional(Version),
  /** All that is set of the module in B, as a release change gives it; an empty one is its defaults (DEC-361). */
  settings: z.exactOptional(SettingValues),
}
const hasOneArm = ({ version, settings }: { readonly version?: string | undefined; readonly settings?: SettingValues | undefined }): boolean => (version === undefined) !== (settings === undefined)
const oneArm = { message: 'names another version or other settings as arm B, one of them', path: ['version'] }

export const ExperimentSpec = z.strictObject({ host: TenantHost, ...declared, ...armB, rule: ExperimentRule.prefault({}), reason: Reason }).refine(hasOneArm, oneArm)
export type ExperimentSpec = z.infer<typeof ExperimentSpec>

/** How experiments end: by their figures, by time or size, by a person, or because B was rolled back or killed. */
export const experimentEnds = ['b-better', 'a-better', 'no-difference', 'stopped', 'withdrawn'] as const
export type ExperimentEnd = (typeof experimentEnds)[number]

const arms = { a: Version, since: z.iso.datetime() }

/** What an experiment is now; `a` is the version of arm A. */
export const ExperimentState = z.discriminatedUnion('state', [
  z.object({ state: z.literal('planned'), /** The change in which its start waits for a second person. */ change: z.nullable(z.int()) }),
  z.object({
    state: z.literal('running'), ...arms, until: z.iso.datetime(),
    /** Why it decides nothing now: B is suspended, or the tenant is frozen. */
    paused: z.nullable(z.enum(['suspended', 'frozen'])),
  }),
  z.object({ state: z.literal('ended'), end: z.enum(experimentEnds), at: z.iso.datetime(), by: z.string(), /** Null where it never started. */ ran: z.nullable(z.object(arms)) }),
])
export type ExperimentState = z.infer<typeof ExperimentState>

/** An arm's metric with its 95 % interval: a share, minor units or seconds. Null where too few sessions are known. */
export const ExperimentArm = z.object({ sessions: z.int(), value: z.nullable(z.number()), interval: z.nullable(z.object({ low: z.number(), high: z.number() })) })
export type ExperimentArm = z.infer<typeof ExperimentArm>

const Figures = { a: ExperimentArm, b: ExperimentArm }

export const ExperimentView = z.object({
  id: z.int(), host: TenantHost, ...declared,
  /** Of arm B; where settings are compared both arms have it. */
  version: Version,
  /** Where settings are compared: all that is set of the module in either arm; of a planned one what the tenant has by now is A. Absent where two versions are. */
  settings: z.exactOptional(z.object({ a: SettingValues, b: SettingValues })),
  state: ExperimentState,
  /** Null before it started. `odds` are those for A and for B being the better one, which end it when they are as high as `needed`. */
  figures: z.nullable(z.object({ ...Figures, odds: z.object({ a: z.number(), b: z.number(), needed: z.number() }) })),
  reason: z.string(), actor: z.string(), at: z.iso.datetime(),
})
export type ExperimentView = z.infer<typeof ExperimentView>

/** The same with its course, oldest first: both arms as they were at an instant, from the start on. */
export const ExperimentDetail = ExperimentView.extend({ course: z.array(z.object({ at: z.iso.datetime(), ...Figures })) })
export type ExperimentDetail = z.infer<typeof ExperimentDetail>

const operators = { roles: ['operator'], reach: 'host' } as const
const unknown = { status: 404, code: 'UnknownExperiment' }
const sameSettings = { status: 409, code: 'SameSettings' }
/** Why something cannot be arm B. */
const armErrors = [...setErrors, { status: 409, code: 'NoRelease' }, sameSettings]
const errors = [unknown, { status: 409, code: 'WrongState' }]

export const createExperiment = endpoint({
  name: 'createExperiment', method: 'POST', path: '/registry/v1/experiments', summary: 'Plans an experiment of one tenant: another version of a module, or other settings of it, for some sessions, compared by a metric and a rule that are said beforehand',
  access: operators, body: ExperimentSpec, answer: ExperimentView, errors: [{ status: 404, code: 'UnknownTenant' }, ...armErrors],
})

export const listExperiments = endpoint({
  name: 'listExperiments', method: 'GET', path: '/registry/v1/experiments', summary: 'Experiments, newest first',
  access: { roles, reach: 'filtered' }, answer: z.object({ experiments: z.array(ExperimentView) }), errors: [],
})

export const getExperiment = endpoint({
  name: 'getExperiment', method: 'GET', path: '/registry/v1/experiments/:id', summary: 'One experiment with the course of both arms',
  access: { roles, reach: 'filtered' }, params: IdParams, answer: ExperimentDetail, errors: [unknown],
})

export const changeExperiment = endpoint({
  name: 'changeExperiment', method: 'PUT', path: '/registry/v1/experiments/:id', summary: 'Changes what a planned experiment declares; refused once it was started or waits for a second person',
  access: operators, params: IdParams, body: z.strictObject({ ...declared, ...armB, reason: Reason }).refine(hasOneArm, oneArm), answer: ExperimentView, errors: [unknown, { status: 409, code: 'ExperimentStarted' }, ...armErrors],
})

export const startExperiment = endpoint({
  name: 'startExperiment', method: 'POST', path: '/registry/v1/experiments/:id/start', summary: 'Starts a planned experiment; answers 202 with a change where it needs a second person',
  access: operators, params: IdParams, body: z.strictObject({ reason: Reason }), answer: z.union([ExperimentView, PendingChange]), statuses: [200, 202],
  errors: [...errors, ...changeErrors, sameSettings],
})

export const stopExperiment = endpoint({
  name: 'stopExperiment', method: 'POST', path: '/registry/v1/experiments/:id/stop', summary: 'Ends an experiment and gives its sessions-to-be what the others get; never needs a second person',
  access: operators, params: IdParams, body: z.strictObject({ reason: Reason }), answer: ExperimentView, errors,
})
