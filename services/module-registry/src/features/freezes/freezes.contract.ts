import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'
import { FreezeSpec } from './freeze-window.ts'

/** `*` is every tenant. */
const Where = z.union([z.literal('*'), Host])

export const FreezeView = z.object({
  id: z.int(), host: Where, spec: FreezeSpec, reason: z.string(), actor: z.string(), at: z.iso.datetime(),
})

export const addFreeze = endpoint({
  name: 'addFreeze', method: 'POST', path: '/registry/v1/freezes',
  summary: 'Keeps the releases of a tenant, or of all, as they are: from now until it is lifted, between two hours, or every week; hours are the tenant\'s own. Going back, kill and taking back by itself stay possible',
  reach: 'host', may: ['operator', 'approver'], body: z.strictObject({ host: Where, spec: FreezeSpec.default({}), reason: z.string().max(500).default('') }), answer: FreezeView, errors: [],
})

export const listFreezes = endpoint({
  name: 'listFreezes', method: 'GET', path: '/registry/v1/freezes', summary: 'Freezes that hold, or will hold, newest first',
  reach: 'filtered', may: roles, answer: z.object({ freezes: z.array(FreezeView) }), errors: [],
})

export const liftFreezes = endpoint({
  name: 'liftFreezes', method: 'POST', path: '/registry/v1/freezes/lift',
  summary: 'Ends the freezes of a tenant, or those of all, or one by its number',
  reach: 'host', may: ['operator', 'approver'], body: z.strictObject({ host: Where, id: z.optional(z.int().positive()), reason: z.string().max(500).default('') }),
  answer: z.object({ lifted: z.array(z.int()) }), errors: [{ status: 404, code: 'NotFrozen' }],
})
