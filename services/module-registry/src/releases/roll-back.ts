import { ServiceError } from '@checkin/server'
import type { Change } from '../storage/ledger.ts'
import { move } from './point-to.ts'
import { choiceOf, findRevision, type ChangeAuthor, type Pointer } from './pointer.ts'
import { refuseWithdrawn, withdrawnOf } from './sets.ts'

/**
 * Rolls a tenant back to what served before: running rollouts end first, then every module that has a last good version returns to it
 * as it was one step before; or to a named revision. It becomes a revision of its own, every module pinned, so that no range or
 * label leads forward again. What the tenant leaves is not good, so the last good versions are those of the target revision.
 */
export async function rollBackTenant(change: Change, author: ChangeAuthor, current: Pointer, to?: number): Promise<void> {
  const { host } = current
  if (to !== undefined) {
    const target = await findRevision(change, host, to)
    if (!target) throw new ServiceError(404, 'UnknownRevision', `${host} has no revision ${to}`)
    return pointBackTo(change, author, current, target)
  }
  if (current.rollouts.length > 0) return pointBackTo(change, author, current, current)
  const before = await revisionOfSameVersions(change, current) ?? await revisionBefore(change, current)
  if (!before) throw new ServiceError(409, 'NothingBefore', `${host} has nothing to go back to; name a revision`)
  return pointBackTo(change, author, current, before)
}

/**
 * What served until only settings changed or a module was added (DEC-199), which has no last good version: that is rolled back first, and the versions
 * before it one step later.
 */
async function revisionOfSameVersions(change: Change, current: Pointer): Promise<Pointer | null> {
  const [now, before] = await change.tx.selectFrom('pointer_revision').select(['revision', 'set_id', 'action'])
    .where('host', '=', current.host).where('revision', '<=', current.revision).orderBy('revision', 'desc').limit(2).execute()
  if (!now || !before || now.action === 'back' || now.set_id === before.set_id) return null
  const [versions, versionsBefore] = [await choiceOf(change, now.set_id), await choiceOf(change, before.set_id)]
  return Object.entries(versionsBefore).every(([name, version]) => versions[name] === version) ? findRevision(change, current.host, before.revision) : null
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

async function pointBackTo(change: Change, author: ChangeAuthor, current: Pointer, target: Pointer): Promise<void> {
  const selectors = await choiceOf(change, target.setId)
  await refuseWithdrawn(change, selectors)
  await move(change, author, current.host, current, { setId: target.setId, rollouts: [], variants: [target.setId], lastGood: target.lastGood, selectors })
}
