import { ServiceError } from '@checkin/server'
import type { Change } from '../storage/ledger.ts'
import { personName } from './identity.ts'
import { hashOf, newToken } from './tokens.ts'

/** Two people who are to know one token each. */
export interface FirstTwo {
  readonly operator: string
  readonly approver: string
}

/**
 * Makes the first approver of an installation, with an operator who is somebody else: straight in the database, because no call could be
 * approved yet. Only while nobody approves. Answers both tokens; only their hashes are kept.
 * Throws 409 ApproverThere, 409 LabelTaken, 400 SamePerson.
 */
export async function makeFirstApprover({ tx, at, record }: Change, { operator, approver }: FirstTwo, options: { readonly demo: boolean }): Promise<FirstTwo> {
  if (personName(operator) === personName(approver)) throw new ServiceError(400, 'SamePerson', 'Operator and approver must be two people')
  const there = await tx.selectFrom('access_token').select('label').where('role', '=', 'approver').where('revoked_at', 'is', null)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', at)])).$if(!options.demo, (query) => query.where('demo', '=', false)).limit(1).executeTakeFirst()
  if (there) throw new ServiceError(409, 'ApproverThere', `${there.label} approves already: further tokens are made by rollout token new`)
  const made = { operator: newToken(), approver: newToken() }
  for (const [role, label] of [['operator', operator], ['approver', approver]] as const) {
    const inserted = await tx.insertInto('access_token')
      .values({ hash: hashOf(made[role]), label, person: personName(label), role, module: null, hosts: null, demo: false, created_at: at })
      .onConflict((conflict) => conflict.doNothing()).returning('label').executeTakeFirst()
    if (!inserted) throw new ServiceError(409, 'LabelTaken', `There is a token ${label} already, or was one; a label is never used again`)
    await record({ actor: 'installation', action: 'new token', subject: label, before: null, after: { role }, reason: 'first approver' })
  }
  return made
}
