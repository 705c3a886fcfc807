import type { ReleaseChange } from '@checkin/registry'
import { ServiceError } from '@checkin/server'
import { type Actor, requireHost } from '../access/actor.ts'
import type { Registry } from '../registry.ts'
import { pointTo } from '../releases/pointer.ts'
import type { Change } from '../storage/ledger.ts'
import { instantOf } from '../time/wall-time.ts'
import { requireNotFrozen } from './freezes.ts'
import { addChange } from './pending-change.ts'
import { checkedEffect, type Effect, namedIn, requireTenants, seenBy } from './release-change.ts'
import { rememberReach, review } from './second-person.ts'

export interface Submission {
  readonly hosts: readonly string[]
  /** All tenants: it needs a second person. */
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
 * or waits for a second person or for its hour.
 */
export async function submit(change: Change, maker: Registry, submission: Submission): Promise<Submitted> {
  const { hosts, everyone, wanted, at, reason, actor } = submission
  requireTenants(hosts)
  const effects: Effect[] = []
  for (const host of hosts) {
    requireHost(actor, host)
    effects.push(await checkedEffect(change, maker, host, wanted, { actor: actor.label, action: 'set' }))
  }
  const { wide, needs } = await review(change, { effects, everyone, by: actor.identity, wideTenants: maker.wideTenants })
  if (needs.length === 0) await rememberReach(change, effects, actor.identity)
  if (needs.length === 0 && at === undefined) {
    for (const host of hosts) await requireNotFrozen(change, host)
    const action = wanted.percent >= 100 && wanted.cohorts.length === 0 ? 'set' : 'rollout'
    for (const { host, pointer, next } of effects) await pointTo(change, maker, { actor: actor.label, reason, action }, host, pointer, next)
    return null
  }
  const dueAt = ({ host, options }: Effect): Date | null => {
    const due = at === undefined ? null : instantOf(at, options.timeZone)
    if (due && due <= change.at) throw new ServiceError(400, 'InvalidRequest', `${at} is over in ${host}`)
    return due
  }
  const request = { ...wanted, ...(at !== undefined && { at }) }
  return addChange(change, {
    kind: 'release', everyone: wide, request, shown: request, reason, needs, actor, subject: everyone ? 'all tenants' : hosts.join(' '),
    hosts: effects.map((effect) => ({ host: effect.host, dueAt: dueAt(effect), seen: seenBy(effect.current, namedIn(wanted)) })),
  })
}
