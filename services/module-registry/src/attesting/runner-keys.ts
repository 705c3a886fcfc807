import { listRunnerKeys, revokeRunnerKey, type RunnerKeyView, setRunnerKey } from '@checkin/registry'
import { ReleasableName } from '@checkin/releases'
import { ServiceError } from '@checkin/server'
import type { Selectable } from 'kysely'
import * as z from 'zod'
import { everybodyIn, type Identity, personName } from '../access/identity.ts'
import { changeView } from '../changes/change-view.ts'
import { addChange } from '../changes/pending-change.ts'
import { readKey } from '../publishing/publisher-keys.ts'
import { requireNoRunner } from './one-purpose.ts'
import type { Registry } from '../registry.ts'
import type { Change } from '../storage/ledger.ts'
import type { Tables } from '../storage/tables.ts'

/** A runner's key as it waits for a second person. */
export const RunnerKeyRequest = z.strictObject({ label: z.string(), publicKey: z.string(), keyId: z.string(), person: z.string(), modules: z.optional(z.array(ReleasableName)), expires: z.iso.datetime() })

type Row = Selectable<Tables['runner_key']>

const viewOf = (row: Row): RunnerKeyView => ({
  keyId: row.key_id, label: row.label, person: row.person, modules: row.modules, addedBy: row.added_by, approvedBy: row.approved_by,
  addedAt: row.added_at.toISOString(), expiresAt: row.expires_at.toISOString(), revokedAt: row.revoked_at?.toISOString() ?? null, revokedBy: row.revoked_by,
})

/** Who stands behind a runner's key, for the rule of two persons. */
export const runnerIdentity = ({ person, behind }: Pick<Row, 'person' | 'behind'>): Identity => ({ persons: [person], behind })

/** Makes an approved key count. */
export async function applyRunnerKey({ tx, at, record }: Change, stored: unknown, { proposer, approver, reason }: {
  readonly proposer: { readonly label: string; readonly identity: Identity }; readonly approver: { readonly label: string; readonly identity: Identity }; readonly reason: string
}): Promise<void> {
  const { label, publicKey, keyId, person, modules, expires } = RunnerKeyRequest.parse(stored)
  await requireNoRunner(tx, keyId)
  const name = personName(person)
  const behind = everybodyIn(proposer.identity, approver.identity).filter((each) => each !== name)
  await tx.insertInto('runner_key').values({ key_id: keyId, label, public_key: publicKey, person: name, behind, modules: modules ?? null, added_by: proposer.label, approved_by: approver.label, added_at: at, expires_at: expires }).execute()
  await record({ actor: `${proposer.label}, ${approver.label}`, action: 'runner key', subject: label, before: null, after: { keyId, person: name, modules: modules ?? null, expires }, reason })
}

/** Which keys sign results. */
export function runnerKeyRoutes({ serve, database, clock, lifetimes, change: changing }: Registry): void {
  serve(listRunnerKeys, async () => ({ keys: (await database.kysely.selectFrom('runner_key').selectAll().orderBy('added_at', 'desc').execute()).map(viewOf) }))

  serve(setRunnerKey, async ({ params: { label }, body: { publicKey, person, modules, expires, reason }, actor, reply }) => {
    const { keyId } = readKey(label, publicKey)
    const now = clock().getTime()
    const end = expires ?? new Date(now + lifetimes.usualMs).toISOString()
    if (Date.parse(end) > now + lifetimes.mostMs || Date.parse(end) <= now) throw new ServiceError(400, 'LifetimeTooLong', `A runner's key lasts ${Math.round(lifetimes.mostMs / 86_400_000)} days at most, and ends later than now`)
    const pending = await changing(async (change) => {
      await requireNoRunner(change.tx, keyId)
      if (await change.tx.selectFrom('publisher_key').select('module').where('key_id', '=', keyId).limit(1).executeTakeFirst()) throw new ServiceError(409, 'KeyKnown', 'This key signs, or signed, versions of a module')
      const request = { label, publicKey, keyId, person, ...(modules && { modules }), expires: end }
      return addChange(change, { kind: 'runner-key', everyone: false, request, shown: { keyId, person, modules: modules ?? null, expires: end }, reason, needs: ['runner-key'], subject: label, actor, hosts: [] })
    })
    void reply.code(202)
    return { change: await changeView(database.kysely, pending, actor) }
  })

  serve(revokeRunnerKey, ({ params: { keyId }, query: { reason }, actor }) => changing(async ({ tx, at, record }) => {
    const row = await tx.updateTable('runner_key').set({ revoked_at: at, revoked_by: actor.label }).where('key_id', '=', keyId).where('revoked_at', 'is', null).returningAll().executeTakeFirst()
    if (!row) throw new ServiceError(404, 'UnknownKey', 'There is no such runner\'s key that counts')
    await record({ actor: actor.label, action: 'revoke runner key', subject: row.label, before: { keyId, person: row.person }, after: null, reason })
    return viewOf(row)
  }))
}
