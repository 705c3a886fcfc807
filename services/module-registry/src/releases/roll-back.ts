import { ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import { refuseWithdrawn, withdrawnOf } from '../sets/withdrawn.ts'
import { choiceText } from './next-release.ts'
import { choiceOf, findRevision, move, type Mover, type Pointer } from './pointer.ts'

/**
 * Goes back to what served before: running rollouts end first, then every module that has a last good version returns to it
 * as it was one step before; or to a named revision. It becomes a revision of its own, everything pinned, so that no range or
 * label leads forward again by itself. What the tenant leaves is not good, so the last good versions are those of then.
 */
export async function goBack(change: Change, mover: Mover, current: Pointer, to?: number): Promise<void> {
  const { host } = current
  if (to !== undefined) {
    const target = await findRevision(change, host, to)
    if (!target) throw new ServiceError(404, 'UnknownRevision', `${host} has no revision ${to}`)
    await settle(change, mover, current, target)
    return
  }
  if (current.rollouts.length > 0) {
    await settle(change, mover, current, current)
    return
  }
  const before = await revisionOfOtherSettings(change, current) ?? await revisionBefore(change, current)
  if (!before) throw new ServiceError(409, 'NothingBefore', `${host} has nothing to go back to; name a revision`)
  await settle(change, mover, current, before)
}

/** What served until only settings changed: a change of settings is taken back by itself, and the versions before them one step later. */
async function revisionOfOtherSettings(change: Change, current: Pointer): Promise<Pointer | null> {
  const [now, before] = await change.tx.selectFrom('pointer_revision').select(['revision', 'set_id', 'action'])
    .where('host', '=', current.host).where('revision', '<=', current.revision).orderBy('revision', 'desc').limit(2).execute()
  if (!now || !before || now.action === 'back' || now.set_id === before.set_id) return null
  const [versions, versionsBefore] = [await choiceOf(change, now.set_id), await choiceOf(change, before.set_id)]
  return choiceText(versions) === choiceText(versionsBefore) ? findRevision(change, current.host, before.revision) : null
}

/** The newest revision that served one of the last good sets, without what was withdrawn since. */
async function revisionBefore(change: Change, current: Pointer): Promise<Pointer | null> {
  const sets = Object.values(current.lastGood)
  if (sets.length === 0) return null
  const rows = await change.tx.selectFrom('pointer_revision').select(['revision', 'set_id'])
    .where('host', '=', current.host).where('revision', '<', current.revision).where('set_id', 'in', sets).orderBy('revision', 'desc').execute()
  for (const { revision, set_id: setId } of rows) {
    if (await withdrawnOf(change, await choiceOf(change, setId)) === null) return findRevision(change, current.host, revision)
  }
  return null
}

async function settle(change: Change, mover: Mover, current: Pointer, target: Pointer): Promise<void> {
  const wishes = await choiceOf(change, target.setId)
  await refuseWithdrawn(change, wishes)
  await move(change, mover, current.host, current, { setId: target.setId, rollouts: [], variants: [target.setId], lastGood: target.lastGood, wishes })
}
