import type { Choice } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { system } from '../access/actor.ts'
import { personAlone } from '../access/identity.ts'
import { freezeOf } from '../changes/freezes.ts'
import { addChange } from '../changes/pending-change.ts'
import { findOtherPlan } from '../changes/plan-waves.ts'
import { checkedEffect, type Effect } from '../changes/release-change.ts'
import { rememberReach, review } from '../changes/second-person.ts'
import { type StoredPlan, startPlan } from '../changes/start-plan.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import { choiceText, type Release } from './next-release.ts'
import { allPointers, releaseOf } from './pointer.ts'
import { type Mover, readSelection, select, type Selection, selectorKind } from './selector.ts'

/** Modules whose selector means another version now than the tenant has. A selector that means nothing now changes nothing. */
export function driftOf(selection: Selection, { choice, selectors, rollouts }: Release): Choice {
  return Object.fromEntries(Object.entries(selectors).flatMap(([module, selector]) => {
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
}

/**
 * Gives tenants that follow a range, a label or the default what these mean now: in steps, watched, by one plan for all that lag behind by
 * the same versions. Where payment, a protected tenant or so many tenants are reached that a second person is needed, the plan waits for
 * one. A frozen tenant follows when the freeze ends, one that goes or will go through a person's plan in waves when that ends; what was tried once on a tenant, whatever the outcome, is not started again automatically.
 */
export async function followAll(change: Change, registry: Registry): Promise<void> {
  const selection = await readSelection(change)
  const groups = new Map<string, Follower[]>()
  for (const { pointer, drift } of await laggingTenants(change, selection)) {
    const follower = await followerOf(change, registry, pointer.host, drift)
    if (!follower) continue
    const key = `${choiceText(drift)}${follower.effect.options.protected ? ' protected' : ''}`
    groups.set(key, [...groups.get(key) ?? [], follower])
  }
  for (const followers of groups.values()) await follow(change, registry, selection, followers)
}

/** Tenants whose selectors mean something else than what they have, that are not frozen, where it was not tried yet and no plan in waves gives them a version (DEC-358). */
async function laggingTenants(change: Change, selection: Selection) {
  const pointers = (await allPointers(change)).filter(({ selectors }) => Object.values(selectors).some((selector) => selectorKind(selector) !== 'pin'))
  const found: { readonly pointer: (typeof pointers)[number]; readonly drift: Choice }[] = []
  for (const pointer of pointers) {
    const drift = driftOf(selection, await releaseOf(change, pointer))
    if (Object.keys(drift).length === 0 || await wasTried(change, pointer.host, drift) || await freezeOf(change, pointer.host) !== null) continue
    if (await findOtherPlan(change, { hosts: [pointer.host], modules: drift, hasWaves: false }) !== null) continue
    found.push({ pointer, drift })
  }
  return found
}

async function wasTried({ tx }: Change, host: string, drift: Choice): Promise<boolean> {
  const plans = await tx.selectFrom('plan').select(['hosts', 'modules']).where('follows', '=', true).execute()
  if (plans.some(({ hosts, modules }) => hosts.includes(host) && choiceText(modules) === choiceText(drift))) return true
  const proposed = await tx.selectFrom('change').innerJoin('change_host', 'change_host.change_id', 'change.id').select('change.wish as request')
    .where('change.kind', '=', 'plan').where('change_host.host', '=', host).execute()
  return proposed.some(({ request }) => { const { follows, modules } = request as StoredPlan; return follows === true && choiceText(modules) === choiceText(drift) })
}

/** Null where the version does not fit the tenant's other modules, or was not tested as the tenant asks: the next one may be. */
async function followerOf(change: Change, registry: Registry, host: string, drift: Choice): Promise<Follower | null> {
  try {
    return { effect: await checkedEffect(change, registry, host, { modules: drift, percent: 1, cohorts: [], settings: {} }, { actor: system, action: 'follow' }), drift }
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
  const { wide, needs } = await review(change, { effects, everyone: false, by: mover?.identity ?? null, wideTenants: registry.wideTenants })
  const spec: StoredPlan = { name: `follow ${choiceText(first.drift)}`.slice(0, 100), hosts, modules: first.drift, ...registry.followPlan, reason: reasonOf(first), follows: true }
  if (needs.length === 0) {
    if (mover) await rememberReach(change, effects, mover.identity)
    await startPlan(change, { id: null, spec, hosts, actor: mover?.label ?? system })
    return
  }
  const identity = mover?.identity ?? personAlone(system)
  await addChange(change, {
    kind: 'plan', everyone: wide, request: spec, shown: spec, reason: spec.reason ?? '', needs, subject: hosts.join(' '),
    actor: { label: mover?.label ?? system, role: 'operator', module: null, hosts: null, identity }, hosts: hosts.map((host) => ({ host, dueAt: null, seen: '' })),
  })
}

const reasonOf = ({ effect: { current: { selectors } }, drift }: Follower): string => Object.entries(drift).map(([module, version]) => `${module} ${selectors[module]} is ${version}`).join('; ')

/** Who moved what they follow: a label or the default. Null for a range, which follows what is published. */
function moverOf({ movers }: Selection, { effect: { current: { selectors } }, drift }: Follower): Mover | null {
  return Object.keys(drift).map((module) => movers.get(`${module} ${selectors[module]}`)).find((mover) => mover !== undefined) ?? null
}
