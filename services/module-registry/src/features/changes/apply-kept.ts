import type { Selectable } from 'kysely'
import type { Actor } from '../../access/actor.ts'
import type { Registry } from '../../registry.ts'
import type { Change } from '../../storage/ledger.ts'
import type { ChangeTable } from '../../storage/tables.ts'
import { applyKeyWish } from '../modules/publisher-keys.ts'
import { startPlan } from '../plans/start-plan.ts'
import { applyTokenWish } from '../tokens/token-changes.ts'
import { applyDue } from './apply-change.ts'
import { proposerOf } from './second-person.ts'

export interface Approval {
  readonly row: Selectable<ChangeTable>
  /** Its tenants. */
  readonly hosts: readonly string[]
  /** It waits for its hour. */
  readonly scheduled: boolean
  readonly approver: Actor
  readonly reason: string
}

/** Makes an approved change happen, or leaves it to its hour. */
export async function applyKept(change: Change, registry: Registry, { row, hosts, scheduled, approver, reason }: Approval): Promise<void> {
  const actor = `${row.proposer}, ${approver.label}`
  switch (row.kind) {
    case 'plan':
      await startPlan(change, { id: row.id, spec: row.wish, hosts, actor })
      return
    case 'release':
      if (!scheduled) await applyDue(change, registry, { ...row, decider: approver.label })
      return
    case 'token':
      await applyTokenWish(change, row.wish, { proposer: { label: row.proposer, identity: proposerOf(row) }, approver, reason: reason || row.reason })
      return done(change, row.id)
    case 'publisher-key':
      await applyKeyWish(change, row.wish, { addedBy: row.proposer, approvedBy: approver.label, reason: reason || row.reason, graceMs: registry.keyGraceMs })
      return done(change, row.id)
  }
}

async function done({ tx }: Change, id: number): Promise<void> {
  await tx.updateTable('change').set({ state: 'applied' }).where('id', '=', id).execute()
}
