import { mostRollouts, type Rollout, type SettingValues } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import type { Choice, Combination, Settings } from '../sets/sets.contract.ts'

/** What a tenant's new sessions get: one choice for most, rollouts for some. */
export interface Release {
  readonly choice: Choice
  /** Per module, what is set of it, for every session of the tenant. */
  readonly settings: Settings
  readonly rollouts: readonly Rollout[]
  /** Per module, what was asked for. */
  readonly wishes: Readonly<Record<string, string>>
}

/** A change of a release, with its selectors resolved. */
export interface ReleaseWish {
  readonly selectors: Readonly<Record<string, string>>
  readonly versions: Choice
  /** Percent of the sessions that meet no cohort rule; 100 without rules is everybody. */
  readonly percent: number
  readonly cohorts: Rollout['cohorts']
  /** What is set of some modules from now on; it takes the place of all that was set of them. */
  readonly settings: Settings
}

/** Names and versions in one order: what tells choices apart. */
export const choiceText = (choice: Choice): string => Object.entries(choice).map(([name, version]) => `${name}@${version}`).sort().join(' ')

/** Settings in one order; a module of which nothing is set is not named. */
function settingsText(settings: Settings): string {
  const sorted = <Value>(record: Readonly<Record<string, Value>>) => Object.entries(record).sort(([one], [other]) => one.localeCompare(other))
  const set = sorted(settings).filter(([, values]) => Object.keys(values).length > 0).map(([module, values]) => [module, sorted(values)])
  return set.length === 0 ? '' : ` ${JSON.stringify(set)}`
}

/** Versions and settings in one order: what tells sets apart. */
export const combinationText = ({ choice, settings }: Combination): string => `${choiceText(choice)}${settingsText(settings)}`

const isForEverybody = ({ percent, cohorts }: ReleaseWish): boolean => percent >= 100 && cohorts.length === 0
const shareModules = (one: Choice, other: Choice): boolean => Object.keys(one).some((name) => name in other)

/**
 * The release after a change. For everybody: the versions become the tenant's own and rollouts of the same modules end.
 * For some: a rollout begins, or the running one of the same versions gets another percentage and keeps its salt,
 * so that nobody who has the new version loses it when the percentage is raised.
 */
export function nextRelease(current: Release, wish: ReleaseWish, fresh: { readonly id: string; readonly salt: string }): Release {
  if (isForEverybody(wish)) {
    return {
      choice: { ...current.choice, ...wish.versions },
      settings: settingsAfter(current.settings, wish.settings),
      rollouts: current.rollouts.filter(({ modules }) => !shareModules(modules, wish.versions)),
      wishes: { ...current.wishes, ...wish.selectors },
    }
  }
  if (Object.keys(wish.settings).length > 0) throw new ServiceError(409, 'SettingsForEverybody', 'Settings are for every session of a tenant, not for some percent of them')
  if (Object.keys(current.choice).length === 0) throw new ServiceError(409, 'NoRelease', 'A tenant without a release gets its first one as a whole')
  const { percent, cohorts } = wish
  const running = current.rollouts.findIndex(({ modules }) => choiceText(modules) === choiceText(wish.versions))
  if (running >= 0) return { ...current, rollouts: current.rollouts.map((each, at) => (at === running ? { ...each, percent, cohorts } : each)) }
  const other = current.rollouts.find(({ modules }) => shareModules(modules, wish.versions))
  if (other) throw new ServiceError(409, 'RolloutRunning', `A rollout of ${choiceText(other.modules)} is running; finish it or go back first`)
  if (choiceText({ ...current.choice, ...wish.versions }) === choiceText(current.choice)) throw new ServiceError(409, 'SameVersion', `Everybody has ${choiceText(wish.versions)} already`)
  if (current.rollouts.length >= mostRollouts) throw new ServiceError(409, 'TooManyRollouts', `${mostRollouts} rollouts are running; finish one first`)
  return { ...current, rollouts: [...current.rollouts, { id: fresh.id, salt: fresh.salt, modules: wish.versions, percent, cohorts }] }
}

const settingsAfter = (current: Settings, wanted: Settings): Settings =>
  Object.fromEntries(Object.entries({ ...current, ...wanted }).filter(([, values]) => Object.keys(values).length > 0))

/** All combinations of rollouts, with the tenant's settings; bit n of the index says that rollout n is in. */
export function combinationsOf({ choice, settings, rollouts }: Release): Combination[] {
  return Array.from({ length: 2 ** rollouts.length }, (_variant, bits) =>
    ({ choice: rollouts.reduce<Choice>((made, { modules }, at) => (bits & (1 << at) ? { ...made, ...modules } : made), choice), settings }))
}

/**
 * Takes versions that nobody may run any more out of a release. `instead` says what serves in place of one, with the settings that it had
 * when it did; null when there is nothing.
 */
export function withoutVersion(current: Release, killed: { readonly name: string; readonly version: string }, instead: { readonly version: string; readonly settings: SettingValues } | null): Release {
  const rollouts = current.rollouts.filter(({ modules }) => modules[killed.name] !== killed.version)
  if (current.choice[killed.name] !== killed.version || instead === null) return { ...current, rollouts }
  // A range or a label would lead back to what was taken away.
  return {
    rollouts, choice: { ...current.choice, [killed.name]: instead.version }, wishes: { ...current.wishes, [killed.name]: instead.version },
    settings: settingsAfter(current.settings, { [killed.name]: instead.settings }),
  }
}
