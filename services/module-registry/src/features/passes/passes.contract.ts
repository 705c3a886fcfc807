import * as z from 'zod'
import { longestPassHours, ReleasableName, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Host } from '../tenants/host.ts'

const hours = z.number().positive().max(longestPassHours).default(4)
const Reason = z.string().max(500).default('')

export const PassView = z.object({
  id: z.string(), kind: z.enum(['preview', 'staff']), host: Host, setId: z.nullable(z.int()), shows: z.array(z.string()),
  issuer: z.string(), reason: z.string(), madeAt: z.iso.datetime(), expiresAt: z.iso.datetime(),
})

export const createPreview = endpoint({
  name: 'createPreview', method: 'POST', path: '/registry/v1/tenants/:host/previews',
  summary: 'Makes a signed link that shows module versions on a tenant\'s real site to whoever opens it, for some hours; it changes nothing for anybody else',
  reach: 'host', may: ['operator', 'approver', 'publisher'], params: z.object({ host: Host }),
  body: z.strictObject({ modules: z.record(ReleasableName, Version).refine((modules) => Object.keys(modules).length > 0, 'must name a module'), hours, reason: Reason }),
  answer: z.object({
    ...PassView.shape,
    /** The way in, below the tenant's own address: `/preview/<token>`. Shown this once. */
    path: z.string(),
  }),
  errors: [{ status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownVersion' }, { status: 422, code: 'ImpossibleSet' }],
})

export const createStaffLink = endpoint({
  name: 'createStaffLink', method: 'POST', path: '/registry/v1/tenants/:host/staff-links',
  summary: 'Makes a signed link that lets whoever opens it count as staff in cohort rules, for some hours',
  reach: 'host', may: ['operator', 'approver'], params: z.object({ host: Host }), body: z.strictObject({ hours, reason: Reason }),
  answer: z.object({ ...PassView.shape, path: z.string() }), errors: [{ status: 404, code: 'UnknownTenant' }],
})

export const previewOfSet = endpoint({
  name: 'previewOfSet', method: 'POST', path: '/registry/v1/tenants/:host/sets/:id/preview',
  summary: 'Makes a signed link to an exact set that served before: what a renter with a support number saw',
  reach: 'host', may: ['operator', 'approver'], params: z.object({ host: Host, id: z.coerce.number().int().positive() }), body: z.strictObject({ hours, reason: Reason }),
  answer: z.object({ ...PassView.shape, path: z.string() }), errors: [{ status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownSet' }, { status: 422, code: 'Withdrawn' }],
})

export const listPasses = endpoint({
  name: 'listPasses', method: 'GET', path: '/registry/v1/passes', summary: 'Signed links that still hold, newest first; never the links themselves',
  reach: 'filtered', may: roles, answer: z.object({ passes: z.array(PassView) }), errors: [],
})
