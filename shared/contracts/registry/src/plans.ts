import { Percent, TenantHost } from '@checkin/releases'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, IdParams, Reason, roles } from './endpoint.ts'
import { changeErrors, Choice } from './release.ts'
import { TenantGroup } from './tenants.ts'

const dwellMinutes = z.number().min(0).max(43_200)

/** Rising percentages with the time that each is watched. */
export const PlanSteps = z.array(z.strictObject({ percent: Percent.min(0.01), dwellMinutes })).min(1).max(20)
  .refine((steps) => steps.every(({ percent }, at) => at === 0 || percent > (steps[at - 1]?.percent ?? 0)), 'must rise')
export type PlanSteps = z.infer<typeof PlanSteps>

/** Tenants that go through a plan's steps together: whole groups, tenants by their hosts, or both. */
export const PlanWave = z.strictObject({ groups: z.array(TenantGroup).max(20).default([]), hosts: z.array(TenantHost).max(1000).default([]) })
  .refine(({ groups, hosts }) => groups.length + hosts.length > 0, 'must name a group or a tenant')
export type PlanWave = z.infer<typeof PlanWave>

/** A staged rollout as a file describes it; `npm run rollout -- plan <file>`. */
export const PlanSpec = z.strictObject({
  name: z.string().min(3).max(100),
  hosts: z.optional(z.union([z.literal('all'), z.array(TenantHost).min(1)])),
  /** In the place of `hosts`: the steps run for the first wave, then for the second, and so on (DEC-353). A group means the tenants that are in it when the plan is made. */
  waves: z.optional(z.array(PlanWave).min(1).max(20)),
  /** Exact versions: a plan tests one thing. */
  modules: Choice.refine((modules) => Object.keys(modules).length > 0, 'must name a module'),
  /** The installation's usual ones when left out. One that ends with everybody begins with a canary (DEC-295). */
  steps: z.optional(PlanSteps),
  gate: z.strictObject({
    /** Session health samples of the new version that a step must bring before the next one. */
    minSessions: z.int().min(0).default(50),
  }).default({ minSessions: 50 }),
  /** It has no canary step that is judged; the reason is kept. */
  emergency: z.optional(z.boolean()),
  reason: Reason,
}).refine(({ hosts, waves }) => (hosts === undefined) !== (waves === undefined), 'must have either hosts or waves')
export type PlanSpec = z.infer<typeof PlanSpec>

export const PlanStep = PlanSteps.element
export const PlanGate = z.strictObject({ minSessions: z.int() })

export const planStates = ['running', 'paused', 'halted', 'aborted', 'done'] as const
export type PlanState = (typeof planStates)[number]

/** How far a wave is; `rolled-back` is one whose tenants got back what they had before the plan. */
export const waveStates = ['not-begun', 'running', 'done', 'rolled-back'] as const

export const PlanView = z.object({
  id: z.int(), name: z.string(), state: z.enum(planStates),
  /** All tenants of the plan, those of later waves among them. */
  hosts: z.array(z.string()),
  /** Null where all tenants go through the steps at once. Of waves without a tenant in the reader's reach only the state is told. */
  waves: z.optional(z.nullable(z.array(z.object({ groups: z.array(z.string()), hosts: z.array(z.string()), state: z.enum(waveStates) })))),
  /** Number of the present wave, from 0; its step is `step`. */
  wave: z.optional(z.int()),
  modules: Choice, steps: z.array(PlanStep), gate: PlanGate,
  /** Number of the present step, from 0; -1 before the first. */
  step: z.int(),
  stepSince: z.nullable(z.iso.datetime()),
  /** What it waits for, or why it stopped. */
  note: z.string(),
  reason: z.string(), actor: z.string(), at: z.iso.datetime(),
})
export type PlanView = z.infer<typeof PlanView>

const operators = { roles: ['operator'], reach: 'host' } as const
const body = z.strictObject({ reason: Reason })
const errors = [{ status: 404, code: 'UnknownPlan' }, { status: 409, code: 'WrongState' }]

export const createPlan = endpoint({
  name: 'createPlan', method: 'POST', path: '/registry/v1/plans',
  summary: 'Starts a staged rollout: rising percentages, each watched for a time and for enough sessions, for all of its tenants or wave by wave; answers 202 with a change where it needs a second person',
  access: operators, body: PlanSpec, answer: z.union([PlanView, PendingChange]), statuses: [200, 202],
  errors: [...changeErrors, { status: 404, code: 'EmptyGroup' }, { status: 409, code: 'TenantInTwoWaves' }],
})

export const listPlans = endpoint({
  name: 'listPlans', method: 'GET', path: '/registry/v1/plans', summary: 'Staged rollouts, newest first',
  access: { roles, reach: 'filtered' }, answer: z.object({ plans: z.array(PlanView) }), errors: [],
})

export const pausePlan = endpoint({
  name: 'pausePlan', method: 'POST', path: '/registry/v1/plans/:id/pause', summary: 'Keeps a plan at its present percentage until it is resumed',
  access: operators, params: IdParams, body, answer: PlanView, errors,
})

export const resumePlan = endpoint({
  name: 'resumePlan', method: 'POST', path: '/registry/v1/plans/:id/resume', summary: 'Lets a paused or halted plan go on; the time of its step begins anew',
  access: operators, params: IdParams, body, answer: PlanView, errors,
})

export const abortPlan = endpoint({
  name: 'abortPlan', method: 'POST', path: '/registry/v1/plans/:id/abort', summary: 'Ends a plan and gives its sessions-to-be what the others get, in every wave; never needs a second person',
  access: operators, params: IdParams, body, answer: PlanView, errors,
})
