import type { Choice, ReleaseChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { requireNoExperiment, runningExperiments } from '../experiments/running.ts'
import { choiceText, combinationsOf, combinationText, nextRelease, type Release, type ReleaseRequest } from '../releases/next-release.ts'
import { type ChangeAuthor, findPointers, freshRollout, type Pointer, releasesOf } from '../releases/pointer.ts'
import type { Target } from '../releases/point-to.ts'
import { requireTested, testsFor } from '../releases/release-tests.ts'
import { readSelection, select, type Selection, selectorKind } from '../releases/selector.ts'
import { type SetMaker, setsFor } from '../releases/sets.ts'
import type { Change } from '../storage/ledger.ts'
import { type TenantOptions, tenantOptionsOf } from '../tenants/tenant-options.ts'
import { notStaged, unstagedModules } from './staged.ts'
import { refusalOrThrow, type Tried, tried, valueOf, valuesOf } from './tried.ts'

/** What a change would do to one tenant. */
export interface Effect {
  readonly host: string
  readonly options: TenantOptions
  readonly pointer: Pointer | null
  readonly current: Release
  readonly next: Release
  readonly versions: Readonly<Record<string, string>>
  /** Names of the modules that new sessions would get otherwise than now. */
  readonly touched: readonly string[]
  /** Of these, what everybody would get in a version that passed no staged plan (DEC-295). */
  readonly unstaged: readonly string[]
}

/** A change of releases, or the start of an experiment that gives some sessions other settings of the version that everybody has; nobody can ask for those otherwise (DEC-361). */
export type WantedRelease = ReleaseChange & Pick<ReleaseRequest, 'arm'>

/** A change with its selectors resolved. A rollout for some is always of exact versions. */
export function requestOf(selection: Selection, { modules, percent, cohorts, settings, arm }: WantedRelease): ReleaseRequest {
  if (Object.keys(modules).length + Object.keys(settings).length === 0) throw new ServiceError(400, 'InvalidRequest', 'A change names a module or what is set of one')
  const versions = Object.fromEntries(Object.entries(modules).map(([name, selector]) => [name, select(selection, name, selector).version]))
  return { versions, selectors: modules, percent, cohorts, settings, ...(arm && { arm }) }
}

/** Modules that a change names, for a version or for what is set. */
export const namedIn = ({ modules, settings }: ReleaseChange): string[] => [...new Set([...Object.keys(modules), ...Object.keys(settings)])]

const settingsTextOf = ({ settings }: Release, name: string): string => combinationText({ choice: {}, settings: { [name]: settings[name] ?? {} } })

/**
 * A tenant that is to follow a label, a range or the default keeps its version and follows from now on: what it follows comes by the plan of
 * followers. `left` is what is asked for by its version.
 */
function followingInstead(current: Release, request: ReleaseRequest, unstaged: readonly string[]): { readonly request: ReleaseRequest; readonly left: readonly string[] } {
  const kept = unstaged.filter((name) => selectorKind(request.selectors[name] ?? '') !== 'pin' && current.choice[name] !== undefined)
  const versions = { ...request.versions, ...Object.fromEntries(kept.map((name) => [name, current.choice[name] ?? ''])) }
  return { request: { ...request, versions }, left: unstaged.filter((name) => !kept.includes(name)) }
}

/** Refuses what would give everybody of a tenant a version that passed no staged plan. Throws NotStaged. */
export function requireStaged(effect: Pick<Effect, 'host' | 'unstaged' | 'versions'>, wanted: Pick<ReleaseChange, 'emergency'>): void {
  const refusal = refusalOf(effect, wanted)
  if (refusal) throw refusal
}

/** The same as an answer, for a dry run; null where nothing speaks against it. */
export const refusalOf = ({ host, unstaged, versions }: Pick<Effect, 'host' | 'unstaged' | 'versions'>, { emergency }: Pick<ReleaseChange, 'emergency'>): ServiceError | null =>
  (unstaged.length > 0 && emergency !== true ? notStaged(host, unstaged.map((name) => `${name}@${versions[name]}`)) : null)

/** How the history names a change: an emergency only where it was needed. */
export const actionOf = ({ unstaged }: Pick<Effect, 'unstaged'>, { percent, cohorts }: ReleaseChange): 'set' | 'rollout' | 'emergency' =>
  (unstaged.length > 0 ? 'emergency' : percent >= 100 && cohorts.length === 0 ? 'set' : 'rollout')

/** What a tenant is pointed to by a change. */
export const targetOf = ({ host, pointer, next }: Pick<Effect, 'host' | 'pointer' | 'next'>): Target => ({ host, current: pointer, release: next })

/** What is asked for one tenant. */
export interface Asked {
  readonly host: string
  readonly wanted: WantedRelease
}

/** What came of what was asked for one tenant. */
export type TriedEffect = Tried<Effect> & Pick<Asked, 'host'>

/** What a change would do to a tenant. Throws ServiceError where it cannot be. */
export async function effectOn(change: Pick<Change, 'tx'>, host: string, wanted: WantedRelease): Promise<Effect> {
  const [effect] = await effectsOn(change, [{ host, wanted }])
  if (!effect) throw new Error('An effect for each tenant')
  return valueOf(effect)
}

/** The same for many tenants, in their order and in as many queries as for one. */
export async function effectsOn(change: Pick<Change, 'tx'>, asked: readonly Asked[]): Promise<TriedEffect[]> {
  const hosts = [...new Set(asked.map(({ host }) => host))]
  const pointers = await findPointers(change, hosts)
  const releases = await releasesOf(change, pointers.values())
  const selection = await readSelection(change)
  const experiments = await runningExperiments(change.tx, hosts)
  const optionsOf = await tenantOptionsOf(change, hosts)
  const requested = asked.map(({ host, wanted }) => ({ host, ...tried(() => ({ host, wanted, current: releases(host), request: requestOf(selection, wanted) })) }))
  const unstagedOf = await unstagedModules(change, valuesOf(requested))
  return requested.map((outcome) => ({ host: outcome.host, ...tried(() => {
    const { host, wanted, current, request: asked } = valueOf(outcome)
    const unstaged = unstagedOf({ host, current, request: asked })
    const { request, left } = wanted.emergency === true ? { request: asked, left: unstaged } : followingInstead(current, asked, unstaged)
    requireNoExperiment(experiments, host, request, wanted.emergency)
    const next = nextRelease(current, request, freshRollout())
    const isOther = (name: string): boolean => name in request.versions && (current.choice[name] !== request.versions[name] || current.rollouts.some(({ modules }) => name in modules))
    const touched = namedIn(wanted).filter((name) => isOther(name) || name in (request.arm ?? {}) || settingsTextOf(current, name) !== settingsTextOf(next, name))
    return { host, options: optionsOf(host), pointer: pointers.get(host) ?? null, current, next, versions: request.versions, touched, unstaged: left }
  }) }))
}

/** The same, with every set that it needs made and tested as the tenant asks. */
export async function checkedEffects(change: Change, maker: SetMaker, asked: readonly Asked[], by: Pick<ChangeAuthor, 'actor' | 'action'>): Promise<TriedEffect[]> {
  const effects = await effectsOn(change, asked)
  const combinations = valuesOf(effects).flatMap(({ next }) => combinationsOf(next))
  const sets = await setsFor(change, maker, combinations)
  const tests = await testsFor(change, valuesOf(effects).map(({ host }) => host), sets, combinations)
  const checked: TriedEffect[] = []
  for (const outcome of effects) checked.push('refusal' in outcome ? outcome : { host: outcome.host, ...await checkedEffect(outcome.value).catch(refusalOrThrow) })
  return checked

  async function checkedEffect(effect: Effect): Promise<Tried<Effect>> {
    const made: { readonly id: number; readonly choice: Choice }[] = []
    for (const combination of combinationsOf(effect.next)) made.push({ id: await sets.make(combination, by.actor), choice: combination.choice })
    requireTested(tests, { host: effect.host, served: effect.pointer?.variants ?? [], sets: made, action: by.action })
    return { value: effect }
  }
}

/** What a change saw of the modules that it names, as text: it is applied later only if this is still so. */
export function seenBy(current: Release, modules: readonly string[]): string {
  const choice = Object.fromEntries(Object.entries(current.choice).filter(([name]) => modules.includes(name)))
  const rollouts = current.rollouts.filter((each) => modules.some((name) => name in each.modules))
  const own = Object.fromEntries(Object.entries(current.settings).filter(([name]) => modules.includes(name)))
  return [combinationText({ choice, settings: own }), ...rollouts.map(({ modules: of, settings, percent }) => `${choiceText(of)}${settings === undefined ? '' : combinationText({ choice: {}, settings })} at ${percent}`)].join('; ')
}

/** Refuses a change of no tenant at all. */
export function requireTenants(hosts: readonly string[]): void {
  if (hosts.length === 0) throw new ServiceError(404, 'UnknownTenant', 'There is no tenant yet')
}
