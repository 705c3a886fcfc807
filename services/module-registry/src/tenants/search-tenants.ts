import type { Data, Request } from '@checkin/http'
import { type searchTenants, tenantsPerPage, tenantStates, type TenantState } from '@checkin/registry'
import type { Database } from '@checkin/server'
import { sql } from 'kysely'
import { type Actor, withinReach } from '../access/actor.ts'
import { freezesAt } from '../changes/freezes.ts'
import { tenantsOf } from '../changes/plan-waves.ts'
import { selectorKind } from '../releases/selector.ts'
import type { PointerAction, Tables } from '../storage/tables.ts'
import { tenantSummaries } from './tenant-status.ts'

type Query = Request<typeof searchTenants>['query']
type Row = Data<typeof searchTenants>['tenants'][number]

/** A tenant, as far as the list is filtered by it. */
interface Candidate {
  readonly host: string
  readonly states: readonly TenantState[]
  readonly groups: readonly string[]
  readonly follows: Row['follows']
  /** Selectors that some module follows, those of defaults among them. */
  readonly followed: readonly string[]
}

/**
 * A page of the tenants within reach that match (DEC-220). What tenants are filtered by is read of all in few statements, sets and settings of the page alone.
 */
export async function searchedTenants(database: Database<Tables>, { search, state, follows, group, page }: Query, reader: Pick<Actor, 'hosts'>, now: Date): Promise<Data<typeof searchTenants>> {
  const { revision } = await database.kysely.selectFrom('ledger').select('revision').executeTakeFirstOrThrow()
  const all = await candidates(database, reader, now)
  const found = all.filter((each) => each.host.includes(search.toLowerCase()) && (state === '' || each.states.includes(state))
    && (follows === '' || each.followed.includes(follows)) && (group === '' || each.groups.includes(group)))
  const shown = Math.min(page, Math.max(1, Math.ceil(found.length / tenantsPerPage)))
  const byHost = new Map(found.slice((shown - 1) * tenantsPerPage, shown * tenantsPerPage).map((each) => [each.host, each]))
  const summaries = await tenantSummaries(database, [...byHost.keys()])
  return {
    revision, all: all.length, found: found.length, page: shown,
    tenants: summaries.map((summary) => ({ ...summary, states: [...byHost.get(summary.host)?.states ?? []], follows: byHost.get(summary.host)?.follows ?? {} })),
    states: counted(all.map(({ states }) => states), tenantStates), follows: counted(all.map(({ followed }) => followed)), groups: counted(all.map(({ groups }) => groups)),
  }
}

/** How often each name stands, in the order that is given, else by name. */
function counted(lists: readonly (readonly string[])[], order?: readonly string[]): { name: string; tenants: number }[] {
  const counts = Map.groupBy(lists.flat(), (name) => name)
  return (order ?? [...counts.keys()].sort()).flatMap((name) => { const { length: tenants } = counts.get(name) ?? []; return tenants > 0 ? [{ name, tenants }] : [] })
}

async function candidates({ kysely }: Database<Tables>, reader: Pick<Actor, 'hosts'>, now: Date): Promise<readonly Candidate[]> {
  const rows = await kysely.selectFrom('pointer')
    .innerJoin('pointer_revision as latest', (join) => join.onRef('latest.host', '=', 'pointer.host').onRef('latest.revision', '=', 'pointer.revision'))
    .leftJoin('tenant_option as option', 'option.host', 'pointer.host')
    .select(['pointer.host', 'pointer.set_id', 'pointer.wishes', 'latest.action', 'option.time_zone', 'option.groups'])
    .select(sql<boolean>`pointer.rollouts <> '[]'::jsonb`.as('is_rolling'))
    .where(withinReach(reader, 'pointer.host')).orderBy('pointer.host').execute()
  const waiting = new Set((await kysely.selectFrom('change_host').innerJoin('change', 'change.id', 'change_host.change_id').where('change.state', 'in', ['waiting', 'scheduled'])
    .where('change_host.state', '=', 'waiting').select('change_host.host').distinct().execute()).map(({ host }) => host))
  const stopped = new Set((await kysely.selectFrom('plan').where('state', 'in', ['halted', 'paused']).select(['hosts', 'waves']).execute()).flatMap(tenantsOf))
  const withKilled = new Set((await kysely.selectFrom('release_set_member as member').innerJoin('module_version as version', (join) => join.onRef('version.name', '=', 'member.name').onRef('version.version', '=', 'member.version'))
    .where('version.withdrawn_at', 'is not', null).select('member.set_id').distinct().execute()).map((row) => row.set_id))
  const defaults = new Map((await kysely.selectFrom('default_wish').select(['module', 'selector']).execute()).map(({ module, selector }) => [module, selector]))
  const frozen = await freezesAt(kysely, now)
  return rows.map(({ host, set_id: setId, wishes, action, time_zone: zone, groups, is_rolling: isRolling }) => {
    const follows = followsOf(wishes, defaults)
    const followed = Object.keys(follows).flatMap((module) => { const selector = wishes[module] ?? ''; const { through } = follows[module] ?? {}; return through === undefined ? [selector] : [selector, through] })
    const facts = { action, isRolling, isWaiting: waiting.has(host), isStopped: stopped.has(host), hasKilled: withKilled.has(setId), isFrozen: frozen(host, zone ?? 'UTC') !== null }
    return { host, states: statesOf(facts), groups: groups ?? [], follows, followed: [...new Set(followed)] }
  })
}

function followsOf(selectors: Readonly<Record<string, string>>, defaults: ReadonlyMap<string, string>): Row['follows'] {
  return Object.fromEntries(Object.entries(selectors).flatMap(([module, selector]) => {
    const kind = selectorKind(selector)
    const through = kind === 'inherit' ? defaults.get(module) : undefined
    return kind === 'pin' ? [] : [[module, { kind, ...(through !== undefined && { through }) }]]
  }))
}

interface Facts {
  /** How the present revision came about. */
  readonly action: PointerAction
  readonly isRolling: boolean
  readonly isWaiting: boolean
  readonly isStopped: boolean
  readonly hasKilled: boolean
  readonly isFrozen: boolean
}

/** The states of a tenant, in the order in which they are listed. */
export function statesOf({ action, isRolling, isWaiting, isStopped, hasKilled, isFrozen }: Facts): readonly TenantState[] {
  const holds: Readonly<Record<Exclude<TenantState, 'steady'>, boolean>> = {
    'rolling-out': isRolling, waiting: isWaiting, stopped: isStopped, 'taken-back': action === 'back' || action === 'take back', killed: action === 'kill' || hasKilled, frozen: isFrozen,
  }
  const states = tenantStates.filter((state) => state !== 'steady' && holds[state])
  return states.length === 0 ? ['steady'] : states
}
