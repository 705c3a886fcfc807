import { ServiceError } from '@checkin/server'
import { system } from '../../access/actor.ts'
import type { Change } from '../../storage/ledger.ts'
import { paymentModule, seenBy } from '../changes/release-change.ts'
import { freezeOf, tenantOptions } from '../freezes/freezes.ts'
import type { SetMaker } from '../sets/make-set.ts'
import type { Choice } from '../sets/sets.contract.ts'
import { allPointers, pointTo, releaseOf, type Pointer } from './pointer.ts'
import { readSelection, select, selectorKind, type Selection } from './selector.ts'
import type { Release } from './next-release.ts'

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

/**
 * Gives tenants that follow a range, a label or the default what these mean now. What needs a second person becomes a change
 * that waits; a frozen tenant follows when it thaws.
 */
export async function followAll(change: Change, maker: SetMaker): Promise<void> {
  const pointers = (await allPointers(change)).filter(({ wishes }) => Object.values(wishes).some((selector) => selectorKind(selector) !== 'pin'))
  if (pointers.length === 0) return
  const selection = await readSelection(change)
  for (const pointer of pointers) {
    const release = await releaseOf(change, pointer)
    const drift = driftOf(selection, release)
    if (Object.keys(drift).length === 0 || await freezeOf(change, pointer.host) !== null) continue
    const alone = paymentModule in drift || (await tenantOptions(change, pointer.host)).protected
    if (alone) await propose(change, pointer, release, drift)
    else await followOne(change, maker, pointer, release, drift)
  }
}

async function followOne(change: Change, maker: SetMaker, pointer: Pointer, release: Release, drift: Choice): Promise<void> {
  try {
    await pointTo(change, maker, { actor: system, reason: reasonOf(release, drift), action: 'follow' }, pointer.host, pointer, { ...release, choice: { ...release.choice, ...drift } })
  } catch (error) {
    // A version that does not fit the tenant's other modules is not for it; the next one may be.
    if (!(error instanceof ServiceError)) throw error
  }
}

const reasonOf = ({ wishes }: Release, drift: Choice): string => Object.entries(drift).map(([module, version]) => `${module} ${wishes[module]} is ${version}`).join('; ')

/** One waiting change per tenant and drift; a rejected one is not proposed again. */
async function propose({ tx, at, record }: Change, { host }: Pointer, release: Release, drift: Choice): Promise<void> {
  const wish = { modules: Object.fromEntries(Object.keys(drift).map((module) => [module, release.wishes[module] ?? ''])), percent: 100, cohorts: [] }
  const reason = reasonOf(release, drift)
  const known = await tx.selectFrom('change').innerJoin('change_host', 'change_host.change_id', 'change.id').select('change.id')
    .where('change_host.host', '=', host).where('change.proposer', '=', system).where('change.reason', '=', reason).executeTakeFirst()
  if (known) return
  const { id } = await tx.insertInto('change').values({
    kind: 'release', everyone: false, wish: JSON.stringify(wish), reason, state: 'waiting', needs: JSON.stringify([paymentModule in drift ? 'payment' : 'protected']),
    proposer: system, proposed_at: at, decider: null, decision: null,
  }).returning('id').executeTakeFirstOrThrow()
  await tx.insertInto('change_host').values({ change_id: id, host, due_at: null, seen: seenBy(release, Object.keys(drift)), state: 'waiting', code: null, revision: null }).execute()
  await record({ actor: system, action: 'propose', subject: host, before: null, after: { change: id, ...wish }, reason })
}
