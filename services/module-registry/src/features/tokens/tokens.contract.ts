import * as z from 'zod'
import { ReleasableName } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'

export const createToken = endpoint({
  name: 'createToken',
  method: 'POST',
  path: '/registry/v1/tokens',
  summary: 'Makes a token; it is shown this once and kept only as a hash',
  may: ['operator'],
  body: z.strictObject({
    label: z.string().min(3).max(100),
    role: z.enum(roles),
    /** The module of a publisher. */
    module: z.optional(ReleasableName),
    /** Tenants that the token is limited to; all when left out. */
    hosts: z.optional(z.array(z.string()).min(1)),
  }).refine(({ role, module }) => (role === 'publisher') === (module !== undefined), 'a publisher needs a module, nobody else has one'),
  answer: z.object({ token: z.string(), label: z.string(), role: z.enum(roles) }),
  errors: [],
})

export const getActor = endpoint({
  name: 'getActor',
  method: 'GET',
  path: '/registry/v1/actor',
  summary: 'Whose token this is and what it may do',
  may: roles,
  answer: z.object({ label: z.string(), role: z.enum(roles), module: z.nullable(z.string()), hosts: z.nullable(z.array(z.string())) }),
  errors: [],
})
