import type { ChangeView } from '@checkin/registry'
import type { Actor } from '../access/actor.ts'
import type { Change } from '../storage/ledger.ts'

/** A change that is not made at once. */
export interface NewChange {
  readonly kind: ChangeView['kind']
  /** It reaches all tenants. */
  readonly everyone: boolean
  /** What is requested, as the kind reads it again when the change is applied. */
  readonly request: object
  /** What the audit shows of the request; no secret and no hash. */
  readonly shown: object
  readonly reason: string
  /** Why it needs a second person; empty when it only waits for its hour. */
  readonly needs: readonly string[]
  /** The audit's subject. */
  readonly subject: string
  readonly actor: Actor
  /** Tenants that it changes, each with its hour and what the change saw there; none for tokens and keys. */
  readonly hosts: readonly { readonly host: string; readonly dueAt: Date | null; readonly seen: string }[]
}

/** Stores a change until a second person approves it or its hour comes, with who proposed it. Answers its number. */
export async function addChange({ tx, at, record }: Change, { kind, everyone, request, shown, reason, needs, subject, actor, hosts }: NewChange): Promise<number> {
  const { id } = await tx.insertInto('change').values({
    kind, everyone, wish: JSON.stringify(request), reason, state: needs.length > 0 ? 'waiting' : 'scheduled', needs: JSON.stringify(needs),
    proposer: actor.label, proposer_identity: JSON.stringify(actor.identity), proposed_at: at, decider: null, decision: null,
  }).returning('id').executeTakeFirstOrThrow()
  if (hosts.length > 0) {
    await tx.insertInto('change_host').values(hosts.map(({ host, dueAt, seen }) => ({ change_id: id, host, due_at: dueAt, seen, state: 'waiting' as const, code: null, revision: null }))).execute()
  }
  await record({ actor: actor.label, action: needs.length > 0 ? 'propose' : 'schedule', subject, before: null, after: { change: id, ...shown, needs }, reason })
  return id
}
