import type { Choice } from '@checkin/registry'
import { anyOf, ServiceError } from '@checkin/server'
import { system } from '../access/actor.ts'
import { personAlone } from '../access/identity.ts'
import { freezesOf } from '../changes/freezes.ts'
import { addChange } from '../changes/pending-change.ts'
import { otherPlans } from '../changes/plan-waves.ts'
import { checkedEffects, type Effect } from '../changes/release-change.ts'
import { rememberReach, review } from '../changes/second-person.ts'
import { type StoredPlan, startPlan } from '../changes/start-plan.ts'
import { valuesOf } from '../changes/tried.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import { choiceText, type Release } from './next-release.ts'
import { allPointers, releasesOf } from './pointer.ts'
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
  for (const follower of await followersOf(change, registry, await laggingTenants(change, selection))) {
    const { drift } = follower
    const key = `${choiceText(drift)}${follower.effect.options.protected ? ' protected' : ''}`
    groups.set(key, [...groups.get(key) ?? [], follower])
  }
  for (const followers of groups.values()) await follow(change, registry, selection, followers)
}

/** Tenants whose selectors mean something else than what they have, that are not frozen, where it was not tried yet and no plan in waves gives them a version (DEC-358). */
async function laggingTenants(change: Change, selection: Selection) {
  const pointers = (await allPointers(change)).filter(({ selectors }) => Object.values(selectors).some((selector) => selectorKind(selector) !== 'pin'))
  const releaseOf = await releasesOf(change, pointers)
  const lagging = pointers.map(({ host }) => ({ host, drift: driftOf(selection, releaseOf(host)) })).filter(({ drift }) => Object.keys(drift).length > 0)
  if (lagging.length === 0) return []
  const hosts = lagging.map(({ host }) => host)
  const wasTried = await triedBefore(change, hosts)
  const frozen = await freezesOf(change, hosts)
  const otherPlan = await otherPlans(change)
  return lagging.filter(({ host, drift }) => !wasTried(host, drift) && frozen(host) === null && otherPlan({ hosts: [host], modules: drift, hasWaves: false }) === null)
}

/** Which tenants had which versions given or proposed because they follow them. */
async function triedBefore({ tx }: Change, hosts: readonly string[]): Promise<(host: string, drift: Choice) => boolean> {
  const plans = await tx.selectFrom('plan').select(['hosts', 'modules']).where('follows', '=', true).execute()
  const changes = await tx.selectFrom('change').select(['id', 'wish']).where('kind', '=', 'plan').execute()
  const proposed = changes.flatMap(({ id, wish }) => { const { follows, modules } = wish as StoredPlan; return follows === true ? [{ id, modules }] : [] })
  const rows = proposed.length === 0 ? [] : await tx.selectFrom('change_host').select(['change_id', 'host']).where('change_id', '=', anyOf(proposed.map(({ id }) => id))).where('host', '=', anyOf([...hosts])).execute()
  const modulesOf = new Map(proposed.map(({ id, modules }) => [id, modules]))
  const given = [...plans.flatMap((plan) => plan.hosts.map((host) => ({ host, modules: plan.modules }))), ...rows.map(({ change_id: id, host }) => ({ host, modules: modulesOf.get(id) ?? {} }))]
  const tried = new Set(given.map(({ host, modules }) => `${host} ${choiceText(modules)}`))
  return (host, drift) => tried.has(`${host} ${choiceText(drift)}`)
}

/** Without those where the version does not fit the tenant's other modules, or was not tested as the tenant asks: the next one may be. */
async function followersOf(change: Change, registry: Registry, lagging: readonly { readonly host: string; readonly drift: Choice }[]): Promise<Follower[]> {
  if (lagging.length === 0) return []
  const asked = lagging.map(({ host, drift: modules }) => ({ host, wanted: { modules, percent: 1, cohorts: [], settings: {} } }))
  const effects = await checkedEffects(change, registry, asked, { actor: system, action: 'follow' })
  const driftOfHost = new Map(lagging.map(({ host, drift }) => [host, drift]))
  return valuesOf(effects).map((effect) => ({ effect, drift: driftOfHost.get(effect.host) ?? {} }))
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
