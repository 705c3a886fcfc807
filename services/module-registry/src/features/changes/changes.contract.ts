import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

/** An hour on the wall of the tenant. */
export const LocalTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be like 2026-12-01T03:00')

export const changeStates = ['waiting', 'scheduled', 'applied', 'refused', 'rejected'] as const

/** A change that waits, or what became of it. */
export const ChangeView = z.object({
  id: z.int(),
  kind: z.enum(['release', 'plan', 'token', 'publisher-key']),
  everyone: z.boolean(),
  state: z.enum(changeStates),
  /** Why it needs a second person: `payment`, `everyone`, `protected`, `token`, `publisher-key`; empty when it only waits for its hour. */
  needs: z.array(z.string()),
  /** What is wanted: modules, percent, cohorts, hour; a plan; a token with the fingerprint of its hash; a key. */
  wish: z.unknown(),
  reason: z.string(),
  proposedBy: z.string(),
  proposedAt: z.iso.datetime(),
  decidedBy: z.nullable(z.string()),
  decidedAt: z.nullable(z.iso.datetime()),
  decision: z.nullable(z.string()),
  hosts: z.array(z.object({
    host: Host, dueAt: z.nullable(z.iso.datetime()), state: z.enum(['waiting', 'applied', 'refused']),
    /** Why it was refused, for example `ReleaseChanged`. */
    code: z.nullable(z.string()), revision: z.nullable(z.int()),
  })),
})

/** The answer to a change that waits for a second person or for its hour, with status 202. */
export const Pending = z.object({ change: ChangeView })

const params = z.object({ id: z.coerce.number().int().positive() })
const decision = z.strictObject({ reason: z.string().max(500).default('') })
const errors = [{ status: 404, code: 'UnknownChange' }, { status: 409, code: 'NotWaiting' }]

export const listChanges = endpoint({
  name: 'listChanges',
  method: 'GET',
  path: '/registry/v1/changes',
  summary: 'Changes that wait for a second person or for their hour, and what became of the others, newest first',
  reach: 'filtered', may: roles,
  query: z.object({ state: z.optional(z.enum(changeStates)), limit: z.coerce.number().int().min(1).max(500).default(100) }),
  answer: z.object({ changes: z.array(ChangeView) }),
  errors: [],
})

export const getChange = endpoint({
  name: 'getChange', method: 'GET', path: '/registry/v1/changes/:id', summary: 'One change that waits or waited',
  reach: 'filtered', may: roles, params, answer: ChangeView, errors: [{ status: 404, code: 'UnknownChange' }],
})

export const approveChange = endpoint({
  name: 'approveChange', method: 'POST', path: '/registry/v1/changes/:id/approve',
  summary: 'Lets a change happen that somebody else proposed; at once, or at its hour',
  reach: 'host', may: ['approver'], params, body: decision, answer: ChangeView, errors: [...errors, { status: 403, code: 'SamePerson' }, { status: 409, code: 'Frozen' }, { status: 404, code: 'UnknownToken' }, { status: 409, code: 'LabelTaken' }, { status: 409, code: 'TokenKnown' }, { status: 409, code: 'Revoked' }],
})

export const rejectChange = endpoint({
  name: 'rejectChange', method: 'POST', path: '/registry/v1/changes/:id/reject',
  summary: 'Drops a change that waits for a second person or for its hour; also its own proposer may',
  reach: 'host', may: ['approver', 'operator'], params, body: decision, answer: ChangeView, errors,
})
