import { Percent, ReleasableName, SettingValues, TenantHost, Version } from '@checkin/releases'
import * as z from 'zod'
import { endpoint, roles } from './endpoint.ts'
import { Choice, ReleaseChange, Settings } from './release.ts'
import { ConformanceStatus, ReleaseTestStatus } from './sets.ts'
import { SessionQuery } from './tenants.ts'

const { host: _host, ...traitQuery } = SessionQuery.shape

/** Why a tenant's sessions, or one session, get the versions that they get. */
export const Explanation = z.object({
  host: TenantHost, revision: z.int(), setId: z.int(),
  modules: z.array(z.object({
    module: ReleasableName, version: Version,
    /** What the tenant asked for, and what kind of selector that is. */
    selector: z.string(), kind: z.enum(['pin', 'range', 'label', 'inherit']),
    /** The default's selector where it is inherited. */
    through: z.optional(z.string()),
    /** The revision since which it is so. */
    since: z.object({ revision: z.int(), at: z.iso.datetime(), actor: z.string(), action: z.string(), reason: z.string() }),
    /** The rollout that gives this session another version. */
    rollout: z.nullable(z.string()),
    lastGood: z.nullable(Version),
  })),
  rollouts: z.array(z.object({
    id: z.string(), modules: Choice, percent: Percent,
    /** Settings that it brings of the version that everybody has; absent from a rollout of versions (DEC-361). */
    settings: z.exactOptional(Settings),
    /** The cohort rule that gave the percentage, from 0; null for none. */
    rule: z.nullable(z.int()),
    /** Where the session falls, in percent; it is in while this is below the percentage. */
    point: z.number(), taken: z.boolean(),
  })),
  frozen: z.nullable(z.string()), timeZone: z.string(), protected: z.boolean(),
  /** The same in sentences. */
  sentences: z.array(z.string()),
})
export type Explanation = z.infer<typeof Explanation>

export const explainTenant = endpoint({
  name: 'explainTenant', method: 'GET', path: '/registry/v1/tenants/:host/why',
  summary: 'Why a tenant\'s sessions, or one session, get the versions that they get',
  access: { roles, reach: 'host' }, params: z.object({ host: TenantHost }), query: z.object(traitQuery),
  answer: Explanation, errors: [{ status: 404, code: 'UnknownTenant' }],
})

/** What a change would do to each tenant. */
export const DryRun = z.object({
  /** For If-Match of a change of several tenants. */
  revision: z.int(),
  needsSecondPerson: z.array(z.string()),
  hosts: z.array(z.object({
    host: TenantHost, revision: z.int(),
    modules: z.array(z.object({
      module: ReleasableName, from: z.nullable(Version), to: Version, percent: Percent,
      /** Brotli bytes of the module's own scripts and styles. */
      bytesFrom: z.nullable(z.int()), bytesTo: z.int(),
      contracts: z.array(z.object({ contract: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
      settings: z.object({ from: SettingValues, to: SettingValues }),
      steps: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
      /** Advice against the version that it goes to (DEC-253). */
      deprecated: z.nullable(z.object({ reason: z.string(), instead: z.nullable(Version) })),
    })),
    /** Why it cannot be; null when it can. */
    problem: z.nullable(z.object({ code: z.string(), title: z.string() })),
    frozen: z.nullable(z.string()),
    /** What the release matrix test knows of the sets that it would bring. */
    rehearsal: ReleaseTestStatus,
    /** What runners attested of the conformance of the versions in those sets (DEC-260). */
    conformance: z.optional(ConformanceStatus),
  })),
})
export type DryRun = z.infer<typeof DryRun>

export const dryRun = endpoint({
  name: 'dryRun', method: 'POST', path: '/registry/v1/dry-run',
  summary: 'What a change would do to each tenant: versions, sizes, contracts, its obstacles; changes nothing',
  access: { roles, reach: 'host' }, body: z.strictObject({ hosts: z.union([z.literal('all'), z.array(TenantHost).min(1)]), ...ReleaseChange.shape }),
  answer: DryRun, errors: [],
})

/** Tenants by modules: what each gets, what is rolling out, and how each version does. */
export const TenantMatrix = z.object({
  revision: z.int(), modules: z.array(ReleasableName),
  tenants: z.array(z.object({
    host: TenantHost, revision: z.int(), setId: z.int(), frozen: z.nullable(z.string()), protected: z.boolean(), timeZone: z.string(), changedAt: z.iso.datetime(), changedBy: z.string(),
    cells: z.array(z.object({
      module: ReleasableName, version: z.nullable(Version), selector: z.nullable(z.string()),
      rollouts: z.array(z.object({ id: z.string(), version: Version, /** Where it brings these of the version that everybody has (DEC-361). */ settings: z.exactOptional(SettingValues), percent: Percent, verdict: z.nullable(z.string()) })),
      /** Session health samples of the last fifteen minutes, and how many of them are bad. */
      sessions: z.int(), bad: z.int(),
    })),
  })),
})
export type TenantMatrix = z.infer<typeof TenantMatrix>

export const getMatrix = endpoint({
  name: 'getMatrix', method: 'GET', path: '/registry/v1/matrix',
  summary: 'Tenants by modules: what each gets, what is rolling out, and how each version does',
  access: { roles, reach: 'filtered' },
  answer: TenantMatrix, errors: [],
})
