import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { ChangeView } from '../changes/changes.contract.ts'
import { changeErrors } from '../tenants/tenants.contract.ts'
import { Choice } from '../sets/sets.contract.ts'
import { PlanGate, PlanSpec, PlanStep } from './plan-spec.ts'

export const planStates = ['running', 'paused', 'halted', 'aborted', 'done'] as const

export const PlanView = z.object({
  id: z.int(), name: z.string(), state: z.enum(planStates), hosts: z.array(z.string()), modules: Choice, steps: z.array(PlanStep), gate: PlanGate,
  /** Number of the step that is on, from 0; -1 before the first. */
  step: z.int(),
  stepSince: z.nullable(z.iso.datetime()),
  /** What it waits for, or why it stopped. */
  note: z.string(),
  reason: z.string(), actor: z.string(), at: z.iso.datetime(),
})

const params = z.object({ id: z.coerce.number().int().positive() })
const body = z.strictObject({ reason: z.string().max(500).default('') })
const errors = [{ status: 404, code: 'UnknownPlan' }, { status: 409, code: 'WrongState' }]

export const createPlan = endpoint({
  name: 'createPlan', method: 'POST', path: '/registry/v1/plans',
  summary: 'Starts a staged rollout: rising percentages, each watched for a time and for enough sessions; answers 202 with a change where it needs a second person',
  reach: 'host', may: ['operator'], body: PlanSpec, answer: z.union([PlanView, z.object({ change: ChangeView })]), errors: changeErrors,
})

export const listPlans = endpoint({
  name: 'listPlans', method: 'GET', path: '/registry/v1/plans', summary: 'Staged rollouts, newest first',
  reach: 'filtered', may: roles, answer: z.object({ plans: z.array(PlanView) }), errors: [],
})

export const pausePlan = endpoint({
  name: 'pausePlan', method: 'POST', path: '/registry/v1/plans/:id/pause', summary: 'Keeps a plan at its present percentage until it is resumed',
  reach: 'host', may: ['operator'], params, body, answer: PlanView, errors,
})

export const resumePlan = endpoint({
  name: 'resumePlan', method: 'POST', path: '/registry/v1/plans/:id/resume', summary: 'Lets a paused or halted plan go on; the time of its step begins anew',
  reach: 'host', may: ['operator'], params, body, answer: PlanView, errors,
})

export const abortPlan = endpoint({
  name: 'abortPlan', method: 'POST', path: '/registry/v1/plans/:id/abort', summary: 'Ends a plan and gives its sessions-to-be what the others get; never needs a second person',
  reach: 'host', may: ['operator'], params, body, answer: PlanView, errors,
})
