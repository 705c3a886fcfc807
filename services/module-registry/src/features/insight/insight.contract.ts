import * as z from 'zod'
import { Percent, ReleasableName, SettingValues, Version } from '@checkin/releases'
import { roles } from '../../access/actor.ts'
import { endpoint } from '../../http/endpoint.ts'
import { ReleaseChange } from '../changes/release-change.ts'
import { RehearsalStanding } from '../rehearsals/rehearsals.contract.ts'
import { Choice } from '../sets/sets.contract.ts'
import { Host } from '../tenants/host.ts'
import { sessionQuery } from '../tenants/tenants.contract.ts'

const { host: _host, ...traitQuery } = sessionQuery.shape

export const explainTenant = endpoint({
  name: 'explainTenant', method: 'GET', path: '/registry/v1/tenants/:host/why',
  summary: 'Why a tenant\'s sessions, or one session, get the versions that they get',
  reach: 'host', may: roles, params: z.object({ host: Host }), query: z.object(traitQuery),
  answer: z.object({
    host: Host, revision: z.int(), setId: z.int(),
    modules: z.array(z.object({
      module: ReleasableName, version: Version,
      /** What the tenant asked for, and what kind of wish that is. */
      selector: z.string(), kind: z.enum(['pin', 'range', 'label', 'inherit']),
      /** What the default says where it is inherited. */
      through: z.optional(z.string()),
      /** The revision since which it is so. */
      since: z.object({ revision: z.int(), at: z.iso.datetime(), actor: z.string(), action: z.string(), reason: z.string() }),
      /** The rollout that gives this session another version. */
      rollout: z.nullable(z.string()),
      lastGood: z.nullable(Version),
    })),
    rollouts: z.array(z.object({
      id: z.string(), modules: Choice, percent: Percent,
      /** The cohort rule that gave the percentage, from 0; null for none. */
      rule: z.nullable(z.int()),
      /** Where the session falls, in percent; it is in while this is below the percentage. */
      point: z.number(), taken: z.boolean(),
    })),
    frozen: z.nullable(z.string()), timeZone: z.string(), protected: z.boolean(),
    /** The same in sentences. */
    sentences: z.array(z.string()),
  }),
  errors: [{ status: 404, code: 'UnknownTenant' }],
})

export const dryRun = endpoint({
  name: 'dryRun', method: 'POST', path: '/registry/v1/dry-run',
  summary: 'What a change would do to each tenant: versions, sizes, contracts, what stands in its way; changes nothing',
  reach: 'host', may: roles, body: z.strictObject({ hosts: z.union([z.literal('all'), z.array(Host).min(1)]), ...ReleaseChange.shape }),
  answer: z.object({
    /** For If-Match of a change of several tenants. */
    revision: z.int(),
    needsSecondPerson: z.array(z.string()),
    hosts: z.array(z.object({
      host: Host, revision: z.int(),
      modules: z.array(z.object({
        module: ReleasableName, from: z.nullable(Version), to: Version, percent: Percent,
        /** Brotli bytes of the module's own scripts and styles. */
        bytesFrom: z.nullable(z.int()), bytesTo: z.int(),
        contracts: z.array(z.object({ contract: z.string(), from: z.nullable(z.string()), to: z.nullable(z.string()) })),
        settings: z.object({ from: SettingValues, to: SettingValues }),
        steps: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
      })),
      /** Why it can't be: code and words; null when it can. */
      problem: z.nullable(z.object({ code: z.string(), title: z.string() })),
      frozen: z.nullable(z.string()),
      /** Whether the sets that it would bring were walked through by a browser before. */
      rehearsal: RehearsalStanding,
    })),
  }),
  errors: [],
})

export const getMatrix = endpoint({
  name: 'getMatrix', method: 'GET', path: '/registry/v1/matrix',
  summary: 'Tenants by modules: what each gets, what is rolling out, and how each version does',
  reach: 'filtered', may: roles,
  answer: z.object({
    revision: z.int(), modules: z.array(ReleasableName),
    tenants: z.array(z.object({
      host: Host, revision: z.int(), setId: z.int(), frozen: z.nullable(z.string()), protected: z.boolean(), timeZone: z.string(), changedAt: z.iso.datetime(), changedBy: z.string(),
      cells: z.array(z.object({
        module: ReleasableName, version: z.nullable(Version), selector: z.nullable(z.string()),
        rollouts: z.array(z.object({ id: z.string(), version: Version, percent: Percent, verdict: z.nullable(z.string()) })),
        /** Sessions of the last fifteen minutes that settled with the version, and how many of them broke. */
        sessions: z.int(), bad: z.int(),
      })),
    })),
  }),
  errors: [],
})
