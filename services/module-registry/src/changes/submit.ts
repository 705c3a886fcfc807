import { ServiceError } from '@checkin/server'
import type { Actor } from '../../access/actor.ts'
import { requireHost } from '../../access/actor.ts'
import type { Change } from '../../storage/ledger.ts'
import { instantOf } from '../../time/wall-time.ts'
import { requireNotFrozen, tenantOptions } from '../freezes/freezes.ts'
import { combinationsOf } from '../rollouts/next-release.ts'
import { pointTo } from '../rollouts/pointer.ts'
import { requireRehearsed } from '../rehearsals/rehearsals.ts'
import type { Registry } from '../../registry.ts'
import { makeSet } from '../sets/make-set.ts'
import { keepChange } from './keep-change.ts'
import { isWide, rememberReach } from './reach-of-change.ts'
import { effectOn, namedIn, requireTenants, secondPersonReasons, seenBy, type Effect, type ReleaseChange } from './release-change.ts'

export interface Submission {
  readonly hosts: readonly string[]
  /** All tenants: a second person looks at it. */
  readonly everyone: boolean
  readonly wanted: ReleaseChange
  /** Hour in each tenant's own time, `2026-12-01T03:00`; at once when left out. */
  readonly at: string | undefined
  readonly reason: string
  readonly actor: Actor
}

/** The number of a change that waits; null when it was applied at once. */
export type Submitted = number | null

/**
 * A change of releases. It is checked whole, with every set that it needs, before anything happens; then it is applied at once,
 * or kept for a second person or for its hour.
 */
export async function submit(change: Change, maker: Registry, submission: Submission): Promise<Submitted> {
  const { hosts, everyone, wanted, at, reason, actor } = submission
  requireTenants(hosts)
  const effects: Effect[] = []
  for (const host of hosts) {
    requireHost(actor, host)
    const effect = await effectOn(change, host, wanted)
    const sets: number[] = []
    for (const combination of combinationsOf(effect.next)) sets.push(await makeSet(change, maker, combination, actor.label))
    await requireRehearsed(change, { host, served: effect.pointer?.variants ?? [], sets, action: 'set' })
    effects.push(effect)
  }
  const options = new Map(await Promise.all(hosts.map(async (host) => [host, await tenantOptions(change, host)] as const)))
  const wide = everyone || await isWide(change, effects, actor.identity, maker.wideTenants)
  const needs = secondPersonReasons(effects, wide, (host) => options.get(host)?.protected ?? false)
  if (needs.length === 0) await rememberReach(change, effects, actor.identity)
  if (needs.length === 0 && at === undefined) {
    for (const host of hosts) await requireNotFrozen(change, host)
    const action = wanted.percent >= 100 && wanted.cohorts.length === 0 ? 'set' : 'rollout'
    for (const { host, pointer, next } of effects) await pointTo(change, maker, { actor: actor.label, reason, action }, host, pointer, next)
    return null
  }
  const dueAt = (host: string): Date | null => (at === undefined ? null : instantOf(at, options.get(host)?.timeZone ?? 'UTC'))
  for (const host of hosts) {
    const due = dueAt(host)
    if (due && due <= change.at) throw new ServiceError(400, 'InvalidRequest', `${at} is over in ${host}`)
  }
  const wish = { ...wanted, ...(at !== undefined && { at }) }
  return keepChange(change, {
    kind: 'release', everyone: wide, wish, shown: wish, reason, needs, actor, subject: everyone ? 'all tenants' : hosts.join(' '),
    hosts: effects.map(({ host, current }) => ({ host, dueAt: dueAt(host), seen: seenBy(current, namedIn(wanted)) })),
  })
}
