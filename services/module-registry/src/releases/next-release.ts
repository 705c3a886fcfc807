import type { Choice, Settings } from '@checkin/registry'
import { mostRollouts, type Rollout, type SettingValues } from '@checkin/releases'
import { ServiceError } from '@checkin/server'

/** What a set is made of, and what identifies it. */
export interface Combination {
  readonly choice: Choice
  readonly settings: Settings
}

/**
 * A rollout as the registry has it. One with settings brings these of its module, in the version that everybody has: arm B of an experiment (DEC-361). Sites do not see them: they
 * choose a set, and the set has them.
 */
export interface ReleaseRollout extends Rollout {
  readonly settings?: Settings
}

/** What a tenant's new sessions get: one choice for most, rollouts for some. */
export interface Release {
  readonly choice: Choice
  /** Per module, what is set of it, for every session of the tenant. */
  readonly settings: Settings
  readonly rollouts: readonly ReleaseRollout[]
  /** Per module, the selector that was asked for. */
  readonly selectors: Readonly<Record<string, string>>
}

/** A change of a release, with its selectors resolved. */
export interface ReleaseRequest {
  readonly selectors: Readonly<Record<string, string>>
  readonly versions: Choice
  /** Percent of the sessions that meet no cohort rule; 100 without rules is everybody. */
  readonly percent: number
  readonly cohorts: Rollout['cohorts']
  /** What is set of some modules from now on; it takes the place of all that was set of them. */
  readonly settings: Settings
  /** Settings that some sessions get in the version that everybody has: an experiment's alone (DEC-361). */
  readonly arm?: Settings
}

/** Names and versions in one order: identifies a choice. */
export const choiceText = (choice: Choice): string => Object.entries(choice).map(([name, version]) => `${name}@${version}`).sort().join(' ')

/** Settings in one order; a module of which nothing is set is not named. */
function settingsText(settings: Settings): string {
  const sorted = <Value>(record: Readonly<Record<string, Value>>) => Object.entries(record).sort(([one], [other]) => one.localeCompare(other))
  const set = sorted(settings).filter(([, values]) => Object.keys(values).length > 0).map(([module, values]) => [module, sorted(values)])
  return set.length === 0 ? '' : ` ${JSON.stringify(set)}`
}

/** Versions and settings in one order: identifies a set. */
export const combinationText = ({ choice, settings }: Combination): string => `${choiceText(choice)}${settingsText(settings)}`

/** Whether a rollout brings these versions; one of settings brings none. */
export const isOfVersions = ({ modules, settings }: ReleaseRollout, versions: Choice): boolean => settings === undefined && choiceText(modules) === choiceText(versions)

/** Whether a change is for every session, not for some. */
export const isForEverybody = ({ percent, cohorts }: ReleaseRequest): boolean => percent >= 100 && cohorts.length === 0
const shareModules = (one: Choice, other: Choice): boolean => Object.keys(one).some((name) => name in other)

/**
 * The release after a change. For everybody: the versions become the tenant's own and rollouts of the same modules end.
 * For some: a rollout begins, or the running one of the same versions gets another percentage and keeps its salt,
 * so that nobody who has the new version loses it when the percentage is raised.
 */
export function nextRelease(current: Release, request: ReleaseRequest, fresh: { readonly id: string; readonly salt: string }): Release {
  if (isForEverybody(request)) {
    return {
      choice: { ...current.choice, ...request.versions },
      settings: settingsAfter(current.settings, request.settings),
      rollouts: current.rollouts.filter(({ modules }) => !shareModules(modules, request.versions)),
      selectors: { ...current.selectors, ...request.selectors },
    }
  }
  if (Object.keys(request.settings).length > 0) throw new ServiceError(409, 'SettingsForEverybody', 'Settings are for every session of a tenant, not for some percent of them')
  if (Object.keys(current.choice).length === 0) throw new ServiceError(409, 'NoRelease', 'A tenant without a release gets its first one as a whole')
  const { percent, cohorts, arm } = request
  const running = arm ? -1 : current.rollouts.findIndex((each) => isOfVersions(each, request.versions))
  if (running >= 0) return { ...current, rollouts: current.rollouts.map((each, at) => (at === running ? { ...each, percent, cohorts } : each)) }
  const other = current.rollouts.find(({ modules }) => shareModules(modules, request.versions))
  if (other) throw new ServiceError(409, 'RolloutRunning', `A rollout of ${choiceText(other.modules)} is running; finish it or go back first`)
  if (!arm && choiceText({ ...current.choice, ...request.versions }) === choiceText(current.choice)) throw new ServiceError(409, 'SameVersion', `Everybody has ${choiceText(request.versions)} already`)
  if (current.rollouts.length >= mostRollouts) throw new ServiceError(409, 'TooManyRollouts', `${mostRollouts} rollouts are running; finish one first`)
  return { ...current, rollouts: [...current.rollouts, { id: fresh.id, salt: fresh.salt, modules: request.versions, percent, cohorts, ...(arm && { settings: arm }) }] }
}

const settingsAfter = (current: Settings, wanted: Settings): Settings =>
  Object.fromEntries(Object.entries({ ...current, ...wanted }).filter(([, values]) => Object.keys(values).length > 0))

/** All combinations of rollouts, with the tenant's settings and those that rollouts bring; bit n of the index means that rollout n is in. */
export function combinationsOf({ choice, settings, rollouts }: Release): Combination[] {
  return Array.from({ length: 2 ** rollouts.length }, (_variant, bits) => rollouts.reduce<Combination>((made, { modules, settings: own }, at) =>
    (bits & (1 << at) ? { choice: { ...made.choice, ...modules }, settings: own ? settingsAfter(made.settings, own) : made.settings } : made), { choice, settings }))
}

/**
 * Takes a killed version out of a release. `instead` serves in its place, with the settings that it had when it served before; null when
 * nothing does.
 */
export function withoutVersion(current: Release, killed: { readonly name: string; readonly version: string }, instead: { readonly version: string; readonly settings: SettingValues } | null): Release {
  const rollouts = current.rollouts.filter(({ modules }) => modules[killed.name] !== killed.version)
  return current.choice[killed.name] !== killed.version || instead === null ? { ...current, rollouts } : withVersionBefore({ ...current, rollouts }, killed.name, instead)
}

/** Gives everybody of a tenant a version that served before, with the settings that it had then, pinned: a range or a label would lead forward again. */
export function withVersionBefore(current: Release, name: string, before: { readonly version: string; readonly settings: SettingValues }): Release {
  return {
    ...current, choice: { ...current.choice, [name]: before.version }, selectors: { ...current.selectors, [name]: before.version },
    settings: settingsAfter(current.settings, { [name]: before.settings }),
  }
}

/** Takes a module out of a release, with its settings, its selector and every rollout of it. */
export function withoutModule({ choice, settings, rollouts, selectors }: Release, name: string): Release {
  const others = <Value>(of: Readonly<Record<string, Value>>): Record<string, Value> => Object.fromEntries(Object.entries(of).filter(([each]) => each !== name))
  return { choice: others(choice), settings: others(settings), selectors: others(selectors), rollouts: rollouts.filter(({ modules }) => modules[name] === undefined) }
}
