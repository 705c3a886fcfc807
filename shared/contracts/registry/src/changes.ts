import { TenantHost } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, IdParams, Reason, roles } from './endpoint.ts'
import { LocalTime } from './release.ts'

export const changeKinds = ['release', 'plan', 'experiment', 'token', 'publisher-key', 'runner-key', 'passkey-reset'] as const
export const changeStates = ['waiting', 'scheduled', 'applied', 'refused', 'rejected'] as const

/** A change that waits, or its outcome. */
export const ChangeView = z.object({
  id: z.int(),
  kind: z.enum(changeKinds),
  everyone: z.boolean(),
  state: z.enum(changeStates),
  /** Why it needs a second person: `payment`, `everyone`, `protected`, `token`, `publisher-key`, `runner-key`, `passkey-reset`; empty when it only waits for its hour. */
  needs: z.array(z.string()),
  /** What is requested: modules, percent, cohorts, hour; a plan; an experiment; a token with the fingerprint of its hash; a key. */
  wish: z.unknown(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  decision: z.nullable(z.string()),
  hosts: z.array(z.object({
    host: TenantHost, dueAt: z.nullable(z.iso.datetime()), state: z.enum(['waiting', 'applied', 'refused']),
    /** Why it was refused, for example `ReleaseChanged`. */
    code: z.nullable(z.string()), revision: z.nullable(z.int()),
  })),
})
export type ChangeView = z.infer<typeof ChangeView>

/** The answer to a change that waits for a second person or for its hour, with status 202. */
export const PendingChange = z.object({ change: ChangeView })

const decision = z.strictObject({ reason: Reason })
const unknownChange = { status: 404, code: 'UnknownChange' }
const errors = [unknownChange, { status: 409, code: 'NotWaiting' }]

export const listChanges = endpoint({
  name: 'listChanges', method: 'GET', path: '/registry/v1/changes',
  summary: 'Changes that wait for a second person or for their hour, and the outcome of the others, newest first',
  access: { roles, reach: 'filtered' },
  query: z.object({ state: z.optional(z.enum(changeStates)), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answer: z.object({ changes: z.array(ChangeView) }), errors: [],
})

export const getChange = endpoint({
  name: 'getChange', method: 'GET', path: '/registry/v1/changes/:id', summary: 'One change that waits or waited',
  access: { roles, reach: 'filtered' }, params: IdParams, answer: ChangeView, errors: [unknownChange],
})

export const approveChange = endpoint({
  name: 'approveChange', method: 'POST', path: '/registry/v1/changes/:id/approve',
  summary: 'Lets a change happen that somebody else proposed; at once, or at its hour',
  access: { roles: ['approver'], reach: 'host' }, params: IdParams, body: decision, answer: ChangeView,
  errors: [...errors, { status: 403, code: 'SamePerson' }, { status: 409, code: 'Frozen' }, { status: 409, code: 'RolloutRunning' }, { status: 409, code: 'ExperimentRunning' }, { status: 404, code: 'UnknownToken' }, { status: 409, code: 'LabelTaken' }, { status: 409, code: 'TokenKnown' }, { status: 409, code: 'Revoked' }],
})

export const rejectChange = endpoint({
  name: 'rejectChange', method: 'POST', path: '/registry/v1/changes/:id/reject',
  summary: 'Drops a change that waits for a second person or for its hour; also its own proposer may',
  access: { roles: ['approver', 'operator'], reach: 'host' }, params: IdParams, body: decision, answer: ChangeView, errors,
})

const WeekTime = z.string().regex(/^(mon|tue|wed|thu|fri|sat|sun) ([01]\d|2[0-3]):[0-5]\d$/, 'must be like "fri 18:00"')

/** When nothing changes, in the tenant's own time: from now or an hour on, until an hour or until it is lifted; or every week. */
export const FreezeSpec = z.union([
  z.strictObject({ from: z.optional(LocalTime), until: z.optional(LocalTime) }),
  z.strictObject({ weekly: z.strictObject({ from: WeekTime, until: WeekTime }) }),
])
export type FreezeSpec = z.infer<typeof FreezeSpec>

/** `*` is every tenant. */
const Where = z.union([z.literal('*'), TenantHost])

export const FreezeView = z.object({
  id: z.int(), host: Where, spec: FreezeSpec, reason: z.string(), actor: z.string(), at: z.iso.datetime(),
})

export const addFreeze = endpoint({
  name: 'addFreeze', method: 'POST', path: '/registry/v1/freezes',
  summary: 'Keeps the releases of a tenant, or of all, as they are: from now until it is lifted, between two hours, or every week; hours are the tenant\'s own. Rolling back, by hand or automatically, and kill stay possible',
  access: { roles: ['operator', 'approver'], reach: 'host' }, body: z.strictObject({ host: Where, spec: FreezeSpec.default({}), reason: Reason }), answer: FreezeView, errors: [],
})

export const listFreezes = endpoint({
  name: 'listFreezes', method: 'GET', path: '/registry/v1/freezes', summary: 'Freezes now and to come, newest first',
  access: { roles, reach: 'filtered' }, answer: z.object({ freezes: z.array(FreezeView) }), errors: [],
})

export const liftFreezes = endpoint({
  name: 'liftFreezes', method: 'POST', path: '/registry/v1/freezes/lift', summary: 'Ends the freezes of a tenant, or those of all, or one by its number',
  access: { roles: ['operator', 'approver'], reach: 'host' }, body: z.strictObject({ host: Where, id: z.optional(z.int().positive()), reason: Reason }),
  answer: z.object({ lifted: z.array(z.int()) }), errors: [{ status: 404, code: 'NotFrozen' }],
})
