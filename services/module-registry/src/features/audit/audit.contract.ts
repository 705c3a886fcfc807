import * as z from 'zod'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'

export const getAudit = endpoint({
  name: 'getAudit',
  method: 'GET',
  path: '/registry/v1/audit',
  summary: 'Who changed what, when, from what to what and why, newest first; says whether the chain is whole',
  reach: 'filtered', may: roles,
  query: z.object({ subject: z.optional(z.string().max(253)), limit: z.coerce.number().int().min(1).max(1000).default(100) }),
  answer: z.object({
    /** Number of the first entry that is not what was written; null when all are. */
    firstBroken: z.nullable(z.int()),
    entries: z.array(z.object({
      entry: z.int(), at: z.iso.datetime(), actor: z.string(), action: z.string(), subject: z.string(),
      before: z.unknown(), after: z.unknown(), reason: z.string(), hash: z.string(),
    })),
  }),
  errors: [],
})
