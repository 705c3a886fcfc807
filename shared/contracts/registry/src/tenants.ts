import { bookingSource, Cohort, deviceClasses, Percent, ReleasableName, SettingSpec, SettingValue, Signed, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { PendingChange } from './changes.ts'
import { endpoint, Reason, roles } from './endpoint.ts'
import { changeErrors, Choice, LocalTime, ReleaseChange, Selectors, Settings } from './release.ts'

const hostParams = z.object({ host: TenantHost })
const unknownTenant = { status: 404, code: 'UnknownTenant' }

/** Name of a group of tenants. */
export const TenantGroup = z.string().regex(/^[a-z][a-z0-9-]{0,39}$/)

const RolloutView = z.object({
  id: z.string(), modules: Choice, percent: Percent,
  cohorts: z.array(z.object({ when: Cohort, percent: Percent })),
  /** Settings that it brings of its modules, which have the version that everybody has: an experiment's (DEC-361). Absent from one of versions. */
  settings: z.exactOptional(Settings),
  /** Until when new sessions do not get it, why, and the share that it then gets back; absent where it is not suspended (DEC-351). */
  suspended: z.optional(z.object({ until: z.iso.datetime(), reason: z.string(), percent: Percent })),
})

const pointerFields = {
  host: TenantHost,
  revision: z.int(),
  setId: z.int(),
  /** What sessions in no rollout get. */
  modules: Choice,
  /** Per module, what was asked for: a version, a range, a label or `inherit`. */
  wishes: Selectors,
  /** Per module, what is set of it; the rest has its defaults. */
  settings: Settings,
  /** Running rollouts: some part of new sessions gets other versions. */
  rollouts: z.array(RolloutView),
  /** Per module, the version that served before. */
  lastGood: z.record(ReleasableName, Version),
  /** IANA name: hours of changes and freezes are the tenant's own. */
  timeZone: z.string(),
  /** Every change needs a second person. */
  protected: z.boolean(),
  /** New sets reach its sessions only when they passed the release matrix test. */
  onlyRehearsed: z.boolean(),
  /** And only where a runner attested that. */
  onlyAttested: z.optional(z.boolean()),
  /** And only where a runner attested of each module version in them that it conforms (DEC-260). */
  onlyConforming: z.optional(z.boolean()),
  /** Groups that operators sorted it into (DEC-220). */
  groups: z.optional(z.array(TenantGroup)),
  /** Why nothing may change now; null when it may. */
  frozen: z.nullable(z.string()),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
}

export const TenantSummary = z.object(pointerFields)
export type TenantSummary = z.infer<typeof TenantSummary>

export const TenantStatus = z.object({
  ...pointerFields,
  /** Newest first. */
  history: z.array(z.object({
    revision: z.int(), setId: z.int(), modules: Choice, settings: Settings, rollouts: z.array(RolloutView), action: z.string(), reason: z.string(), actor: z.string(), at: z.iso.datetime(),
  })),
})
export type TenantStatus = z.infer<typeof TenantStatus>

export const listTenants = endpoint({
  name: 'listTenants', method: 'GET', path: '/registry/v1/tenants', summary: 'All tenants and what their new sessions get',
  access: { roles, reach: 'filtered' },
  answer: z.object({
    /** Grows with every change of any tenant: the If-Match of a change of all. */
    revision: z.int(),
    tenants: z.array(TenantSummary),
  }),
  errors: [],
})

export const getTenant = endpoint({
  name: 'getTenant', method: 'GET', path: '/registry/v1/tenants/:host', summary: 'One tenant with the history of its revisions',
  access: { roles, reach: 'host' }, params: hostParams, answer: TenantStatus, errors: [unknownTenant],
})

/** Beside the modules: the hour, in the tenant's own time, and why. */
const changeFields = { at: z.optional(LocalTime), reason: Reason }

export const setPointer = endpoint({
  name: 'setPointer', method: 'PUT', path: '/registry/v1/tenants/:host/pointer',
  summary: 'Gives a tenant\'s new sessions, or some percent of them, other module versions, or a set that exists; what passed no staged plan only as an emergency with a reason; a new tenant begins with If-Match "0". Answers 202 with the change when it waits for a second person or for its hour',
  access: { roles: ['operator'], reach: 'host' }, params: hostParams,
  body: z.union([
    z.strictObject({ ...ReleaseChange.shape, ...changeFields }),
    z.strictObject({ setId: z.int().positive(), reason: Reason, emergency: ReleaseChange.shape.emergency }),
  ]),
  answer: z.union([TenantStatus, PendingChange]), statuses: [200, 202], errors: [...changeErrors, { status: 404, code: 'UnknownSet' }], ifMatch: 'required',
})

export const setPointers = endpoint({
  name: 'setPointers', method: 'PUT', path: '/registry/v1/pointers',
  summary: 'The same for several tenants, or for all, in one change: If-Match is the revision that the list of tenants had. A change of all waits for a second person',
  access: { roles: ['operator'], reach: 'host' },
  body: z.strictObject({ hosts: z.union([z.literal('all'), z.array(TenantHost).min(1)]), ...ReleaseChange.shape, ...changeFields }),
  answer: z.union([z.object({ tenants: z.array(TenantSummary) }), PendingChange]), statuses: [200, 202], errors: changeErrors, ifMatch: 'required',
})

export const rollBack = endpoint({
  name: 'rollBack', method: 'POST', path: '/registry/v1/tenants/:host/pointer/back',
  summary: 'Ends running rollouts; without any it gives new sessions what they got before, or at a named revision. It becomes a revision of its own and never needs a second person',
  access: { roles: ['operator'], reach: 'host' }, params: hostParams,
  body: z.strictObject({ to: z.optional(z.int().positive()), reason: Reason }), answer: TenantStatus,
  errors: [unknownTenant, { status: 404, code: 'UnknownRevision' }, { status: 404, code: 'UnknownVersion' }, { status: 409, code: 'NothingBefore' }], ifMatch: 'required',
})

export const resumeRollouts = endpoint({
  name: 'resumeRollouts', method: 'POST', path: '/registry/v1/tenants/:host/rollouts/resume',
  summary: 'Gives a tenant\'s suspended rollouts their share back at once. It was approved when they began, so it needs no second person; none is suspended a second time',
  access: { roles: ['operator'], reach: 'host' }, params: hostParams, body: z.strictObject({ reason: Reason }), answer: TenantStatus,
  errors: [unknownTenant, { status: 409, code: 'NotSuspended' }, { status: 409, code: 'Frozen' }], ifMatch: 'required',
})

export const setTenantOptions = endpoint({
  name: 'setTenantOptions', method: 'PUT', path: '/registry/v1/tenants/:host/options',
  summary: 'Time zone and groups of a tenant, whether each of its changes needs a second person, and whether it gets tested, attested or conforming sets only; lifting a protection needs an approver',
  access: { roles: ['operator', 'approver'], reach: 'host' }, params: hostParams,
  body: z.strictObject({ timeZone: z.optional(z.string().max(64)), protected: z.optional(z.boolean()), onlyRehearsed: z.optional(z.boolean()), onlyAttested: z.optional(z.boolean()), onlyConforming: z.optional(z.boolean()), groups: z.optional(z.array(TenantGroup).max(20)), reason: Reason }),
  answer: z.object({ host: TenantHost, timeZone: z.string(), protected: z.boolean(), onlyRehearsed: z.boolean(), onlyAttested: z.optional(z.boolean()), onlyConforming: z.optional(z.boolean()), groups: z.optional(z.array(TenantGroup)) }), errors: [{ status: 400, code: 'UnknownTimeZone' }],
})

export const getTenantSettings = endpoint({
  name: 'getTenantSettings', method: 'GET', path: '/registry/v1/tenants/:host/settings',
  summary: 'What may be set about the modules that a tenant\'s sessions get, and what is set; a change of its pointer sets it',
  access: { roles, reach: 'host' }, params: hostParams,
  answer: z.object({
    host: TenantHost,
    /** For If-Match of a change. */
    revision: z.int(),
    /** Modules with settings. */
    modules: z.array(z.object({
      module: ReleasableName, version: Version,
      settings: z.array(z.object({
        name: z.string(), spec: SettingSpec,
        /** Null where the default applies. */
        value: z.nullable(SettingValue),
      })),
    })),
  }),
  errors: [unknownTenant],
})

/** A session, as far as cohort rules look at it. */
export const SessionQuery = z.object({
  host: TenantHost,
  session: z.string().max(200).default(''),
  language: z.string().max(5).default('en'),
  device: z.enum(deviceClasses).default('desktop'),
  staff: z.stringbool().default(false),
  /** Where the booking came from; empty for a session that has not found it. */
  source: z.union([z.literal(''), z.string().regex(bookingSource)]).default(''),
})

export const resolveSession = endpoint({
  name: 'resolveSession', method: 'GET', path: '/registry/v1/resolve', summary: 'Which release set a session of a host gets, and why',
  access: { roles, reach: 'host' }, query: SessionQuery,
  answer: z.object({
    setId: z.int(),
    revision: z.int(),
    why: z.enum(['pointer', 'split']),
    /** The set itself. */
    set: z.unknown(),
    signed: Signed,
  }),
  errors: [unknownTenant],
})
