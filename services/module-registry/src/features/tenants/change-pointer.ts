import { ServiceError } from '@checkin/server'
import type { Change } from '../../storage/ledger.ts'
import { makeSet, type SetMaker } from '../sets/make-set.ts'
import type { Choice } from '../sets/sets.contract.ts'

export interface PointerChange {
  readonly host: string
  /** The revision that the caller saw; 0 for a tenant without one. */
  readonly ifMatch: number
  readonly actor: string
  readonly reason: string
}

interface Pointed {
  readonly set_id: number
  readonly last_good_set_id: number | null
}

/** Points a tenant to other module versions or to another set. What is the same already stays as it is. */
export async function pointTo(change: Change, maker: SetMaker, wanted: PointerChange & ({ readonly modules: Choice } | { readonly setId: number })): Promise<void> {
  const current = await seen(change, wanted)
  const setId = 'setId' in wanted
    ? await existingSet(change, wanted.setId)
    : await makeSet(change, maker, { ...(current && await choiceOf(change, current.set_id)), ...wanted.modules }, wanted.actor)
  if (current?.set_id === setId) return
  await move(change, wanted, current, { set_id: setId, last_good_set_id: current?.set_id ?? null }, 'set')
}

/**
 * Goes back to the set before, or to that of a named revision. What the tenant leaves is not good, so the last good set
 * becomes the one that was so at the revision that it goes back to.
 */
export async function pointBack(change: Change, wanted: PointerChange & { readonly to: number | undefined }): Promise<void> {
  const current = await seen(change, wanted)
  if (!current) throw new ServiceError(404, 'UnknownTenant', `${wanted.host} has no release`)
  const revisions = change.tx.selectFrom('pointer_revision').select(['revision', 'set_id', 'last_good_set_id']).where('host', '=', wanted.host)
  if (wanted.to !== undefined) {
    const target = await revisions.where('revision', '=', wanted.to).executeTakeFirst()
    if (!target) throw new ServiceError(404, 'UnknownRevision', `${wanted.host} has no revision ${wanted.to}`)
    await move(change, wanted, current, target, 'back')
    return
  }
  if (current.last_good_set_id === null) throw new ServiceError(409, 'NothingBefore', `${wanted.host} has nothing to go back to; name a revision`)
  const before = await revisions.where('set_id', '=', current.last_good_set_id).where('revision', '<', current.revision).orderBy('revision', 'desc').executeTakeFirst()
  await move(change, wanted, current, { set_id: current.last_good_set_id, last_good_set_id: before?.last_good_set_id ?? null }, 'back')
}

async function seen({ tx }: Change, { host, ifMatch }: PointerChange) {
  const current = await tx.selectFrom('pointer').select(['revision', 'set_id', 'last_good_set_id']).where('host', '=', host).executeTakeFirst()
  const revision = current?.revision ?? 0
  if (revision !== ifMatch) throw new ServiceError(412, 'RevisionChanged', `${host} is at revision ${revision}, not ${ifMatch}`, { data: { revision } })
  return current
}

async function existingSet({ tx }: Change, id: number): Promise<number> {
  const set = await tx.selectFrom('release_set').select('id').where('id', '=', id).executeTakeFirst()
  if (!set) throw new ServiceError(404, 'UnknownSet', `There is no set ${id}`)
  return set.id
}

async function choiceOf({ tx }: Change, setId: number): Promise<Choice> {
  const members = await tx.selectFrom('release_set_member').select(['name', 'version']).where('set_id', '=', setId).execute()
  return Object.fromEntries(members.map(({ name, version }) => [name, version]))
}

async function move(change: Change, { host, ifMatch, actor, reason }: PointerChange, current: Pointed | undefined, next: Pointed, action: 'set' | 'back'): Promise<void> {
  const { tx, at, record, releasesChanged } = change
  const revision = ifMatch + 1
  const pointed = { set_id: next.set_id, last_good_set_id: next.last_good_set_id, split_set_id: null, split_percent: null, split_salt: null }
  await tx.insertInto('pointer').values({ host, revision, ...pointed }).onConflict((conflict) => conflict.column('host').doUpdateSet({ revision, ...pointed })).execute()
  await tx.updateTable('pointer_revision').set({ replaced_at: at }).where('host', '=', host).where('revision', '=', ifMatch).execute()
  await tx.insertInto('pointer_revision').values({ host, revision, ...pointed, action, reason, actor, at }).execute()
  releasesChanged()
  await record({ actor, action, subject: host, before: current ? { revision: ifMatch, setId: current.set_id } : null, after: { revision, setId: next.set_id }, reason })
}
