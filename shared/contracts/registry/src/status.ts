import { ReleasableName, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

/** Versions of one answer at most, the newest first. */
export const mostPublicVersions = 500

/** What everybody may know of a published version: nothing of tenants, persons and reasons, which are for whoever has a token (DEC-336). */
export const PublicVersion = z.object({
  version: Version, publishedAt: z.iso.datetime(), labels: z.array(z.string()),
  state: z.enum(['usable', 'deprecated', 'withdrawn']),
  /** Since when; null where it is usable. */
  since: z.nullable(z.iso.datetime()),
  /** What was said to everybody about it. */
  notice: z.nullable(z.string()),
  /** The version to take in its place. */
  instead: z.nullable(Version),
  /** The last time that some tenant went back from it: by its canary analysis, or because an operator said so. */
  rolledBack: z.nullable(z.object({ at: z.iso.datetime(), by: z.enum(['canary', 'operator']) })),
})
export type PublicVersion = z.infer<typeof PublicVersion>

/** A module's published versions, as its public status page has them. */
export const ModuleStatus = z.object({
  name: ReleasableName,
  /** The newest release that may be rolled out; null where there is none. */
  newest: z.nullable(Version),
  versions: z.array(PublicVersion),
  /** Older versions that are not in the list. */
  more: z.int().nonnegative(),
})
export type ModuleStatus = z.infer<typeof ModuleStatus>

// For everybody, pipelines and teams of other companies too.
const access = { roles: 'anyone', reach: 'own' } as const

export const listModuleStatus = endpoint({
  name: 'listModuleStatus', method: 'GET', path: '/registry/v1/status', summary: 'Every published module with the newest release that may be rolled out',
  access, answer: z.object({ modules: z.array(z.object({ name: ReleasableName, newest: z.nullable(Version) })) }), errors: [],
})

export const getModuleStatus = endpoint({
  name: 'getModuleStatus', method: 'GET', path: '/registry/v1/status/:name', summary: 'The published versions of a module: usable, deprecated, withdrawn, rolled back. The same as its page, /status/mfe-payment',
  access, params: z.object({ name: ReleasableName }), answer: ModuleStatus, errors: [{ status: 404, code: 'UnknownModule' }],
})
