import { ServiceError } from '@checkin/server'
import { Cohort, Percent } from '@checkin/releases'
import * as z from 'zod'
import type { Change } from '../../storage/ledger.ts'
import { choiceText, combinationText, nextRelease, type Release, type ReleaseWish } from '../rollouts/next-release.ts'
import { findPointer, freshRollout, releaseOf, type Pointer } from '../rollouts/pointer.ts'
import { Settings } from '../sets/sets.contract.ts'
import { readSelection, select, Selectors, type Selection } from '../rollouts/selector.ts'

/** What somebody wants of some tenants. */
export const ReleaseChange = z.strictObject({
  modules: Selectors.default({}),
  percent: Percent.default(100),
  /** The first rule that a session meets gives its percentage instead. */
  cohorts: z.array(z.strictObject({ when: Cohort, percent: Percent })).max(10).default([]),
  /** Per module, all that is set of it from now on; an empty one is its defaults. */
  settings: Settings.default({}),
})
export type ReleaseChange = z.infer<typeof ReleaseChange>

/** What a change would do to one tenant. */
export interface Effect {
  readonly host: string
  readonly pointer: Pointer | null
  readonly current: Release
  readonly next: Release
  readonly versions: Readonly<Record<string, string>>
  /** Names of the modules that new sessions would get otherwise than now. */
  readonly touched: readonly string[]
}

/** Selectors as they are meant now. A rollout for some is always of exact versions. */
export function wishOf(selection: Selection, { modules, percent, cohorts, settings }: ReleaseChange): ReleaseWish {
  if (Object.keys(modules).length + Object.keys(settings).length === 0) throw new ServiceError(400, 'InvalidRequest', 'A change names a module or what is set of one')
  const versions = Object.fromEntries(Object.entries(modules).map(([name, selector]) => [name, select(selection, name, selector).version]))
  return { versions, selectors: modules, percent, cohorts, settings }
}

/** Modules that a change names, for a version or for what is set. */
export const namedIn = ({ modules, settings }: ReleaseChange): string[] => [...new Set([...Object.keys(modules), ...Object.keys(settings)])]

const settingsTextOf = ({ settings }: Release, name: string): string => combinationText({ choice: {}, settings: { [name]: settings[name] ?? {} } })

/** What a change would do to a tenant. Throws what cannot be. */
export async function effectOn(change: Pick<Change, 'tx'>, host: string, wanted: ReleaseChange): Promise<Effect> {
  const pointer = await findPointer(change, host)
  const current = await releaseOf(change, pointer)
  const wish = wishOf(await readSelection(change), wanted)
  const next = nextRelease(current, wish, freshRollout())
  const isOther = (name: string): boolean => name in wish.versions && (current.choice[name] !== wish.versions[name] || current.rollouts.some(({ modules }) => name in modules))
  const touched = namedIn(wanted).filter((name) => isOther(name) || settingsTextOf(current, name) !== settingsTextOf(next, name))
  return { host, pointer, current, next, versions: wish.versions, touched }
}

/** What a change saw of the modules that it names, as text: it is applied later only if this is still so. */
export function seenBy(current: Release, modules: readonly string[]): string {
  const choice = Object.fromEntries(Object.entries(current.choice).filter(([name]) => modules.includes(name)))
  const rollouts = current.rollouts.filter((each) => modules.some((name) => name in each.modules))
  const settings = Object.fromEntries(Object.entries(current.settings).filter(([name]) => modules.includes(name)))
  return [combinationText({ choice, settings }), ...rollouts.map(({ modules: of, percent }) => `${choiceText(of)} at ${percent}`)].join('; ')
}

export const paymentModule = 'mfe-payment'

export type SecondPersonReason = 'payment' | 'everyone' | 'protected'

/** Why a change needs a second person; empty when it does not. A tenant's first release needs none. */
export function secondPersonReasons(effects: readonly Effect[], everyone: boolean, isProtected: (host: string) => boolean): SecondPersonReason[] {
  const changed = effects.filter(({ touched, pointer }) => touched.length > 0 && pointer !== null)
  const reasons: [SecondPersonReason, boolean][] = [
    ['payment', changed.some(({ touched }) => touched.includes(paymentModule))],
    ['everyone', everyone && changed.length > 0],
    ['protected', changed.some(({ host }) => isProtected(host))],
  ]
  return reasons.filter(([, holds]) => holds).map(([reason]) => reason)
}

/** Changes of some tenants that would do nothing anywhere are a mistake. */
export function requireTenants(hosts: readonly string[]): void {
  if (hosts.length === 0) throw new ServiceError(404, 'UnknownTenant', 'There is no tenant yet')
}
