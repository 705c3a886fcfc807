import { ServiceError } from '@checkin/server'
import type { Registry } from '../registry.ts'
import { movesOf } from '../releases/point-to.ts'
import { supersedeSuspensions } from '../releases/suspensions.ts'
import type { Change } from '../storage/ledger.ts'
import { instantOf } from '../time/wall-time.ts'
import { requireNotFrozen } from './freezes.ts'
import { addChange } from './pending-change.ts'
import { actionOf, type Effect, namedIn, requireStaged, seenBy, targetOf } from './release-change.ts'
import { type Proposal, reviewed } from './second-person.ts'
import { requireExplained, requireTriedSettings } from './staged.ts'

export interface Submission extends Omit<Proposal, 'action'> {
  /** Hour in each tenant's own time, `2026-12-01T03:00`; at once when left out. */
  readonly at: string | undefined
  readonly reason: string
}

/**
 * A change of releases. What passed no staged plan needs an emergency with a reason (DEC-295). It is checked whole, with every set that it needs, before anything happens; then it is applied at once,
 * or waits for a second person or for its hour. Answers the number of a change that waits; null when it was applied.
 */
export async function submit(change: Change, maker: Registry, submission: Submission): Promise<number | null> {
  const { hosts, everyone, wanted, at, reason, actor } = submission
  requireExplained(wanted.emergency, reason)
  await requireTriedSettings(change, hosts, wanted, maker.followPlan)
  const { effects, wide, needs } = await reviewed(change, maker, { hosts, everyone, wanted, actor, action: 'set' })
  for (const effect of effects) requireStaged(effect, wanted)
  if (needs.length === 0 && at === undefined) {
    await requireNotFrozen(change, hosts)
    const moves = await movesOf(change, maker, effects.map(targetOf))
    for (const effect of effects) await moves.point({ actor: actor.label, reason, action: actionOf(effect, wanted) }, targetOf(effect))
    await moves.write()
    await supersedeSuspensions(change, effects.map(({ host, versions }) => ({ host, modules: Object.keys(versions) })))
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
