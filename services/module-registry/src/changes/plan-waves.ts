import type { Choice, PlanView, PlanWave } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { type Actor, reaches, requireHost } from '../access/actor.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

type Plan = Selectable<Tables['plan']>

/** All tenants of a plan, those of later waves among them. */
export const tenantsOf = ({ hosts, waves }: Pick<Plan, 'hosts' | 'waves'>): readonly string[] => waves?.flatMap((wave) => wave.hosts) ?? hosts

/** The same of a row of `plan` in a query, as a JSON array. */
export const planTenants = sql`coalesce(jsonb_path_query_array(waves, '$[*].hosts[*]'), hosts)`

/** Tenants that a plan has given its versions to, wave by wave. */
export const begunWaves = ({ hosts, waves, wave, step }: Pick<Plan, 'hosts' | 'waves' | 'wave' | 'step'>): readonly (readonly string[])[] =>
  [...(waves ?? []).slice(0, wave).map((each) => each.hosts), ...(step < 0 ? [] : [hosts])]

/** A plan's waves and how far each is, as far as a reader reaches; null in a plan without. */
export function wavesView({ waves, wave: present, step, state, rolled_back: rolledBack }: Plan, reader: Pick<Actor, 'hosts'>): NonNullable<PlanView['waves']> | null {
  const stateOf = (at: number): NonNullable<PlanView['waves']>[number]['state'] => {
    if (at > present || (at === present && step < 0)) return 'not-begun'
    if (rolledBack) return 'rolled-back'
    return at < present || state === 'done' ? 'done' : 'running'
  }
  return waves?.map((wave, at) => ({ ...wavesInReach(wave, reader), state: stateOf(at) })) ?? null
}

/** Of a wave what concerns the tenants that a reader reaches. */
export function wavesInReach({ groups, hosts }: PlanWave, reader: Pick<Actor, 'hosts'>): PlanWave {
  const own = hosts.filter((host) => reaches(reader, host))
  return { groups: own.length > 0 ? groups : [], hosts: own }
}

/**
 * Waves with the tenants of their groups, as they are now: what a second person approves is what happens (DEC-353). Throws EmptyGroup,
 * TenantInTwoWaves, UnknownTenant and, for whoever is limited to other tenants, Forbidden.
 */
export async function resolvedWaves({ tx }: Pick<Change, 'tx'>, waves: readonly PlanWave[], actor: Actor): Promise<PlanWave[]> {
  const tenants = await tx.selectFrom('pointer').leftJoin('tenant_option', 'tenant_option.host', 'pointer.host').select(['pointer.host', 'tenant_option.groups']).orderBy('pointer.host').execute()
  const waveOf = new Map<string, number>()
  return waves.map(({ groups, hosts: named }, at) => {
    for (const host of named) requireHost(actor, host)
    const unknown = named.find((host) => !tenants.some((tenant) => tenant.host === host))
    if (unknown !== undefined) throw new ServiceError(404, 'UnknownTenant', `${unknown} has no release`)
    const members = groups.flatMap((group) => {
      const found = tenants.filter((tenant) => tenant.groups?.includes(group)).map(({ host }) => host)
      if (found.length === 0) throw new ServiceError(404, 'EmptyGroup', `No tenant with a release is in the group ${group}`)
      if (!found.every((host) => reaches(actor, host))) throw new ServiceError(403, 'Forbidden', `This token does not reach every tenant of the group ${group}`)
      return found
    })
    const hosts = [...new Set([...members, ...named])].sort()
    for (const host of hosts) {
      const other = waveOf.get(host)
      if (other !== undefined) throw new ServiceError(409, 'TenantInTwoWaves', `${host} is in the waves ${other + 1} and ${at + 1}: leave it in one of them`)
      waveOf.set(host, at)
    }
    return { groups, hosts }
  })
}

/** What a plan is to give to whom. */
interface WantedPlan {
  readonly hosts: readonly string[]
  readonly modules: Choice
  readonly hasWaves: boolean
}

/** A running plan through which one of the tenants goes, or will go, with one of the modules, where one of the two plans has waves. */
interface OtherPlan {
  readonly id: number
  readonly host: string
  readonly module: string
}

/** Reads plans once and finds such a one for any tenants; null where there is none. */
export async function otherPlans({ tx }: Pick<Change, 'tx'>): Promise<(wanted: WantedPlan) => OtherPlan | null> {
  const rows = await tx.selectFrom('plan').select(['id', 'name', 'hosts', 'waves', 'modules']).where('state', 'in', ['running', 'paused']).orderBy('id').execute()
  const plans = rows.map((plan) => ({ ...plan, tenants: new Set(tenantsOf(plan)) }))
  return ({ hosts: asked, modules, hasWaves }) => {
    for (const { id, modules: own, tenants } of plans.filter((plan) => hasWaves || plan.waves !== null)) {
      const module = Object.keys(own).find((name) => name in modules)
      const shared = new Set(asked.filter((host) => tenants.has(host)))
      const host = shared.size === 0 ? undefined : [...tenants].find((each) => shared.has(each))
      if (module !== undefined && host !== undefined) return { id, host, module }
    }
    return null
  }
}

/** Refuses tenants that go, or will go, through a running plan of the same modules, where one of the two plans has waves. Throws RolloutRunning. */
export async function requireNoOtherPlan(change: Pick<Change, 'tx'>, wanted: WantedPlan): Promise<void> {
  const other = (await otherPlans(change))(wanted)
  if (other) throw new ServiceError(409, 'RolloutRunning', `Plan ${other.id} gives ${other.host} another version of ${other.module}; finish or abort it first`)
}
