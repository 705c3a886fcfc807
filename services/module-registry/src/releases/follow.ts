import { ServiceError } from '@checkin/server'
import { system } from '../../access/actor.ts'
import { personAlone } from '../../access/identity.ts'
import type { Registry } from '../../registry.ts'
import type { Change } from '../../storage/ledger.ts'
import { keepChange } from '../changes/keep-change.ts'
import { isWide, rememberReach } from '../changes/reach-of-change.ts'
import { effectOn, secondPersonReasons, type Effect } from '../changes/release-change.ts'
import { freezeOf, tenantOptions } from '../freezes/freezes.ts'
import type { KeptPlan } from '../plans/plan-spec.ts'
import { startPlan } from '../plans/start-plan.ts'
import { requireRehearsed } from '../rehearsals/rehearsals.ts'
import { makeSet } from '../sets/make-set.ts'
import type { Choice } from '../sets/sets.contract.ts'
import { choiceText, combinationsOf, type Release } from './next-release.ts'
import { allPointers, releaseOf } from './pointer.ts'
import { readSelection, select, selectorKind, type Mover, type Selection } from './selector.ts'

/** Modules whose wish means another version now than the tenant has. A wish that means nothing now changes nothing. */
export function driftOf(selection: Selection, { choice, wishes, rollouts }: Release): Choice {
  return Object.fromEntries(Object.entries(wishes).flatMap(([module, selector]) => {
    if (selectorKind(selector) === 'pin' || rollouts.some(({ modules }) => module in modules)) return []
    const version = selectedOrNull(selection, module, selector)
    return version === null || version === choice[module] ? [] : [[module, version]]
  }))
}

function selectedOrNull(selection: Selection, module: string, selector: string): string | null {
  try {
    return select(selection, module, selector).version
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

/** A tenant that lags behind what it follows. */
interface Follower {
  readonly effect: Effect
  readonly drift: Choice
  readonly isProtected: boolean
}

/**
 * Gives tenants that follow a range, a label or the default what these mean now: in steps, watched, by one plan for all that lag behind by
 * the same versions. Where payment, a protected tenant or so many tenants are reached that a second person is needed, the plan waits for
 * one. A frozen tenant follows when it thaws; what was tried once on a tenant, whatever became of it, is not begun again by itself.
 */
export async function followAll(change: Change, registry: Registry): Promise<void> {
  const selection = await readSelection(change)
  const groups = new Map<string, Follower[]>()
  for (const { pointer, drift } of await laggards(change, selection)) {
    const follower = await followerOf(change, registry, pointer.host, drift)
    if (!follower) continue
    const key = `${choiceText(drift)}${follower.isProtected ? ' protected' : ''}`
    groups.set(key, [...groups.get(key) ?? [], follower])
  }
  for (const followers of groups.values()) await follow(change, registry, selection, followers)
}

/** Tenants whose wishes mean something else than what they have, that are not frozen and where it was not tried yet. */
async function laggards(change: Change, selection: Selection) {
  const pointers = (await allPointers(change)).filter(({ wishes }) => Object.values(wishes).some((selector) => selectorKind(selector) !== 'pin'))
  const found: { readonly pointer: (typeof pointers)[number]; readonly drift: Choice }[] = []
  for (const pointer of pointers) {
    const drift = driftOf(selection, await releaseOf(change, pointer))
    if (Object.keys(drift).length === 0 || await wasTried(change, pointer.host, drift) || await freezeOf(change, pointer.host) !== null) continue
    found.push({ pointer, drift })
  }
  return found
}

async function wasTried({ tx }: Change, host: string, drift: Choice): Promise<boolean> {
  const plans = await tx.selectFrom('plan').select(['hosts', 'modules']).where('follows', '=', true).execute()
  if (plans.some(({ hosts, modules }) => hosts.includes(host) && choiceText(modules) === choiceText(drift))) return true
  const kept = await tx.selectFrom('change').innerJoin('change_host', 'change_host.change_id', 'change.id').select('change.wish')
    .where('change.kind', '=', 'plan').where('change_host.host', '=', host).execute()
  return kept.some(({ wish }) => { const { follows, modules } = wish as KeptPlan; return follows === true && choiceText(modules) === choiceText(drift) })
}

/** Null where the version does not fit the tenant's other modules, or was not tried out as the tenant asks: it is not for it; the next one may be. */
async function followerOf(change: Change, registry: Registry, host: string, drift: Choice): Promise<Follower | null> {
  try {
    const effect = await effectOn(change, host, { modules: drift, percent: 1, cohorts: [], settings: {} })
    const sets: number[] = []
    for (const combination of combinationsOf(effect.next)) sets.push(await makeSet(change, registry, combination, system))
    await requireRehearsed(change, { host, served: effect.pointer?.variants ?? [], sets, action: 'follow' })
    return { effect, drift, isProtected: (await tenantOptions(change, host)).protected }
  } catch (error) {
    if (error instanceof ServiceError) return null
    throw error
  }
}

async function follow(change: Change, registry: Registry, selection: Selection, followers: readonly Follower[]): Promise<void> {
  const [first] = followers
  if (!first) return
  const effects = followers.map(({ effect }) => effect)
  const hosts = effects.map(({ host }) => host)
  const mover = moverOf(selection, first)
  const wide = await isWide(change, effects, mover?.identity ?? null, registry.wideTenants)
  const needs = secondPersonReasons(effects, wide, () => first.isProtected)
  const spec: KeptPlan = { name: `follow ${choiceText(first.drift)}`.slice(0, 100), hosts, modules: first.drift, ...registry.followPlan, reason: reasonOf(first), follows: true }
  if (needs.length === 0) {
    if (mover) await rememberReach(change, effects, mover.identity)
    await startPlan(change, { id: null, spec, hosts, actor: mover?.label ?? system })
    return
  }
  const identity = mover?.identity ?? personAlone(system)
  await keepChange(change, {
    kind: 'plan', everyone: wide, wish: spec, shown: spec, reason: spec.reason ?? '', needs, subject: hosts.join(' '),
    actor: { label: mover?.label ?? system, role: 'operator', module: null, hosts: null, identity }, hosts: hosts.map((host) => ({ host, dueAt: null, seen: '' })),
  })
}

const reasonOf = ({ effect: { current: { wishes } }, drift }: Follower): string => Object.entries(drift).map(([module, version]) => `${module} ${wishes[module]} is ${version}`).join('; ')

/** Who moved what they follow: a label or the default. Null for a range, which follows what is published. */
function moverOf({ movers }: Selection, { effect: { current: { wishes } }, drift }: Follower): Mover | null {
  return Object.keys(drift).map((module) => movers.get(`${module} ${wishes[module]}`)).find((mover) => mover !== undefined) ?? null
}
