import * as z from 'zod'
import { Signed } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Choice, setErrors } from '../sets/sets.contract.ts'

/** A tenant is its exact host name, lower-case and without port. */
const Host = z.string().max(253).regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'must be a host name')
const hostParams = z.object({ host: Host })
const Reason = z.string().max(500).default('')

const pointerFields = {
  host: Host,
  revision: z.int(),
  setId: z.int(),
  /** What new sessions get. */
  modules: Choice,
  lastGoodSetId: z.nullable(z.int()),
  /** A second set for some percent of new sessions. */
  split: z.nullable(z.object({ setId: z.int(), percent: z.number() })),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
}

export const TenantSummary = z.object(pointerFields)
export const TenantStatus = z.object({
  ...pointerFields,
  /** Newest first. */
  history: z.array(z.object({
    revision: z.int(), setId: z.int(), modules: Choice, action: z.string(), reason: z.string(), actor: z.string(), at: z.iso.datetime(),
  })),
})

export const listTenants = endpoint({
  name: 'listTenants',
  method: 'GET',
  path: '/registry/v1/tenants',
  summary: 'All tenants and what their new sessions get',
  may: roles,
  answer: z.object({ tenants: z.array(TenantSummary) }),
  errors: [],
})

export const getTenant = endpoint({
  name: 'getTenant',
  method: 'GET',
  path: '/registry/v1/tenants/:host',
  summary: 'One tenant with the history of its revisions',
  may: roles,
  params: hostParams,
  answer: TenantStatus,
  errors: [{ status: 404, code: 'UnknownTenant' }],
})

export const setPointer = endpoint({
  name: 'setPointer',
  method: 'PUT',
  path: '/registry/v1/tenants/:host/pointer',
  summary: 'Gives a tenant\'s new sessions other module versions, or a set that exists; a new tenant begins with If-Match "0"',
  may: ['operator'],
  params: hostParams,
  body: z.union([
    z.strictObject({ modules: Choice.refine((choice) => Object.keys(choice).length > 0, 'must name a module'), reason: Reason }),
    z.strictObject({ setId: z.int().positive(), reason: Reason }),
  ]),
  answer: TenantStatus,
  errors: [...setErrors, { status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownSet' }],
  ifMatch: true,
})

export const goBack = endpoint({
  name: 'goBack',
  method: 'POST',
  path: '/registry/v1/tenants/:host/pointer/back',
  summary: 'Gives a tenant\'s new sessions what they got before, or at a named revision; it becomes a revision of its own',
  may: ['operator'],
  params: hostParams,
  body: z.strictObject({ to: z.optional(z.int().positive()), reason: Reason }),
  answer: TenantStatus,
  errors: [{ status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownRevision' }, { status: 409, code: 'NothingBefore' }],
  ifMatch: true,
})

export const resolveSession = endpoint({
  name: 'resolveSession',
  method: 'GET',
  path: '/registry/v1/resolve',
  summary: 'Which release set a session of a host gets, and why',
  may: roles,
  query: z.object({ host: Host, session: z.string().max(200).default('') }),
  answer: z.object({
    setId: z.int(),
    revision: z.int(),
    why: z.enum(['pointer', 'split']),
    /** The set itself. */
    set: z.unknown(),
    signed: Signed,
  }),
  errors: [{ status: 404, code: 'UnknownTenant' }],
})
