import { longestLinkHours, TenantHost } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, Reason, roles } from './endpoint.ts'
import { Choice } from './release.ts'

const hours = z.number().positive().max(longestLinkHours).default(4)

export const SignedLinkView = z.object({
  id: z.string(), kind: z.enum(['preview', 'staff']), host: TenantHost, setId: z.nullable(z.int()), shows: z.array(z.string()),
  issuer: z.string(), reason: z.string(), madeAt: z.iso.datetime(), expiresAt: z.iso.datetime(),
  /** Null for a link that nobody ended. */
  revokedAt: z.optional(z.nullable(z.iso.datetime())), revokedBy: z.optional(z.nullable(z.string())),
})

/** A link as it is answered once, to who made it. */
const MadeLink = z.object({
  ...SignedLinkView.shape,
  /** Host name at which the link is opened: the tenant's own, `preview.` before it for a preview (DEC-299). */
  siteHost: z.optional(z.string()),
  /** Below that name, `/preview/<token>`. Shown this once. */
  path: z.string(),
})

export const createPreview = endpoint({
  name: 'createPreview', method: 'POST', path: '/registry/v1/tenants/:host/previews',
  summary: 'Makes a signed link that shows module versions at a tenant\'s address for previews, in browsers of who made it, for some hours; it changes nothing for anybody else',
  access: { roles: ['operator', 'approver', 'publisher'], reach: 'host' }, params: z.object({ host: TenantHost }),
  body: z.strictObject({ modules: Choice.refine((modules) => Object.keys(modules).length > 0, 'must name a module'), hours, reason: Reason }),
  answer: MadeLink,
  errors: [{ status: 403, code: 'SamePerson' }, { status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownVersion' }, { status: 422, code: 'ImpossibleSet' }],
})

export const createStaffLink = endpoint({
  name: 'createStaffLink', method: 'POST', path: '/registry/v1/tenants/:host/staff-links',
  summary: 'Makes a signed link that lets whoever opens it count as staff in cohort rules, for some hours',
  access: { roles: ['operator', 'approver'], reach: 'host' }, params: z.object({ host: TenantHost }), body: z.strictObject({ hours, reason: Reason }),
  answer: MadeLink, errors: [{ status: 404, code: 'UnknownTenant' }],
})

export const previewOfSet = endpoint({
  name: 'previewOfSet', method: 'POST', path: '/registry/v1/tenants/:host/sets/:id/preview',
  summary: 'Makes a signed link to an exact set that served before: what a renter with a support code saw',
  access: { roles: ['operator', 'approver'], reach: 'host' }, params: z.object({ host: TenantHost, id: z.coerce.number().int().positive() }),
  body: z.strictObject({ hours, reason: Reason, draft: z.uuid().optional().meta({ description: 'Draft of the tenant\'s settings that is shown with it; the present settings without.' }) }),
  answer: MadeLink, errors: [{ status: 403, code: 'SamePerson' }, { status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownSet' }, { status: 422, code: 'Withdrawn' }],
})

export const bindPreview = endpoint({
  name: 'bindPreview', method: 'POST', path: '/registry/v1/tenants/:host/passes/:id/browser',
  summary: 'Makes a preview one of a browser: answers the link that shows it there and nowhere else. For who made it; one that a pipeline made, for whoever may make one',
  access: { roles: ['operator', 'approver', 'publisher'], reach: 'host' }, params: z.object({ host: TenantHost, id: z.string().min(1).max(60) }),
  body: z.strictObject({ browser: z.string().regex(/^[\w-]{43}$/).meta({ description: 'SHA-256, base64url, of the secret that the origin for previews gave to the browser.' }) }),
  answer: MadeLink, errors: [{ status: 403, code: 'OthersPreview' }, { status: 404, code: 'UnknownLink' }],
})

export const listSignedLinks = endpoint({
  name: 'listSignedLinks', method: 'GET', path: '/registry/v1/passes', summary: 'Signed links whose hour has not come, newest first, with those that were revoked; never the links themselves',
  access: { roles, reach: 'filtered' }, answer: z.object({ passes: z.array(SignedLinkView) }), errors: [],
})

export const revokeSignedLink = endpoint({
  name: 'revokeSignedLink', method: 'DELETE', path: '/registry/v1/tenants/:host/passes/:id', summary: 'Ends a preview or staff link before its hour, at every site; a publisher ends its own',
  access: { roles: ['operator', 'approver', 'publisher'], reach: 'host' }, params: z.object({ host: TenantHost, id: z.string().min(1).max(60) }), query: z.object({ reason: Reason }),
  answer: SignedLinkView, errors: [{ status: 404, code: 'UnknownLink' }],
})
