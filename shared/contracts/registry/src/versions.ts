import { Percent, ReleasableName, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, Notice, roles } from './endpoint.ts'

const Decided = { at: z.iso.datetime(), by: z.string(), reason: z.string() }

/** Whether a version may be rolled out. Deprecated is advice, nobody is moved (DEC-253); withdrawn is for ever. */
export const VersionStatus = z.discriminatedUnion('state', [
  z.object({ state: z.literal('usable') }),
  z.object({
    state: z.literal('deprecated'), ...Decided,
    /** The version to take in its place; null where none was named. */
    instead: z.nullable(Version),
    notice: Notice.default(null),
  }),
  z.object({ state: z.literal('withdrawn'), ...Decided, notice: Notice.default(null) }),
])
export type VersionStatus = z.infer<typeof VersionStatus>

/** Everything that is known of a published version, for the page that somebody opens about it at night. */
export const VersionView = z.object({
  name: ReleasableName, version: Version, publishedAt: z.iso.datetime(), publishedBy: z.string(), keyId: z.string(),
  /** Brotli bytes of the module's own scripts and styles. */
  ownBytes: z.int(),
  /** Contract by the version that it was built with. */
  contracts: z.record(z.string(), z.string()),
  steps: z.array(z.string()), labels: z.array(z.string()), status: VersionStatus,
  /** Tenants within reach whose new sessions get it: all of them, or the percentage of a rollout. */
  served: z.array(z.object({ host: TenantHost, percent: Percent })),
  /** Where a canary was stopped, or an operator went back from it, newest first. */
  rollbacks: z.array(z.object({ host: TenantHost, how: z.enum(['canary', 'operator']), ...Decided })),
})
export type VersionView = z.infer<typeof VersionView>

const params = z.object({ name: ReleasableName, version: Version })
const unknown = { status: 404, code: 'UnknownVersion' } as const

export const getVersion = endpoint({
  name: 'getVersion', method: 'GET', path: '/registry/v1/modules/:name/versions/:version',
  summary: 'A published version: its status, where it serves, and where it was rolled back',
  access: { roles, reach: 'filtered' }, params, answer: VersionView, errors: [unknown],
})

export const deprecateVersion = endpoint({
  name: 'deprecateVersion', method: 'PUT', path: '/registry/v1/modules/:name/versions/:version/deprecation',
  summary: 'Advises against a version, for a reason and with the one to take instead; nobody is moved. The module\'s own publisher may, and operators',
  access: { roles: ['publisher', 'operator'], reach: 'all' }, params,
  body: z.strictObject({ reason: z.string().trim().min(3).max(500), instead: z.nullable(Version).default(null), notice: Notice.default(null) }),
  answer: VersionStatus, errors: [unknown, { status: 409, code: 'VersionWithdrawn' }, { status: 422, code: 'InvalidReplacement' }],
})

export const restoreVersion = endpoint({
  name: 'restoreVersion', method: 'DELETE', path: '/registry/v1/modules/:name/versions/:version/deprecation',
  summary: 'Takes the advice against a version back',
  access: { roles: ['publisher', 'operator'], reach: 'all' }, params, query: z.object({ reason: z.string().max(500).default('') }),
  answer: VersionStatus, errors: [unknown],
})
