import { ReleasableName, SettingValues, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, IdParams, roles } from './endpoint.ts'
import { TenantSummary } from './tenants.ts'

/** How a tenant stands, as operators look for it; one may be in several states, `steady` is none of the others. */
export const tenantStates = ['rolling-out', 'waiting', 'stopped', 'taken-back', 'killed', 'frozen', 'steady'] as const
/** One of `tenantStates`. */
export type TenantState = (typeof tenantStates)[number]

/** Tenants on one page of a list. */
export const tenantsPerPage = 50

/** A tenant in the list of the control room (DEC-220). */
export const TenantRow = TenantSummary.extend({
  states: z.array(z.enum(tenantStates)),
  /** Per module that is not pinned: how its version is found, and the default's selector where it is inherited. */
  follows: z.record(ReleasableName, z.object({ kind: z.enum(['range', 'label', 'inherit']), through: z.optional(z.string()) })),
})
export type TenantRow = z.infer<typeof TenantRow>

const Counted = z.array(z.object({ name: z.string(), tenants: z.int() }))
const optional = z.string().trim().max(100).default('')

export const searchTenants = endpoint({
  name: 'searchTenants', method: 'GET', path: '/registry/v1/tenant-search',
  summary: 'A page of the tenants that match: part of the host, state, what some module follows (a label, a range or `inherit`), group',
  access: { roles, reach: 'filtered' },
  query: z.object({ search: optional, state: z.union([z.literal(''), z.enum(tenantStates)]).default(''), follows: optional, group: optional, page: z.coerce.number().int().min(1).max(100_000).default(1) }),
  answer: z.object({
    /** Grows with every change of any tenant: the If-Match of a change of several. */
    revision: z.int(),
    /** Tenants in reach, and how many of them match. */
    all: z.int(), found: z.int(),
    /** The page that is answered, the last one where there are fewer. */
    page: z.int(),
    tenants: z.array(TenantRow),
    /** What can be asked for, with the number of tenants. */
    states: Counted, follows: Counted, groups: Counted,
  }),
  errors: [],
})

/** What somebody looks for in a timeline. */
export const timelineKinds = ['releases', 'rollouts', 'approvals', 'settings'] as const

/** One entry of a tenant's timeline, from the audit. */
export const TimelineEntry = z.object({
  entry: z.int(), at: z.iso.datetime(), actor: z.string(), action: z.string(), subject: z.string(), kind: z.enum(timelineKinds), before: z.unknown(), after: z.unknown(), reason: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

export const getTimeline = endpoint({
  name: 'getTimeline', method: 'GET', path: '/registry/v1/tenants/:host/timeline',
  summary: 'What happened to a tenant, newest first, fifty at a time: releases, rollouts and plans, approvals, settings and freezes',
  access: { roles, reach: 'host' }, params: z.object({ host: TenantHost }),
  query: z.object({ kind: z.union([z.literal(''), z.enum(timelineKinds)]).default(''), before: z.optional(z.coerce.number().int().positive()) }),
  answer: z.object({
    entries: z.array(TimelineEntry),
    /** `before` of the next page; null on the last one. */
    next: z.nullable(z.int()),
  }),
  errors: [{ status: 404, code: 'UnknownTenant' }],
})

const Side = z.object({ id: z.int(), createdAt: z.iso.datetime(), createdBy: z.string() })

/** Two release sets beside each other; modules that are the same in both are named only. */
export const SetComparison = z.object({
  from: Side, to: Side, same: z.array(ReleasableName),
  modules: z.array(z.object({
    module: ReleasableName,
    /** Null where the set has not got the module. */
    from: z.nullable(Version), to: z.nullable(Version),
    /** Brotli bytes of the module's own scripts and styles. */
    bytesFrom: z.nullable(z.int()), bytesTo: z.nullable(z.int()),
    contracts: z.array(z.object({ contract: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
    settings: z.object({ from: SettingValues, to: SettingValues }),
    steps: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  })),
})
export type SetComparison = z.infer<typeof SetComparison>

export const compareSets = endpoint({
  name: 'compareSets', method: 'GET', path: '/registry/v1/sets/:id/compare/:other',
  summary: 'What differs between two release sets: versions, settings, sizes, contracts, screens',
  access: { roles, reach: 'filtered' }, params: IdParams.extend({ other: z.coerce.number().int().positive() }),
  answer: SetComparison, errors: [{ status: 404, code: 'NotFound' }],
})
