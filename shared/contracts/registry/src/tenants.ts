import * as z from 'zod'
import { bookingSource, Cohort, deviceClasses, Percent, ReleasableName, Signed, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { LocalTime, Pending } from '../changes/changes.contract.ts'
import { ReleaseChange } from '../changes/release-change.ts'
import { Selectors } from '../rollouts/selector.ts'
import { Choice, setErrors, Settings } from '../sets/sets.contract.ts'
import { Host } from './host.ts'

const hostParams = z.object({ host: Host })
const Reason = z.string().max(500).default('')

const RolloutView = z.object({
  id: z.string(), modules: Choice, percent: Percent,
  cohorts: z.array(z.object({ when: Cohort, percent: Percent })),
})

const pointerFields = {
  host: Host,
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
  /** New sets reach its sessions only when they were rehearsed. */
  onlyRehearsed: z.boolean(),
  /** Why nothing may change now; null when it may. */
  frozen: z.nullable(z.string()),
  changedAt: z.iso.datetime(),
  changedBy: z.string(),
}

export const TenantSummary = z.object(pointerFields)
export const TenantStatus = z.object({
  ...pointerFields,
  /** Newest first. */
  history: z.array(z.object({
    revision: z.int(), setId: z.int(), modules: Choice, settings: Settings, rollouts: z.array(RolloutView), action: z.string(), reason: z.string(), actor: z.string(), at: z.iso.datetime(),
  })),
})

export const listTenants = endpoint({
  name: 'listTenants',
  method: 'GET',
  path: '/registry/v1/tenants',
  summary: 'All tenants and what their new sessions get',
  reach: 'filtered', may: roles,
  answer: z.object({
    /** Grows with every change of any tenant: a change of all says it in If-Match. */
    revision: z.int(),
    tenants: z.array(TenantSummary),
  }),
  errors: [],
})

export const getTenant = endpoint({
  name: 'getTenant',
  method: 'GET',
  path: '/registry/v1/tenants/:host',
  summary: 'One tenant with the history of its revisions',
  reach: 'host', may: roles,
  params: hostParams,
  answer: TenantStatus,
  errors: [{ status: 404, code: 'UnknownTenant' }],
})

/** Beside the modules: the hour, in the tenant's own time, and why. */
const changeFields = { at: z.optional(LocalTime), reason: Reason }

export const changeErrors = [
  ...setErrors, { status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownLabel' }, { status: 404, code: 'NoDefault' },
  { status: 409, code: 'Frozen' }, { status: 409, code: 'RolloutRunning' }, { status: 409, code: 'SameVersion' }, { status: 409, code: 'TooManyRollouts' }, { status: 409, code: 'NoRelease' }, { status: 409, code: 'SettingsForEverybody' }, { status: 409, code: 'NotRehearsed' },
]

export const setPointer = endpoint({
  name: 'setPointer',
  method: 'PUT',
  path: '/registry/v1/tenants/:host/pointer',
  summary: 'Gives a tenant\'s new sessions, or some percent of them, other module versions, or a set that exists; a new tenant begins with If-Match "0". Answers 202 with the change when it waits for a second person or for its hour',
  reach: 'host', may: ['operator'],
  params: hostParams,
  body: z.union([
    z.strictObject({ ...ReleaseChange.shape, ...changeFields }),
    z.strictObject({ setId: z.int().positive(), reason: Reason }),
  ]),
  answer: z.union([TenantStatus, Pending]),
  errors: [...changeErrors, { status: 404, code: 'UnknownSet' }],
  ifMatch: true,
})

export const setPointers = endpoint({
  name: 'setPointers',
  method: 'PUT',
  path: '/registry/v1/pointers',
  summary: 'The same for several tenants, or for all, in one change: If-Match is the revision that the list of tenants had. A change of all waits for a second person',
  reach: 'host', may: ['operator'],
  body: z.strictObject({ hosts: z.union([z.literal('all'), z.array(Host).min(1)]), ...ReleaseChange.shape, ...changeFields }),
  answer: z.union([z.object({ tenants: z.array(TenantSummary) }), Pending]),
  errors: changeErrors,
  ifMatch: true,
})

export const goBack = endpoint({
  name: 'goBack',
  method: 'POST',
  path: '/registry/v1/tenants/:host/pointer/back',
  summary: 'Ends running rollouts; without any it gives new sessions what they got before, or at a named revision. It becomes a revision of its own and never needs a second person',
  reach: 'host', may: ['operator'],
  params: hostParams,
  body: z.strictObject({ to: z.optional(z.int().positive()), reason: Reason }),
  answer: TenantStatus,
  errors: [{ status: 404, code: 'UnknownTenant' }, { status: 404, code: 'UnknownRevision' }, { status: 404, code: 'UnknownVersion' }, { status: 409, code: 'NothingBefore' }],
  ifMatch: true,
})

export const setOptions = endpoint({
  name: 'setTenantOptions',
  method: 'PUT',
  path: '/registry/v1/tenants/:host/options',
  summary: 'Time zone of a tenant, whether each of its changes needs a second person, and whether it gets rehearsed sets only; lifting either protection needs an approver',
  reach: 'host', may: ['operator', 'approver'],
  params: hostParams,
  body: z.strictObject({ timeZone: z.optional(z.string().max(64)), protected: z.optional(z.boolean()), onlyRehearsed: z.optional(z.boolean()), reason: Reason }),
  answer: z.object({ host: Host, timeZone: z.string(), protected: z.boolean(), onlyRehearsed: z.boolean() }),
  errors: [{ status: 400, code: 'UnknownTimeZone' }],
})

/** What a session is like, as far as rules ask. */
export const sessionQuery = z.object({
  host: Host,
  session: z.string().max(200).default(''),
  language: z.string().max(5).default('en'),
  device: z.enum(deviceClasses).default('desktop'),
  staff: z.stringbool().default(false),
  /** Where the booking came from; empty is a visit that has not found it. */
  source: z.union([z.literal(''), z.string().regex(bookingSource)]).default(''),
})

export const resolveSession = endpoint({
  name: 'resolveSession',
  method: 'GET',
  path: '/registry/v1/resolve',
  summary: 'Which release set a session of a host gets, and why',
  reach: 'host', may: roles,
  query: sessionQuery,
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
